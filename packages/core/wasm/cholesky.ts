// Solving A X = B for symmetric positive definite A, with the bits of src/linear/cholesky.ts: the same operations in the
// same order for each number, but for several rows at once. The factor lies column after column.

/**
 * The lower triangular factor in place of the lower triangle of A; 0 where A is not positive definite, else 1.
 * @param stride Numbers from one column to the next; at least 8 more than n, since rows are taken eight at a time.
 */
export function factorise(a: usize, n: i32, stride: i32): i32 {
  const step = (stride as usize) << 3;
  const end = (n as usize) << 3;
  for (let j: usize = 0; j < end; j += 8) {
    const column = a + (j >> 3) * step;
    for (let i = j; i < end; i += 64) subtractProducts(a, column + i, i, j, step);
    const square = load<f64>(column + j);
    if (!(square > 0)) return 0;
    const root = sqrt<f64>(square);
    store<f64>(column + j, root);
    for (let i = j + 8; i < end; i += 8) store<f64>(column + i, load<f64>(column + i) / root);
  }
  return 1;
}

/** Eight rows of column j less the products of what is left of it, column by column from the first. */
// @ts-ignore: decorator
@inline
function subtractProducts(a: usize, at: usize, i: usize, j: usize, step: usize): void {
  let s0 = v128.load(at);
  let s1 = v128.load(at, 16);
  let s2 = v128.load(at, 32);
  let s3 = v128.load(at, 48);
  for (let column = a, end = a + (j >> 3) * step; column < end; column += step) {
    const other = v128.load_splat<f64>(column + j);
    s0 = f64x2.sub(s0, f64x2.mul(v128.load(column + i), other));
    s1 = f64x2.sub(s1, f64x2.mul(v128.load(column + i, 16), other));
    s2 = f64x2.sub(s2, f64x2.mul(v128.load(column + i, 32), other));
    s3 = f64x2.sub(s3, f64x2.mul(v128.load(column + i, 48), other));
  }
  v128.store(at, s0);
  v128.store(at, s1, 16);
  v128.store(at, s2, 32);
  v128.store(at, s3, 48);
}

/** X in place of B, row after row, given the factor of A. */
export function solveFactorised(factor: usize, n: i32, stride: i32, b: usize, columnCount: i32): void {
  const step = (stride as usize) << 3;
  const width = (columnCount as usize) << 3;
  for (let column: usize = 0; column < width; column += 8) {
    const x = b + column;
    for (let i: usize = 0; i < (n as usize); i++) {
      let sum = load<f64>(x + i * width);
      for (let k: usize = 0; k < i; k++) sum -= load<f64>(factor + k * step + (i << 3)) * load<f64>(x + k * width);
      store<f64>(x + i * width, sum / load<f64>(factor + i * step + (i << 3)));
    }
    for (let i = (n as isize) - 1; i >= 0; i--) {
      const own = factor + (i as usize) * step;
      let sum = load<f64>(x + (i as usize) * width);
      for (let k = (i as usize) + 1; k < (n as usize); k++) sum -= load<f64>(own + (k << 3)) * load<f64>(x + k * width);
      store<f64>(x + (i as usize) * width, sum / load<f64>(own + ((i as usize) << 3)));
    }
  }
}
