import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openModel } from "../../src/embed/open-model.ts";
import { WORD_VECTORS, writeTextModel } from "../tiny-models.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-static-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file in the format safetensors. */
function safetensors(tensors: Record<string, { dtype: string; shape: number[]; data: Uint8Array }>): Uint8Array {
  let end = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, data }]) => {
      const from = end;
      end += data.length;
      return [name, { dtype, shape, data_offsets: [from, end] }];
    }),
  );
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ data }) => data)]);
}

const bytesOf = (values: Float32Array | Int32Array | Uint16Array) => new Uint8Array(values.buffer);
const words = Object.values(WORD_VECTORS);
const table = { dtype: "F32", shape: [words.length, 3], data: bytesOf(Float32Array.from(words.flat())) };

let counter = 0;
function staticModel(weights: Uint8Array): string {
  const own = writeTextModel(join(folder, `model-${counter++}`)); // its tokenizer
  writeFileSync(join(own, "config.json"), JSON.stringify({ model_type: "model2vec", architectures: ["StaticModel"] }));
  writeFileSync(join(own, "model.safetensors"), weights);
  return own;
}

const load = (name: string) =>
  name.startsWith("onnx") ? Promise.reject(new Error("not needed")) : import("@huggingface/tokenizers");
const embed = async (weights: Uint8Array, texts: readonly string[]) => {
  const model = await openModel(staticModel(weights), { load });
  if (model.reads !== "texts") throw new Error("expected a model of texts");
  return (await model.embedder.embed(texts)).map((vector) => Array.from(vector, (value) => Number(value.toFixed(5))));
};

describe("a table of vectors of tokens", () => {
  test("gives a text the mean of its known tokens, to length 1, without a runtime", async () => {
    const half = Number(Math.SQRT1_2.toFixed(5));
    expect(await embed(safetensors({ embeddings: table }), ["cat", "Cat unheard car", "unheard"])).toEqual([
      [1, 0, 0],
      [half, half, 0],
      [0, 0, 0],
    ]);
  });

  test("weighs tokens, maps them to rows, and reads numbers of two bytes", async () => {
    const weights = { dtype: "F32", shape: [6], data: bytesOf(Float32Array.of(1, 1, 3, 1, 4, 1)) };
    const [[x, y]] = await embed(safetensors({ embeddings: table, weights }), ["cat car"]);
    expect([x, y]).toEqual([0.6, 0.8]);
    const mapping = { dtype: "I32", shape: [6], data: bytesOf(Int32Array.of(0, 1, 1, 1, 0, 0)) };
    // 1, 0 and 0, 1 in two bytes each
    const two = { dtype: "F16", shape: [2, 2], data: bytesOf(Uint16Array.of(0x3c00, 0, 0, 0x3c00)) };
    expect(await embed(safetensors({ embeddings: two, mapping }), ["cat", "car"])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test("is rejected in one sentence where it is cut off or of other numbers", async () => {
    const whole = safetensors({ embeddings: table });
    await expect(embed(whole.subarray(0, whole.length - 4), ["cat"])).rejects.toThrow(
      /must hold a table of vectors, in full/,
    );
    await expect(embed(whole.subarray(0, 5), ["cat"])).rejects.toThrow(/must hold a table of vectors, in full/);
    const odd = safetensors({ embeddings: { ...table, dtype: "BF16" } });
    await expect(embed(odd, ["cat"])).rejects.toThrow(/must be of the type F64, F32, F16, I8, I32, I64, got "BF16"/);
  });
});
