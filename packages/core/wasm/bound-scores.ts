// Upper bounds of the gain of all items of a segment, from the lists of wasm/bound-lists.ts. At a point whose decision is h
// and whose runner-up is r, a label y at similarity w removes a risk of at most (w - gap(y)) / (S + w); the gaps of all classes
// but r are at least that of the third class. docs/decisions/0240-bounds.md proves it. Sums are kept in whole numbers, so that
// a point's terms can be replaced without a trace (0327-kept-bounds.md).
import { BOUND_GAP, BOUND_H, BOUND_KEY_BITS, BOUND_POINT_BYTES, BOUND_R, BOUND_SUM, BOUND_THIRD, BOUND_WEIGHT } from "../src/engine/memory/layout";

const SHIFT: u32 = 32 - BOUND_KEY_BITS;
/** What a tail is at least, so that a bound of 0 says that there was nothing to add. */
const LEAST: f32 = 1e-37;

/**
 * Upper bounds for the items from `from` up to `to`.
 * @param points,kept What `describeBounds` wrote now, and when each point was last added up.
 * @param changes The points whose terms are replaced, `changeCount` of them.
 * @param shortfalls Per class what the sums of the other points lack at most.
 * @param planes Two whole numbers of 32 bits per item and class; cleared first where `fresh` is not 0.
 * @param unit What 1 is in these.
 * @param tailScale What tails are multiplied with, if the priors differ from those at which they were summed.
 * @param scale 1 / |E|, or 1 with weights, and a little more for rounding.
 * @param margin Added to what is above 0: how far the definition's own rounding can go.
 * @returns What no tail exceeds.
 */
export function scoreBounds(
  from: i32,
  to: i32,
  data: usize,
  starts: usize,
  cuts: usize,
  pointCount: i32,
  points: usize,
  kept: usize,
  changes: usize,
  changeCount: i32,
  shortfalls: usize,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  planes: usize,
  fresh: i32,
  unit: f64,
  tails: usize,
  tailScale: f64,
  scale: f64,
  margin: f64,
  scores: usize,
): f64 {
  const length = (to - from + 7) & ~7;
  const planeBytes = (length as usize) << 2;
  const others = planes + planeBytes * (classCount as usize);
  if (fresh !== 0) memory.fill(planes, 0, planeBytes * (classCount as usize) * 2);
  for (let at = changes, end = changes + ((changeCount as usize) << 2); at < end; at += 4) {
    const x = load<u32>(at) as usize;
    const first = load<u32>(starts + (x << 2)) as usize;
    if ((load<u32>(starts + (x << 2), 4) as usize) === first) continue;
    const place = x * BOUND_POINT_BYTES;
    replaceTerms(data + (first << 1), kept + place, points + place, planes, others, planeBytes, unit);
  }
  const open = openTails(cuts, pointCount, points);
  finish(from, length, classCount, freq, stride, beta, planes, others, planeBytes, shortfalls, unit, tails, tailScale, open, scale, margin, scores);
  return open;
}

/** What no tail exceeds: the terms at the ends of the lists. */
function openTails(cuts: usize, pointCount: i32, points: usize): f64 {
  let open: f64 = 0;
  for (let x: usize = 0; x < (pointCount as usize); x++, points += BOUND_POINT_BYTES) {
    const gap = load<f64>(points, BOUND_GAP);
    const cut = load<f32>(cuts + (x << 2)) as f64;
    if (cut > gap) open += (load<f64>(points, BOUND_WEIGHT) * (cut - gap)) / (load<f64>(points, BOUND_SUM) + cut);
  }
  return open;
}

/** Takes the terms of a point as it was back and adds those of the point as it is, both at once: a pair of numbers each. */
function replaceTerms(list: usize, then: usize, now: usize, planes: usize, others: usize, planeBytes: usize, unit: f64): void {
  const runs = load<u16>(list) as usize;
  const gaps = pairOf(then, now, BOUND_GAP);
  const thirds = pairOf(then, now, BOUND_THIRD);
  const sums = pairOf(then, now, BOUND_SUM);
  const weight = f64x2.splat(load<f64>(now, BOUND_WEIGHT) * unit);
  const least = min(load<f64>(then, BOUND_GAP), load<f64>(now, BOUND_GAP));
  const nearThen = planes + planeBytes * (load<u32>(then, BOUND_R) as usize);
  const nearNow = planes + planeBytes * (load<u32>(now, BOUND_R) as usize);
  const farThen = others + planeBytes * (load<u32>(then, BOUND_H) as usize);
  const farNow = others + planeBytes * (load<u32>(now, BOUND_H) as usize);
  const zero = f64x2.splat(0);
  let at = list + 2 + (runs << 2);
  for (let run = list + 2, last = at; run < last; run += 4) {
    const edge = reinterpret<f32>(((load<u16>(run) as u32) + 1) << SHIFT) as f64;
    if (edge <= least) break;
    const end = at + (((load<u16>(run, 2) as usize) + 1) << 1);
    const edges = f64x2.splat(edge);
    const shares = f64x2.div(weight, f64x2.add(sums, edges));
    const all = f64x2.pmax(zero, f64x2.mul(f64x2.sub(edges, gaps), shares));
    const both = f64x2.pmax(zero, f64x2.mul(f64x2.sub(edges, thirds), shares));
    // Where the third class is nearly as near as the second, one sum serves both.
    const single = f64x2.gt(both, f64x2.mul(all, f64x2.splat(0.98)));
    const near = i32x4.trunc_sat_f64x2_u_zero(v128.andnot(f64x2.ceil(f64x2.sub(all, both)), single));
    const far = i32x4.trunc_sat_f64x2_u_zero(f64x2.ceil(v128.bitselect(all, both, single)));
    replace(nearThen, nearNow, i32x4.extract_lane(near, 0), i32x4.extract_lane(near, 1), at, end);
    replace(farThen, farNow, i32x4.extract_lane(far, 0), i32x4.extract_lane(far, 1), at, end);
    at = end;
  }
}

/** A field of two points, side by side. */
// @ts-ignore: decorator
@inline
function pairOf(a: usize, b: usize, field: usize): v128 {
  return v128.load64_lane(b + field, v128.load64_zero(a + field), 1);
}

// @ts-ignore: decorator
@inline
function replace(planeThen: usize, planeNow: usize, then: u32, now: u32, at: usize, end: usize): void {
  if (planeThen === planeNow) {
    if (now !== then) scatter(planeNow, at, end, now - then);
    return;
  }
  if (then !== 0) scatter(planeThen, at, end, 0 - then);
  if (now !== 0) scatter(planeNow, at, end, now);
}

/** Adds a number at each of the positions. */
function scatter(plane: usize, at: usize, end: usize, value: u32): void {
  for (; at + 8 <= end; at += 8) {
    const four = load<u64>(at);
    const a = plane + (((four & 0xffff) as usize) << 2);
    const b = plane + ((((four >> 16) & 0xffff) as usize) << 2);
    const c = plane + ((((four >> 32) & 0xffff) as usize) << 2);
    const d = plane + (((four >> 48) as usize) << 2);
    store<u32>(a, load<u32>(a) + value);
    store<u32>(b, load<u32>(b) + value);
    store<u32>(c, load<u32>(c) + value);
    store<u32>(d, load<u32>(d) + value);
  }
  for (; at < end; at += 2) {
    const a = plane + ((load<u16>(at) as usize) << 2);
    store<u32>(a, load<u32>(a) + value);
  }
}

/** The expectation over the candidate's label of the bounds. */
function finish(
  from: i32,
  length: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  near: usize,
  far: usize,
  planeBytes: usize,
  shortfalls: usize,
  unit: f64,
  tails: usize,
  tailScale: f64,
  open: f64,
  scale: f64,
  margin: f64,
  scores: usize,
): void {
  const step = (stride as usize) << 3;
  const zero = f64x2.splat(0);
  const units = f64x2.splat(unit);
  let lacking: f64 = 0;
  for (let y: usize = 0; y < (classCount as usize); y++) lacking += load<f64>(shortfalls + (y << 3));
  for (let i = 0; i < length; i += 2) {
    const at = (i as usize) << 2;
    let k = freq + (((from + i) as usize) << 3);
    let total = zero;
    let expected = zero;
    let all = zero;
    let any = f64x2.splat(lacking);
    for (let y: usize = 0, plane = at; y < (classCount as usize); y++, plane += planeBytes, k += step) {
      const chance = f64x2.add(v128.load(k), v128.load_splat<f64>(beta + (y << 3)));
      const others = f64x2.convert_low_i32x4_u(v128.load64_zero(far + plane));
      total = f64x2.add(total, chance);
      all = f64x2.add(all, others);
      const second = f64x2.convert_low_i32x4_u(v128.load64_zero(near + plane));
      any = f64x2.add(any, second);
      const short = f64x2.mul(units, v128.load_splat<f64>(shortfalls + (y << 3)));
      expected = f64x2.add(expected, f64x2.mul(chance, f64x2.add(short, f64x2.sub(second, others))));
    }
    const summed = f64x2.add(f64x2.splat(LEAST as f64), f64x2.promote_low_f32x4(v128.load64_zero(tails + at)));
    const tail = f64x2.pmin(f64x2.mul(f64x2.splat(tailScale), summed), f64x2.splat(open));
    const gain = f64x2.add(f64x2.div(f64x2.add(expected, f64x2.mul(total, all)), f64x2.mul(total, units)), tail);
    const bound = f64x2.add(f64x2.mul(gain, f64x2.splat(scale)), f64x2.splat(margin));
    // Without any listed pair and without tail the definition adds nothing at all.
    v128.store(scores + (((from + i) as usize) << 3), v128.and(bound, f64x2.gt(f64x2.add(f64x2.add(all, any), tail), zero)));
  }
}
