// Models for tests, made here: ONNX is a protocol buffer, and a model of one or two operators has a few dozen fields,
// written by hand after onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Bytes = readonly number[];

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, value: Bytes): Bytes => [...varint(field * 8 + 2), ...varint(value.length), ...value];
const text = (field: number, value: string): Bytes => bytes(field, [...new TextEncoder().encode(value)]);

const FLOAT = 1;
const INT64 = 7;

/** ValueInfoProto: a name and a TypeProto of a tensor; a dimension is a number or a name. */
const valueInfo = (name: string, type: number, dims: readonly (number | string)[]): Bytes => {
  const shape = dims.flatMap((dim) => bytes(1, typeof dim === "number" ? number(1, dim) : text(2, dim)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))];
};

/** NodeProto. */
const node = (operator: string, inputs: readonly string[], output: string): Bytes => [
  ...inputs.flatMap((input) => text(1, input)),
  ...text(2, output),
  ...text(4, operator),
];

/** TensorProto of floats. */
const floats = (name: string, dims: readonly number[], values: readonly number[]): Bytes => [
  ...dims.flatMap((dim) => number(1, dim)),
  ...number(2, FLOAT),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(Float32Array.from(values).buffer)]),
];

/** ModelProto with one GraphProto, operators of version 13. */
function model(graph: {
  nodes: readonly Bytes[];
  weights: readonly Bytes[];
  inputs: readonly Bytes[];
  outputs: readonly Bytes[];
}): Uint8Array {
  const body = [
    ...graph.nodes.flatMap((one) => bytes(1, one)),
    ...text(2, "tiny"),
    ...graph.weights.flatMap((one) => bytes(5, one)),
    ...graph.inputs.flatMap((one) => bytes(11, one)),
    ...graph.outputs.flatMap((one) => bytes(12, one)),
  ];
  return Uint8Array.from([...number(1, 8), ...bytes(7, body), ...bytes(8, [...text(1, ""), ...number(2, 13)])]);
}

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

/** A model of pictures of 4 x 4 pixels: the vector is the mean of each colour, to length 1. */
export function writePictureModel(folder: string): string {
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
