// ONNX files for tests: ONNX is a protocol buffer, and a model of a few operators has some dozen fields, written by hand
// after onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

export type Bytes = readonly number[];

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, value: Bytes): Bytes => [...varint(field * 8 + 2), ...varint(value.length), ...value];
const text = (field: number, value: string): Bytes => bytes(field, [...new TextEncoder().encode(value)]);

export const FLOAT = 1;
export const INT64 = 7;

/** ValueInfoProto: a name and a TypeProto of a tensor; a dimension is a number or a name. */
export const valueInfo = (name: string, type: number, dims: readonly (number | string)[]): Bytes => {
  const shape = dims.flatMap((dim) => bytes(1, typeof dim === "number" ? number(1, dim) : text(2, dim)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))];
};

/** NodeProto; an attribute is a whole number or a list of them. */
export const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
): Bytes => [
  ...inputs.flatMap((input) => text(1, input)),
  ...text(2, output),
  ...text(4, operator),
  ...Object.entries(attributes).flatMap(([name, value]) => bytes(5, attribute(name, value))),
];

/** AttributeProto: an INT (2) or INTS (7). */
const attribute = (name: string, value: number | readonly number[]): Bytes =>
  typeof value === "number"
    ? [...text(1, name), ...number(3, value), ...number(20, 2)]
    : [...text(1, name), ...value.flatMap((one) => number(8, one)), ...number(20, 7)];

/** TensorProto of floats. */
export const floats = (name: string, dims: readonly number[], values: readonly number[]): Bytes => [
  ...dims.flatMap((dim) => number(1, dim)),
  ...number(2, FLOAT),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(Float32Array.from(values).buffer)]),
];

/** TensorProto of whole numbers. */
export const integers = (name: string, dims: readonly number[], values: readonly number[]): Bytes => [
  ...dims.flatMap((dim) => number(1, dim)),
  ...number(2, INT64),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)]),
];

/** ModelProto with one GraphProto, operators of version 13. */
export function model(graph: {
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
