// Upper bounds of similarities as numbers of 32 bits: of the RBF kernel from narrow features, of other kernels from their own
// values. docs/decisions/0240-bounds.md proves them.
import { STEP_ITEMS } from "../src/engine/memory/layout";
import { fillRow } from "./rows";

/** 2^-126, below which numbers of 32 bits lose precision. */
const MIN_POWER: f32 = 1.1754943508222875e-38;

/** The features of `count` items in packs of four numbers of 32 bits, less their centre and scaled. */
export function narrowPacks(packs: usize, cols: i32, count: i32, centre: usize, scale: f64, out: usize): void {
  for (let i = 0; i < count; i++) {
    let at = packs + ((((i & ~7) as usize) * (cols as usize)) << 3) + (((i & 7) as usize) << 3);
    let to = out + ((((i & ~3) as usize) * (cols as usize)) << 2) + (((i & 3) as usize) << 2);
    for (let d: usize = 0; d < (cols as usize); d++) {
      const value = (load<f64>(at) - load<f64>(centre + (d << 3))) * scale;
      store<f32>(to, value as f32);
      at += 64;
      to += 16;
    }
  }
}

/** The numbers of several points from `x` on side by side, column after column, to `block`. */
export function gatherPoints(points: usize, cols: i32, x: i32, block: usize): void {
  const step = (cols as usize) << 4;
  const near = points + ((x as usize) >> 2) * step;
  for (let d: usize = 0; d < (cols as usize); d++) {
    v128.store(block + (d << 5), v128.load(near + (d << 4)));
    v128.store(block + (d << 5), v128.load(near + step + (d << 4)), 16);
  }
}

/** The same for single items, side by side as `gatherPoints` leaves them; `places` lists their positions. */
export function gatherItems(packs: usize, cols: i32, centre: usize, scale: f64, places: usize, count: i32, block: usize): void {
  for (let p: usize = 0; p < (count as usize); p++) {
    const i = load<u32>(places + (p << 2)) as usize;
    let at = packs + (((i & ~7) * (cols as usize)) << 3) + ((i & 7) << 3);
    for (let d: usize = 0; d < (cols as usize); d++, at += 64) {
      const value = (load<f64>(at) - load<f64>(centre + (d << 3))) * scale;
      store<f32>(block + (d << 5) + (p << 2), value as f32);
    }
  }
}

/**
 * Upper bounds of the similarities of several points to all items in narrow packs, row after row.
 * @param block The points' numbers side by side.
 * @param shrink,lift A bound is 2^(lift - shrink |difference|^2).
 */
export function fillUppers(packs: usize, cols: i32, block: usize, shrink: f64, lift: f64, rows: usize, rowBytes: usize): void {
  const end = block + ((cols as usize) << 5);
  const a = f32x4.splat(-shrink as f32);
  const b = f32x4.splat(lift as f32);
  for (let out = rows, last = rows + rowBytes; out < last; out += 16) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let s4 = s0;
    let s5 = s0;
    let s6 = s0;
    let s7 = s0;
    for (let at = block; at < end; at += 32, packs += 16) {
      const v = v128.load(packs);
      const d0 = f32x4.sub(v, v128.load32_splat(at));
      const d1 = f32x4.sub(v, v128.load32_splat(at, 4));
      const d2 = f32x4.sub(v, v128.load32_splat(at, 8));
      const d3 = f32x4.sub(v, v128.load32_splat(at, 12));
      const d4 = f32x4.sub(v, v128.load32_splat(at, 16));
      const d5 = f32x4.sub(v, v128.load32_splat(at, 20));
      const d6 = f32x4.sub(v, v128.load32_splat(at, 24));
      const d7 = f32x4.sub(v, v128.load32_splat(at, 28));
      s0 = f32x4.add(s0, f32x4.mul(d0, d0));
      s1 = f32x4.add(s1, f32x4.mul(d1, d1));
      s2 = f32x4.add(s2, f32x4.mul(d2, d2));
      s3 = f32x4.add(s3, f32x4.mul(d3, d3));
      s4 = f32x4.add(s4, f32x4.mul(d4, d4));
      s5 = f32x4.add(s5, f32x4.mul(d5, d5));
      s6 = f32x4.add(s6, f32x4.mul(d6, d6));
      s7 = f32x4.add(s7, f32x4.mul(d7, d7));
    }
    v128.store(out, powerOfTwo(f32x4.add(b, f32x4.mul(a, s0))));
    v128.store(out + rowBytes, powerOfTwo(f32x4.add(b, f32x4.mul(a, s1))));
    v128.store(out + rowBytes * 2, powerOfTwo(f32x4.add(b, f32x4.mul(a, s2))));
    v128.store(out + rowBytes * 3, powerOfTwo(f32x4.add(b, f32x4.mul(a, s3))));
    v128.store(out + rowBytes * 4, powerOfTwo(f32x4.add(b, f32x4.mul(a, s4))));
    v128.store(out + rowBytes * 5, powerOfTwo(f32x4.add(b, f32x4.mul(a, s5))));
    v128.store(out + rowBytes * 6, powerOfTwo(f32x4.add(b, f32x4.mul(a, s6))));
    v128.store(out + rowBytes * 7, powerOfTwo(f32x4.add(b, f32x4.mul(a, s7))));
  }
}

/** 2^t, not below it and at most 2^-16 of it above; t at most 1. Powers below 2^-126 become that. */
// @ts-ignore: decorator
@inline
function powerOfTwo(t: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-126), t);
  const n = f32x4.nearest(bounded);
  const z = f32x4.mul(f32x4.sub(bounded, n), f32x4.splat(0.6931471805599453));
  const z2 = f32x4.mul(z, z);
  const low = f32x4.add(f32x4.splat(1.00000763), z); // 1 + 2^-17: more than the rest of the series and all rounding
  const middle = f32x4.add(f32x4.splat(0.5), f32x4.mul(z, f32x4.splat(0.16666667)));
  const high = f32x4.add(f32x4.splat(0.041666668), f32x4.mul(z, f32x4.splat(0.008333334)));
  const power = f32x4.add(low, f32x4.mul(z2, f32x4.add(middle, f32x4.mul(z2, high))));
  return f32x4.mul(power, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}

/** The same row from the kernel's own values, rounded upwards and not below 2^-126. */
export function widen(relation: usize, x: i32, from: i32, length: i32, wide: usize, row: usize, scratch: usize): void {
  const up = f64x2.splat(1 + 1.1920928955078125e-7);
  const floor = f32x4.splat(MIN_POWER);
  for (let i = 0; i < length; i += STEP_ITEMS) {
    const end = min(i + STEP_ITEMS, length);
    fillRow(relation, x, from + i, from + end, wide, scratch);
    for (let at = wide, last = wide + (((end - i) as usize) << 3); at < last; at += 16, row += 8) {
      v128.store64_lane(row, f32x4.pmax(floor, f32x4.demote_f64x2_zero(f64x2.mul(up, v128.load(at)))), 0);
    }
  }
}
