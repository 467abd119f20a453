// One vector per item from what a model puts out: vectors as they are, tokens averaged where the item has them (or the
// first one, which stands for the whole), positions of an image averaged; then to length 1.
import { reject } from "@xpal/core/check";
import type { OnnxTensor } from "./onnx.ts";

/** How the vectors of an item's tokens become one. */
export type Pooling = "mean" | "first" | "last";

/** Outputs that are made to be the item's vector, then those that hold one vector per token. */
const WANTED = [
  ...["sentence_embedding", "text_embeds", "image_embeds", "embeddings", "embedding"],
  ...["last_hidden_state", "token_embeddings", "pooler_output"],
];

/** The name of the output to use. */
export function chooseOutput(names: readonly string[]): string {
  return WANTED.find((name) => names.includes(name)) ?? names[0];
}

/**
 * The vectors of a batch.
 * @param lengths How many tokens each item has; those behind them are padding.
 * @throws XpalError if the output has another number of items, no known shape, or something other than finite numbers.
 */
export function poolOutput(
  { dims, data }: OnnxTensor,
  count: number,
  pooling: Pooling,
  lengths?: readonly number[],
): Float32Array[] {
  if (dims.length < 2 || dims.length > 4 || dims[0] !== count) {
    reject(
      "embed",
      "the model's output",
      `must have the shape ${count} x length, or x tokens x length`,
      dims.join(" x "),
    );
  }
  const size = data.length / count;
  return Array.from({ length: count }, (_, item) => {
    const own = Float32Array.from({ length: size }, (_, i) => Number(data[item * size + i]));
    if (!own.every(Number.isFinite)) reject("embed", "the model's output", "must hold finite numbers only");
    if (dims.length === 2) return toLengthOne(own);
    if (dims.length === 4) return toLengthOne(averageOfPlaces(own, dims[1]));
    const tokens = Math.max(1, Math.min(lengths?.[item] ?? dims[1], dims[1]));
    return toLengthOne(poolTokens(own, dims[2], tokens, pooling));
  });
}

function poolTokens(values: Float32Array, width: number, tokens: number, pooling: Pooling): Float32Array {
  if (pooling === "first") return values.slice(0, width);
  if (pooling === "last") return values.slice((tokens - 1) * width, tokens * width);
  const mean = new Float32Array(width);
  for (let t = 0; t < tokens; t++) for (let d = 0; d < width; d++) mean[d] += values[t * width + d] / tokens;
  return mean;
}

/** Channels first, then rows and columns of positions. */
function averageOfPlaces(values: Float32Array, channels: number): Float32Array {
  const places = values.length / channels;
  return Float32Array.from({ length: channels }, (_, c) => {
    let sum = 0;
    for (let p = 0; p < places; p++) sum += values[c * places + p];
    return sum / places;
  });
}

/** A vector to length 1; zeros stay zeros. */
export function toLengthOne(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 ? vector : vector.map((value) => value / Math.sqrt(square));
}
