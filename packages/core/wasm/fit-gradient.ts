// Gradients of src/kernels/learning/column-weights.ts and full-metric.ts with the definition's bits: lanes are columns, and
// each sum runs over pairs or rows in the definition's order.
import { FIT_COLUMNS, FIT_DIFFERENCES, FIT_ROWS, FIT_SLOPES, FIT_X, FIT_Z } from "../src/engine/memory/layout";

/** Sum over the pairs of rows i > j of slope * (x_i - x_j)^2, per column. */
export function sumSquares(fit: usize, out: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const rowBytes = (((load<u32>(fit, FIT_COLUMNS) as usize) + 1) & ~1) << 3;
  const step = ((rows + 7) & ~7) << 3;
  const slopes = load<usize>(fit, FIT_SLOPES);
  const x = load<usize>(fit, FIT_X);
  let d: usize = 0;
  for (; d + 64 <= rowBytes; d += 64) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let i: usize = 1; i < rows; i++) {
      const own = x + i * rowBytes + d;
      const x0 = v128.load(own);
      const x1 = v128.load(own, 16);
      const x2 = v128.load(own, 32);
      const x3 = v128.load(own, 48);
      let other = x + d;
      for (let at = slopes + i * step, end = at + (i << 3); at < end; at += 8, other += rowBytes) {
        const slope = v128.load_splat<f64>(at);
        const d0 = f64x2.sub(x0, v128.load(other));
        const d1 = f64x2.sub(x1, v128.load(other, 16));
        const d2 = f64x2.sub(x2, v128.load(other, 32));
        const d3 = f64x2.sub(x3, v128.load(other, 48));
        s0 = f64x2.add(s0, f64x2.mul(slope, f64x2.mul(d0, d0)));
        s1 = f64x2.add(s1, f64x2.mul(slope, f64x2.mul(d1, d1)));
        s2 = f64x2.add(s2, f64x2.mul(slope, f64x2.mul(d2, d2)));
        s3 = f64x2.add(s3, f64x2.mul(slope, f64x2.mul(d3, d3)));
      }
    }
    v128.store(out + d, s0);
    v128.store(out + d, s1, 16);
    v128.store(out + d, s2, 32);
    v128.store(out + d, s3, 48);
  }
  for (; d < rowBytes; d += 16) {
    let sum = f64x2.splat(0);
    for (let i: usize = 1; i < rows; i++) {
      sum = addSquares(sum, v128.load(x + i * rowBytes + d), x + d, rowBytes, slopes + i * step, i);
    }
    v128.store(out + d, sum);
  }
}

/** The same over the pairs of row i with all rows, whose slopes lie one after the other. */
export function sumOwnSquares(fit: usize, i: usize, slopes: usize, out: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const rowBytes = (((load<u32>(fit, FIT_COLUMNS) as usize) + 1) & ~1) << 3;
  const x = load<usize>(fit, FIT_X);
  for (let d: usize = 0; d < rowBytes; d += 16) {
    const own = v128.load(x + i * rowBytes + d);
    v128.store(out + d, addSquares(f64x2.splat(0), own, x + d, rowBytes, slopes, rows));
  }
}

// @ts-ignore: decorator
@inline
function addSquares(sum: v128, own: v128, others: usize, rowBytes: usize, slopes: usize, count: usize): v128 {
  for (let at = slopes, end = at + (count << 3); at < end; at += 8, others += rowBytes) {
    const difference = f64x2.sub(own, v128.load(others));
    sum = f64x2.add(sum, f64x2.mul(v128.load_splat<f64>(at), f64x2.mul(difference, difference)));
  }
  return sum;
}

/** M: sum over j of slope_ij (z_i - z_j), row after row. */
export function sumDifferences(fit: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const step = ((rows + 7) & ~7) << 3;
  for (let i: usize = 0; i < rows; i++) sumOwnDifferences(fit, i, load<usize>(fit, FIT_SLOPES) + i * step);
}

/** One row of M from the slopes of its item with all items. */
export function sumOwnDifferences(fit: usize, i: usize, slopes: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const rowBytes = (((load<u32>(fit, FIT_COLUMNS) as usize) + 1) & ~1) << 3;
  const z = load<usize>(fit, FIT_Z);
  const out = load<usize>(fit, FIT_DIFFERENCES) + i * rowBytes;
  const end = slopes + (rows << 3);
  let d: usize = 0;
  for (; d + 64 <= rowBytes; d += 64) {
    const own = z + i * rowBytes + d;
    const z0 = v128.load(own);
    const z1 = v128.load(own, 16);
    const z2 = v128.load(own, 32);
    const z3 = v128.load(own, 48);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let other = z + d;
    for (let at = slopes; at < end; at += 8, other += rowBytes) {
      const slope = v128.load_splat<f64>(at);
      s0 = f64x2.add(s0, f64x2.mul(slope, f64x2.sub(z0, v128.load(other))));
      s1 = f64x2.add(s1, f64x2.mul(slope, f64x2.sub(z1, v128.load(other, 16))));
      s2 = f64x2.add(s2, f64x2.mul(slope, f64x2.sub(z2, v128.load(other, 32))));
      s3 = f64x2.add(s3, f64x2.mul(slope, f64x2.sub(z3, v128.load(other, 48))));
    }
    v128.store(out + d, s0);
    v128.store(out + d, s1, 16);
    v128.store(out + d, s2, 32);
    v128.store(out + d, s3, 48);
  }
  for (; d < rowBytes; d += 16) {
    const own = v128.load(z + i * rowBytes + d);
    let sum = f64x2.splat(0);
    let other = z + d;
    for (let at = slopes; at < end; at += 8, other += rowBytes) {
      sum = f64x2.add(sum, f64x2.mul(v128.load_splat<f64>(at), f64x2.sub(own, v128.load(other))));
    }
    v128.store(out + d, sum);
  }
}

/** M of the slopes of item i alone: its partners' rows have one term each. */
export function fillOwnDifferences(fit: usize, i: usize, slopes: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const rowBytes = (((load<u32>(fit, FIT_COLUMNS) as usize) + 1) & ~1) << 3;
  const own = load<usize>(fit, FIT_Z) + i * rowBytes;
  let other = load<usize>(fit, FIT_Z);
  let out = load<usize>(fit, FIT_DIFFERENCES);
  for (let j: usize = 0; j < rows; j++, other += rowBytes, out += rowBytes) {
    const slope = v128.load_splat<f64>(slopes + (j << 3));
    for (let d: usize = 0; d < rowBytes; d += 16) {
      v128.store(out + d, f64x2.mul(slope, f64x2.sub(v128.load(other + d), v128.load(own + d))));
    }
  }
  sumOwnDifferences(fit, i, slopes);
}

/** 2 X^T M, row after row. */
export function crossProduct(fit: usize, out: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const rowBytes = ((cols + 1) & ~1) << 3;
  const x = load<usize>(fit, FIT_X);
  const m = load<usize>(fit, FIT_DIFFERENCES);
  for (let d: usize = 0; d < cols; d++) combine(0, x + (d << 3), rowBytes, 2, m, rowBytes, rows, out + d * rowBytes);
}

/** Z = X (I + Delta). */
export function transformRows(fit: usize, delta: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const rowBytes = ((cols + 1) & ~1) << 3;
  const z = load<usize>(fit, FIT_Z);
  let own = load<usize>(fit, FIT_X);
  for (let i: usize = 0; i < rows; i++, own += rowBytes) {
    combine(own, own, 8, 1, delta, rowBytes, cols, z + i * rowBytes);
  }
}

/** The sum of `count` rows, each times its factor and `times`, after the row at `first` where that is not 0. */
// @ts-ignore: decorator
@inline
function combine(
  first: usize,
  factors: usize,
  factorStep: usize,
  times: f64,
  matrix: usize,
  rowBytes: usize,
  count: usize,
  out: usize,
): void {
  let d: usize = 0;
  for (; d + 64 <= rowBytes; d += 64) {
    let s0 = first === 0 ? f64x2.splat(0) : v128.load(first + d);
    let s1 = first === 0 ? f64x2.splat(0) : v128.load(first + d, 16);
    let s2 = first === 0 ? f64x2.splat(0) : v128.load(first + d, 32);
    let s3 = first === 0 ? f64x2.splat(0) : v128.load(first + d, 48);
    let row = matrix + d;
    let at = factors;
    for (let k: usize = 0; k < count; k++, row += rowBytes, at += factorStep) {
      const factor = f64x2.splat(times * load<f64>(at));
      s0 = f64x2.add(s0, f64x2.mul(factor, v128.load(row)));
      s1 = f64x2.add(s1, f64x2.mul(factor, v128.load(row, 16)));
      s2 = f64x2.add(s2, f64x2.mul(factor, v128.load(row, 32)));
      s3 = f64x2.add(s3, f64x2.mul(factor, v128.load(row, 48)));
    }
    v128.store(out + d, s0);
    v128.store(out + d, s1, 16);
    v128.store(out + d, s2, 32);
    v128.store(out + d, s3, 48);
  }
  for (; d < rowBytes; d += 16) {
    let sum = first === 0 ? f64x2.splat(0) : v128.load(first + d);
    let row = matrix + d;
    let at = factors;
    for (let k: usize = 0; k < count; k++, row += rowBytes, at += factorStep) {
      sum = f64x2.add(sum, f64x2.mul(f64x2.splat(times * load<f64>(at)), v128.load(row)));
    }
    v128.store(out + d, sum);
  }
}
