// Kernel frequencies, one plane per class. A plane is summed over the labelled items in ascending order, as in
// src/classifier/frequencies.ts; the caller calls once per item, in that order.
import { VOTER_BYTES } from "../src/engine/memory/layout";

/**
 * Bytes of a plane that all columns are added to before the next: they stay in the first cache, and each column is read in
 * stretches that the processor sees coming.
 */
const STRETCH: usize = 4096;

/** plane += count * column, for `length` numbers (even). */
export function addColumn(plane: usize, column: usize, count: f64, length: i32): void {
  const times = f64x2.splat(count);
  for (let end = plane + ((length as usize) << 3); plane < end; plane += 16) {
    v128.store(plane, f64x2.add(v128.load(plane), f64x2.mul(times, v128.load(column))));
    column += 16;
  }
}

/**
 * The same for several columns, one after the other, for `length` numbers (a multiple of 8); a voter is a count and the
 * address of its column, 16 bytes.
 */
export function sumColumns(plane: usize, voters: usize, voterCount: i32, length: i32): void {
  const end = voters + ((voterCount as usize) * VOTER_BYTES);
  const bytes = (length as usize) << 3;
  for (let from: usize = 0; from < bytes; from += STRETCH) {
    const stretch = min(STRETCH, bytes - from);
    for (let voter = voters; voter < end; voter += VOTER_BYTES) {
      const times = v128.load_splat<f64>(voter);
      let column = (load<u32>(voter, 8) as usize) + from;
      for (let at = plane + from, last = at + stretch; at < last; at += 64, column += 64) {
        v128.store(at, f64x2.add(v128.load(at), f64x2.mul(times, v128.load(column))));
        v128.store(at, f64x2.add(v128.load(at, 16), f64x2.mul(times, v128.load(column, 16))), 16);
        v128.store(at, f64x2.add(v128.load(at, 32), f64x2.mul(times, v128.load(column, 32))), 32);
        v128.store(at, f64x2.add(v128.load(at, 48), f64x2.mul(times, v128.load(column, 48))), 48);
      }
    }
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
