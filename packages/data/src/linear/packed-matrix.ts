// A matrix as a short text: each row as whole numbers from -127 to 127 with one factor, in base64. A direction of terms
// needs no more digits, and a recipe stays a few megabytes.

import { fromBase64, toBase64 } from "./base64.ts";

/** A packed matrix; row i is its bytes times `factors[i]`. */
export interface PackedMatrix {
  readonly cols: number;
  readonly factors: readonly number[];
  /** The rows' bytes one after the other, signed, in base64. */
  readonly bytes: string;
}

/** A packed matrix whose bytes are at hand. */
export interface UnpackedMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly factors: readonly number[];
  readonly values: Int8Array;
}

/** Packs a matrix that is stored row by row. */
export function pack(data: Float64Array, cols: number): PackedMatrix {
  const rows = data.length / cols;
  const values = new Int8Array(data.length);
  const factors: number[] = [];
  for (let row = 0; row < rows; row++) {
    let largest = 0;
    for (let c = 0; c < cols; c++) largest = Math.max(largest, Math.abs(data[row * cols + c]));
    const factor = Math.fround(largest / 127) || 1;
    for (let c = 0; c < cols; c++) values[row * cols + c] = Math.round(data[row * cols + c] / factor);
    factors.push(Number(factor.toPrecision(7)));
  }
  return { cols, factors, bytes: toBase64(new Uint8Array(values.buffer)) };
}

/** Unpacks; a text that is not base64, or of another length, is rejected by the caller's check of the result. */
export function unpack({ cols, factors, bytes }: PackedMatrix): UnpackedMatrix {
  const values = new Int8Array(fromBase64(bytes).buffer);
  return { rows: factors.length, cols, factors, values };
}
