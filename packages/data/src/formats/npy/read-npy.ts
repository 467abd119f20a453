// NumPy's array format (NEP 1) to a matrix: numbers of any size and byte order, one or two dimensions.
import { type Matrix, matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";

type Reader = (view: DataView, at: number, little: boolean) => number | undefined;

const READERS: Record<string, readonly [size: number, read: Reader]> = {
  b1: [1, (view, at) => view.getUint8(at)],
  i1: [1, (view, at) => view.getInt8(at)],
  u1: [1, (view, at) => view.getUint8(at)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
  i8: [8, (view, at, little) => exact(view.getBigInt64(at, little))],
  u8: [8, (view, at, little) => exact(view.getBigUint64(at, little))],
  f2: [2, (view, at, little) => half(view.getUint16(at, little))],
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
};

/**
 * A matrix from the bytes of an .npy file; an array of one dimension becomes one column.
 * @throws XpalError if the file is cut off, holds no numbers, or has more than two dimensions.
 */
export function readNpy(bytes: Uint8Array, name = "the file"): Matrix {
  const { descr, fortran, shape, offset } = readHeader(bytes, name);
  const [order, type] = [descr[0], descr.slice(1)];
  const reader = READERS[type];
  if (reader === undefined) reject("readNpy", name, "must hold numbers", `dtype ${descr}`);
  if (shape.length < 1 || shape.length > 2) {
    reject("readNpy", name, "must have one or two dimensions", shape.length);
  }
  const [rows, cols] = [shape[0], shape[1] ?? 1];
  // Sizes of 0 take no bytes, so that the length of the file says nothing of the other size.
  if (rows === 0 || cols === 0) reject("readNpy", name, `must hold numbers, but is of shape ${shape.join(" x ")}`);
  const [size, read] = reader;
  const needed = offset + rows * cols * size;
  if (bytes.length !== needed) {
    reject("readNpy", name, `must be ${needed} bytes long as its header says`, bytes.length, "it may be cut off");
  }
  const result = matrix(rows, cols);
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const place = fortran ? j * rows + i : i * cols + j;
      const value = read(view, place * size, order !== ">");
      if (value === undefined) rejectLong(name, i, j);
      result.data[i * cols + j] = value;
    }
  }
  return result;
}

function readHeader(
  bytes: Uint8Array,
  name: string,
): { descr: string; fortran: boolean; shape: number[]; offset: number } {
  const magic = String.fromCharCode(...bytes.subarray(0, 6));
  if (magic !== "\x93NUMPY" || bytes.length < 12) reject("readNpy", name, "must be a NumPy array");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wide = bytes[6] >= 2;
  const start = wide ? 12 : 10;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = new TextDecoder("latin1").decode(bytes.subarray(start, start + length));
  const descr = /'descr':\s*'([<>|=]?[a-zA-Z]\d+)'/.exec(header)?.[1];
  const fortran = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape':\s*\(([\d,\s]*)\)/.exec(header)?.[1];
  if (descr === undefined || fortran === undefined || shape === undefined) {
    reject("readNpy", name, "must have a header with a plain numeric type and a shape", header.trim());
  }
  const sizes = shape
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(Number);
  return {
    descr: /^[a-zA-Z]/.test(descr) ? `<${descr}` : descr,
    fortran: fortran === "True",
    shape: sizes,
    offset: start + length,
  };
}

/** Whole numbers of 64 bits, or undefined where a double would lose digits. */
function exact(value: bigint): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function rejectLong(name: string, row: number, column: number): never {
  reject(
    "readNpy",
    `${name}, row ${row}, column ${column},`,
    "must be a whole number between -2^53 and 2^53",
    undefined,
    "store it as float64 if its last digits do not matter",
  );
}

/** An IEEE 754 half as a double. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
