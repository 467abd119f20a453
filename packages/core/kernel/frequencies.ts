// Kernel frequencies, one plane per class. A plane is summed over the labelled items in ascending order, as in
// src/classifier/frequencies.ts; the caller calls once per item, in that order.

/** plane += count * column, for `length` numbers (even). */
export function addColumn(plane: usize, column: usize, count: f64, length: i32): void {
  const times = f64x2.splat(count);
  for (let end = plane + ((length as usize) << 3); plane < end; plane += 16) {
    v128.store(plane, f64x2.add(v128.load(plane), f64x2.mul(times, v128.load(column))));
    column += 16;
  }
}

/** out[i] = plane[indices[i]]. */
export function gather(plane: usize, indices: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < (count as usize); i++) {
    store<f64>(out + (i << 3), load<f64>(plane + ((load<u32>(indices + (i << 2)) as usize) << 3)));
  }
}

/** `length` bytes of zeros. */
export function clear(at: usize, length: i32): void {
  memory.fill(at, 0, length as usize);
}
