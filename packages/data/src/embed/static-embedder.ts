// Static embeddings (model2vec): a vector for each token, and a text is the mean of its tokens'. There is no network, so that
// nothing but the table and the tokenizer is needed. The table is in the format safetensors: the length of a header in
// eight bytes, the header in JSON, then the numbers.
import { checkParts, reject } from "@xpal/core/check";
import type { Embedder } from "./embedder.ts";
import { type ModelFiles, PREPARATION, readConfig, STATIC_WEIGHTS, staticHash } from "./model-files.ts";
import type { TokenizerLibrary } from "./onnx.ts";
import { toLengthOne } from "./pool-output.ts";

/** Longer texts are cut. */
const MAX_TOKENS = 512;

/** A tensor of the table. */
interface Tensor {
  readonly shape: readonly number[];
  readonly at: (index: number) => number;
}

/** Whether a model is a table of vectors. */
export async function isStaticModel(files: ModelFiles): Promise<boolean> {
  const { model_type: type, architectures } = await readConfig(files, "config.json");
  return type === "model2vec" || (Array.isArray(architectures) && architectures.includes("StaticModel"));
}

/**
 * Opens a table of vectors of tokens.
 * @throws XpalError if its files are missing, damaged, or of a type of number that is not known here.
 * @example
 * const files = { name: "empty", read: async () => undefined };
 * await openStaticEmbedder(files, undefined).catch((error) => error.name) // "XpalError"
 */
export async function openStaticEmbedder(files: ModelFiles, library: TokenizerLibrary): Promise<Embedder<string>> {
  checkParts("openStaticEmbedder", "files", files, "the files of a model", ["name", "read"]);
  const bytes = await files.read(STATIC_WEIGHTS);
  if (bytes === undefined) reject("embed", `the model ${files.name}`, `must have its vectors in ${STATIC_WEIGHTS}`);
  const tensor = tensorsOf(files, bytes);
  const table = tensor("embeddings") ?? tensor("embedding.weight");
  if (table?.shape.length !== 2) rejectDamaged(files);
  const [rows, length] = table.shape;
  const weights = tensor("weights");
  const mapping = tensor("mapping");
  const json = await readConfig(files, PREPARATION.texts);
  const tokenizer = new library.Tokenizer(json, await readConfig(files, "tokenizer_config.json"));
  const unknown = unknownOf(json);
  const vectorOf = (text: string): Float32Array => {
    const sum = new Float32Array(length);
    const tokens = tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id) => id !== unknown);
    for (const id of tokens.slice(0, MAX_TOKENS)) {
      const row = mapping?.at(id) ?? id;
      if (!(row < rows)) continue;
      const weight = weights?.at(id) ?? 1;
      for (let d = 0; d < length; d++) sum[d] += weight * table.at(row * length + d);
    }
    return toLengthOne(sum);
  };
  return { hash: await staticHash(files, bytes), embed: async (texts) => texts.map(vectorOf), close: async () => {} };
}

/** The number of the token that stands for what is unknown. */
function unknownOf({ model }: Record<string, unknown>): number | undefined {
  const { unk_token: token, unk_id: id, vocab } = (model ?? {}) as Record<string, unknown>;
  if (typeof id === "number") return id;
  return typeof token === "string" ? (vocab as Record<string, number> | undefined)?.[token] : undefined;
}

/** How numbers are read, by the format's names of types. */
const TYPES: Readonly<Record<string, { bytes: number; read: (view: DataView, at: number) => number }>> = {
  F64: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  F32: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  F16: { bytes: 2, read: (view, at) => halfFloat(view.getUint16(at, true)) },
  I8: { bytes: 1, read: (view, at) => view.getInt8(at) },
  I32: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  I64: { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
};

function tensorsOf(files: ModelFiles, bytes: Uint8Array): (name: string) => Tensor | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length < 8 ? Number.POSITIVE_INFINITY : 8 + Number(view.getBigUint64(0, true));
  if (start > bytes.length) rejectDamaged(files);
  let header: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] } | undefined>;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  } catch {
    rejectDamaged(files);
  }
  return (name) => {
    const found = header[name];
    if (found === undefined) return undefined;
    const { dtype, shape, data_offsets: [from, to] = [] } = found as Partial<typeof found>;
    const type = TYPES[dtype ?? ""];
    if (type === undefined) {
      reject(
        "embed",
        `the numbers of ${STATIC_WEIGHTS}`,
        `must be of the type ${Object.keys(TYPES).join(", ")}`,
        dtype,
      );
    }
    const count = Array.isArray(shape) ? shape.reduce((product, size) => product * size, 1) : Number.NaN;
    if (from === undefined || to === undefined || to - from !== count * type.bytes || start + to > bytes.length) {
      rejectDamaged(files);
    }
    return { shape: shape as number[], at: (index) => type.read(view, start + from + index * type.bytes) };
  };
}

function rejectDamaged(files: ModelFiles): never {
  reject(
    "embed",
    `${STATIC_WEIGHTS} of the model ${files.name}`,
    "must hold a table of vectors, in full",
    undefined,
    "download it again",
  );
}

function halfFloat(bits: number): number {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return exponent === 31 ? Number.NaN : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
