// The files of a model as its maker publishes them: weights in ONNX, and how texts or images are prepared for it.
import { reject } from "@xpal/core/check";

/** Where the files of a model come from: a folder, or answers of a server. */
export interface ModelFiles {
  /** For messages, and in recipes to find the model again. */
  readonly name: string;
  /** The bytes of a file by its path below the model's folder; undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What a model can read. */
export type Readable = "texts" | "images";

/** The weights that can be used, the best first. A model of texts and images has one file for each. */
const WEIGHTS: Readonly<Record<Readable, readonly string[]>> = {
  texts: ["text_model.onnx", "model.onnx", "text_model_quantized.onnx", "model_quantized.onnx"],
  images: ["vision_model.onnx", "model.onnx", "vision_model_quantized.onnx", "model_quantized.onnx"],
};

/** The paths that weights may have, the best first. */
export function weightPaths(reads: Readable): string[] {
  return WEIGHTS[reads].flatMap((name) => [`onnx/${name}`, name]);
}

/** The file that a model of texts, or of images, must have beside its weights. */
export const PREPARATION: Readonly<Record<Readable, string>> = {
  texts: "tokenizer.json",
  images: "preprocessor_config.json",
};

/** Small files that are used where a model has them. */
export const SETTINGS: Readonly<Record<Readable, readonly string[]>> = {
  texts: ["tokenizer_config.json", "config.json", "sentence_bert_config.json", "1_Pooling/config.json"],
  images: ["config.json"],
};

/** The vectors of a model that is a table of them. */
export const STATIC_WEIGHTS = "model.safetensors";

/** The weights. @throws XpalError if the model has none. */
export async function readWeights(files: ModelFiles, reads: Readable): Promise<Uint8Array> {
  for (const path of weightPaths(reads)) {
    const bytes = await files.read(path);
    if (bytes !== undefined) return bytes;
  }
  reject(
    "embed",
    `the model ${files.name}`,
    "must have its weights as model.onnx, or in a folder named onnx",
    undefined,
    "export it to ONNX in one file",
  );
}

/** A JSON file of a model; an empty object if the model does not have it. @throws XpalError if it is damaged. */
export async function readConfig(files: ModelFiles, path: string): Promise<Record<string, unknown>> {
  const bytes = await files.read(path);
  if (bytes === undefined) return {};
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (json !== null && typeof json === "object" && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch {
    // rejected below
  }
  reject("embed", `${path} of the model ${files.name}`, "must hold a JSON object");
}

/** What tells one model from another: a hash of all that its vectors depend on; `notes` are on how items are prepared. */
export async function modelHash(
  files: ModelFiles,
  reads: Readable,
  weights: Uint8Array,
  notes: readonly string[] = [],
): Promise<string> {
  const hashes = [await sha256(weights)];
  for (const path of [PREPARATION[reads], ...SETTINGS[reads]]) {
    const bytes = await files.read(path);
    if (bytes !== undefined) hashes.push(`${path} ${await sha256(bytes)}`);
  }
  return sha256(new TextEncoder().encode(`${reads}\n${[...hashes, ...notes].join("\n")}`));
}

/** The same of a table of vectors. */
export function staticHash(files: ModelFiles, weights: Uint8Array): Promise<string> {
  return modelHash(files, "texts", weights, ["static"]);
}

/** The SHA-256 of some bytes, in hexadecimal digits. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
