// What a fit is charged (src/kernels/learning/fit-charge.ts), with the definition's bits: lanes are items.
import {
  FIT_COLUMNS,
  FIT_DIFFERENCES,
  FIT_FULL,
  FIT_GRADIENTS,
  FIT_MATRIX,
  FIT_PARAMETER_OF,
  FIT_PARAMETERS,
  FIT_ROWS,
  FIT_SLOPES,
  FIT_WEIGHTS,
  FIT_WIDTH,
} from "../src/engine/memory/layout";
import { factorise } from "./cholesky";
import { crossProduct, fillOwnDifferences, sumOwnSquares } from "./fit-gradient";
import { fillSlopes } from "./fit-score";
import { ln } from "./ln";

/**
 * The charge at the fitted parameters, whose similarities and e are known.
 * @param room For one gradient.
 */
export function chargeOf(fit: usize, parameters: usize, scale: f64, room: usize): f64 {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const count = load<u32>(fit, FIT_PARAMETERS) as usize;
  const width = load<f64>(fit, FIT_WIDTH);
  const matrix = load<usize>(fit, FIT_MATRIX);
  let squares: f64 = 0;
  for (let at = parameters, end = at + (count << 3); at < end; at += 8) squares += load<f64>(at) * load<f64>(at);
  for (let i: usize = 0; i < rows; i++) itemGradient(fit, i, count, scale, room);
  fillMatrix(fit, rows, count, width, matrix);
  if (factorise(matrix, rows as i32, (rows + 8) as i32) === 0) return Infinity;
  let determinant: f64 = 0;
  for (let i: usize = 0; i < rows; i++) determinant += ln(load<f64>(matrix + (i * (rows + 9) << 3)));
  const charge = squares / width / width / 2 + determinant;
  return isFinite(charge) ? charge : Infinity;
}

/** The gradient of item i's own part of F, to its place in the packs of eight items. */
// @ts-ignore: decorator
@inline
function itemGradient(fit: usize, i: usize, count: usize, scale: f64, room: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const slopes = load<usize>(fit, FIT_SLOPES);
  const times = f64x2.splat(scale);
  fillSlopes(fit, i, rows, true, slopes);
  for (let j: usize = 0; j < rows << 3; j += 16) v128.store(slopes + j, f64x2.mul(v128.load(slopes + j), times));
  if (load<u32>(fit, FIT_FULL) !== 0) {
    fillOwnDifferences(fit, i, slopes);
    crossProduct(fit, room);
  } else {
    const columns = load<usize>(fit, FIT_DIFFERENCES);
    const weights = load<usize>(fit, FIT_WEIGHTS);
    const parameterOf = load<usize>(fit, FIT_PARAMETER_OF);
    sumOwnSquares(fit, i, slopes, columns);
    memory.fill(room, 0, count << 3);
    for (let d: usize = 0; d < cols; d++) {
      const at = room + ((load<u32>(parameterOf + (d << 2)) as usize) << 3);
      store<f64>(at, load<f64>(at) + load<f64>(weights + (d << 3)) * load<f64>(columns + (d << 3)));
    }
  }
  let out = load<usize>(fit, FIT_GRADIENTS) + (i >> 3) * (count << 6) + ((i & 7) << 3);
  for (let at = room, end = room + (count << 3); at < end; at += 8, out += 64) store<f64>(out, load<f64>(at));
}

/** I + Q width^2, the lower half, column after column. */
// @ts-ignore: decorator
@inline
function fillMatrix(fit: usize, rows: usize, count: usize, width: f64, matrix: usize): void {
  const gradients = load<usize>(fit, FIT_GRADIENTS);
  const packBytes = count << 6;
  const wide = f64x2.splat(width);
  for (let j: usize = 0; j < rows; j++) {
    const own = gradients + (j >> 3) * packBytes + ((j & 7) << 3);
    const column = matrix + (j * (rows + 8) << 3);
    for (let i = j & ~7; i < rows; i += 8) {
      let at = gradients + (i >> 3) * packBytes;
      const start = column + (i << 3);
      memory.fill(start, 0, 64);
      if (i <= j) store<f64>(column + (j << 3), 1.0 / width / width);
      let s0 = v128.load(start);
      let s1 = v128.load(start, 16);
      let s2 = v128.load(start, 32);
      let s3 = v128.load(start, 48);
      for (let g = own, end = own + packBytes; g < end; g += 64, at += 64) {
        const factor = v128.load_splat<f64>(g);
        s0 = f64x2.add(s0, f64x2.mul(v128.load(at), factor));
        s1 = f64x2.add(s1, f64x2.mul(v128.load(at, 16), factor));
        s2 = f64x2.add(s2, f64x2.mul(v128.load(at, 32), factor));
        s3 = f64x2.add(s3, f64x2.mul(v128.load(at, 48), factor));
      }
      v128.store(start, f64x2.mul(f64x2.mul(s0, wide), wide));
      v128.store(start, f64x2.mul(f64x2.mul(s1, wide), wide), 16);
      v128.store(start, f64x2.mul(f64x2.mul(s2, wide), wide), 32);
      v128.store(start, f64x2.mul(f64x2.mul(s3, wide), wide), 48);
    }
  }
}
