// Models for tests, made here, each of one operator.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FLOAT, floats, INT64, model, node, valueInfo } from "./onnx-file.ts";

/** The vectors of the words of the tiny language model, in the order of their numbers; [PAD] is 0. */
export const WORD_VECTORS: Readonly<Record<string, readonly [number, number, number]>> = {
  "[PAD]": [9, 9, 9],
  "[UNK]": [0, 0, 0.1],
  cat: [1, 0, 0],
  kitten: [0.9, 0.1, 0],
  car: [0, 1, 0],
  truck: [0.1, 0.9, 0],
};

/** A language model that looks its words up: the vector of a text is the mean of those of its words, to length 1. */
export function writeTextModel(folder: string): string {
  const words = Object.keys(WORD_VECTORS);
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const weights = model({
    nodes: [node("Gather", ["words", "input_ids"], "last_hidden_state")],
    weights: [floats("words", [words.length, 3], Object.values(WORD_VECTORS).flat())],
    inputs: [
      valueInfo("input_ids", INT64, ["batch", "tokens"]),
      valueInfo("attention_mask", INT64, ["batch", "tokens"]),
    ],
    outputs: [valueInfo("last_hidden_state", FLOAT, ["batch", "tokens", 3])],
  });
  writeFileSync(join(folder, "onnx", "model.onnx"), weights);
  const tokenizer = {
    version: "1.0",
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "Whitespace" },
    post_processor: null,
    decoder: null,
    padding: { pad_id: 0, pad_token: "[PAD]" },
    model: { type: "WordLevel", vocab: Object.fromEntries(words.map((word, i) => [word, i])), unk_token: "[UNK]" },
  };
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
  writeFileSync(join(folder, "tokenizer_config.json"), JSON.stringify({ model_max_length: 8, unk_token: "[UNK]" }));
  return folder;
}

/** A model of images of 4 x 4 pixels: the vector is the mean of each colour, to length 1. */
export function writeImageModel(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const weights = model({
    nodes: [node("GlobalAveragePool", ["pixel_values"], "pooled")],
    weights: [],
    inputs: [valueInfo("pixel_values", FLOAT, ["batch", 3, 4, 4])],
    outputs: [valueInfo("pooled", FLOAT, ["batch", 3, 1, 1])],
  });
  writeFileSync(join(folder, "model.onnx"), weights);
  const preparation = { do_center_crop: true, crop_size: 4, size: { shortest_edge: 6 }, do_normalize: false };
  writeFileSync(join(folder, "preprocessor_config.json"), JSON.stringify(preparation));
  return folder;
}
