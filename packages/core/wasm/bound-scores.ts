// Upper bounds of the gain of all items of a segment, from the lists of wasm/bound-lists.ts. At a point whose decision is h
// and whose runner-up is r, a label y at similarity w removes a risk of at most (w - gap(y)) / (S + w); the gaps of all classes
// but r are at least that of the third class. docs/decisions/0240-bounds.md proves it.
import { BOUND_GAP, BOUND_H, BOUND_KEY_BITS, BOUND_POINT_BYTES, BOUND_R, BOUND_SUM, BOUND_THIRD, BOUND_WEIGHT } from "../src/engine/memory/layout";
import { gainOfRow } from "./exactly";
import { fillRow } from "./rows";

const SHIFT: u32 = 32 - BOUND_KEY_BITS;
const ULP: f64 = 2.220446049250313e-16;
/** What is added at least, so that a sum of 0 says that there was nothing to add. */
const LEAST: f32 = 1e-37;

/** Writes what the bounds need to know of each point, and all gaps once more in 32 bits; gaps are never too large. */
export function describeBounds(
  freq: usize,
  stride: i32,
  pointCount: i32,
  classCount: i32,
  alpha: usize,
  weights: usize,
  weightScale: f64,
  out: usize,
  narrowGaps: usize,
): void {
  const step = (stride as usize) << 3;
  for (let x: usize = 0; x < (pointCount as usize); x++, out += BOUND_POINT_BYTES) {
    let h = 0;
    let r = 0;
    let best: f64 = -1;
    let second: f64 = -1;
    let third: f64 = -1;
    let sum: f64 = 0;
    for (let y = 0; y < classCount; y++) {
      const value = load<f64>(freq + (y as usize) * step + (x << 3));
      sum += value + load<f64>(alpha + ((y as usize) << 3));
      if (value > best) {
        third = second;
        second = best;
        r = h;
        best = value;
        h = y;
      } else if (value > second) {
        third = second;
        second = value;
        r = y;
      } else if (value > third) third = value;
    }
    const slack = best * ULP;
    const gap = max<f64>(0, best - second - slack);
    store<f64>(out, gap, BOUND_GAP);
    store<f32>(narrowGaps + (x << 2), (gap * (1 - ULP * 2147483648)) as f32); // not above it once it is rounded
    store<f64>(out, third < 0 ? Infinity : max<f64>(0, best - third - slack), BOUND_THIRD);
    store<f64>(out, sum, BOUND_SUM);
    store<f64>(out, weights === 0 ? 1 : load<f64>(weights + (x << 3)) * weightScale, BOUND_WEIGHT);
    store<u32>(out, h, BOUND_H);
    store<u32>(out, r, BOUND_R);
  }
}

/**
 * Upper bounds for the items from `from` up to `to`.
 * @param points What `describeBounds` wrote.
 * @param planes Room for two numbers of 32 bits per item and class.
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
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  planes: usize,
  tails: usize,
  tailScale: f64,
  scale: f64,
  margin: f64,
  scores: usize,
): f64 {
  const length = (to - from + 7) & ~7;
  const planeBytes = (length as usize) << 2;
  const others = planes + planeBytes * (classCount as usize);
  memory.fill(planes, 0, planeBytes * (classCount as usize) * 2);
  let open: f64 = 0;
  for (let x: usize = 0; x < (pointCount as usize); x++) {
    const point = points + x * BOUND_POINT_BYTES;
    const gap = load<f64>(point, BOUND_GAP);
    const third = load<f64>(point, BOUND_THIRD);
    const sum = load<f64>(point, BOUND_SUM);
    const weight = load<f64>(point, BOUND_WEIGHT);
    const cut = load<f32>(cuts + (x << 2)) as f64;
    if (cut > gap) open += (weight * (cut - gap)) / (sum + cut);
    const first = load<u32>(starts + (x << 2)) as usize;
    if (load<u32>(starts + (x << 2), 4) as usize === first) continue;
    const list = data + (first << 1);
    const runs = load<u16>(list) as usize;
    const near = planes + planeBytes * (load<u32>(point, BOUND_R) as usize);
    const far = others + planeBytes * (load<u32>(point, BOUND_H) as usize);
    let at = list + 2 + (runs << 2);
    for (let run = list + 2, last = at; run < last; run += 4) {
      const edge = reinterpret<f32>(((load<u16>(run) as u32) + 1) << SHIFT) as f64;
      if (edge <= gap) break;
      const end = at + ((((load<u16>(run, 2) as usize) + 1)) << 1);
      const share = weight / (sum + edge);
      const all = (edge - gap) * share;
      const both = edge > third ? (edge - third) * share : 0;
      // Where the third class is nearly as near as the second, one sum serves both.
      if (both > all * 0.98) scatter(far, at, end, max<f32>(all as f32, LEAST));
      else {
        scatter(near, at, end, max<f32>((all - both) as f32, LEAST));
        if (both > 0) scatter(far, at, end, both as f32);
      }
      at = end;
    }
  }
  finish(from, length, classCount, freq, stride, beta, planes, others, planeBytes, tails, tailScale, open, scale, margin, scores);
  return open;
}

/** Adds a number at each of the positions. */
// @ts-ignore: decorator
@inline
function scatter(plane: usize, at: usize, end: usize, value: f32): void {
  for (; at + 8 <= end; at += 8) {
    const four = load<u64>(at);
    const a = plane + (((four & 0xffff) as usize) << 2);
    const b = plane + ((((four >> 16) & 0xffff) as usize) << 2);
    const c = plane + ((((four >> 32) & 0xffff) as usize) << 2);
    const d = plane + (((four >> 48) as usize) << 2);
    store<f32>(a, load<f32>(a) + value);
    store<f32>(b, load<f32>(b) + value);
    store<f32>(c, load<f32>(c) + value);
    store<f32>(d, load<f32>(d) + value);
  }
  for (; at < end; at += 2) {
    const a = plane + ((load<u16>(at) as usize) << 2);
    store<f32>(a, load<f32>(a) + value);
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
  tails: usize,
  tailScale: f64,
  open: f64,
  scale: f64,
  margin: f64,
  scores: usize,
): void {
  const step = (stride as usize) << 3;
  const zero = f64x2.splat(0);
  for (let i = 0; i < length; i += 2) {
    const at = (i as usize) << 2;
    let k = freq + (((from + i) as usize) << 3);
    let total = zero;
    let expected = zero;
    let all = zero;
    let any = zero;
    for (let y: usize = 0, plane = at; y < (classCount as usize); y++, plane += planeBytes, k += step) {
      const chance = f64x2.add(v128.load(k), v128.load_splat<f64>(beta + (y << 3)));
      const others = f64x2.promote_low_f32x4(v128.load64_zero(far + plane));
      total = f64x2.add(total, chance);
      all = f64x2.add(all, others);
      const second = f64x2.promote_low_f32x4(v128.load64_zero(near + plane));
      any = f64x2.add(any, second);
      expected = f64x2.add(expected, f64x2.mul(chance, f64x2.sub(second, others)));
    }
    const summed = f64x2.add(f64x2.splat(LEAST as f64), f64x2.promote_low_f32x4(v128.load64_zero(tails + at)));
    const tail = f64x2.pmin(f64x2.mul(f64x2.splat(tailScale), summed), f64x2.splat(open));
    const gain = f64x2.add(f64x2.div(f64x2.add(expected, f64x2.mul(total, all)), total), tail);
    const bound = f64x2.add(f64x2.mul(gain, f64x2.splat(scale)), f64x2.splat(margin));
    // Without any listed pair and without tail the definition adds nothing at all.
    v128.store(scores + (((from + i) as usize) << 3), v128.and(bound, f64x2.gt(f64x2.add(f64x2.add(all, any), tail), zero)));
  }
}

/**
 * The definition's scores of some candidates (wasm/exactly.ts). Pairs that cannot flip a decision are passed over: the
 * definition adds nothing there.
 * @param candidates Positions of items, `count` of them.
 * @param order The points in the order of the definition's sum.
 * @param live Room for as many positions as there are points.
 */
export function gainsExactly(
  relation: usize,
  candidates: usize,
  count: i32,
  order: usize,
  points: usize,
  pointCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  itemFreq: usize,
  itemStride: i32,
  alpha: usize,
  beta: usize,
  weights: usize,
  row: usize,
  scratch: usize,
  chances: usize,
  live: usize,
  out: usize,
): void {
  for (let c: usize = 0; c < (count as usize); c++) {
    const candidate = load<u32>(candidates + (c << 2)) as i32;
    fillRow(relation, candidate, 0, (pointCount + 7) & ~7, row, scratch);
    let living = 0;
    for (let i: usize = 0; i < (pointCount as usize); i++) {
      const x = load<u32>(order + (i << 2));
      if (load<f64>(row + ((x as usize) << 3)) < load<f64>(points + (x as usize) * BOUND_POINT_BYTES, BOUND_GAP)) continue;
      store<u32>(live + ((living as usize) << 2), x);
      living++;
    }
    const gain = gainOfRow(candidate, live, living, pointCount, classCount, freq, stride, itemFreq, itemStride, alpha, beta, weights, row, chances);
    store<f64>(out + (c << 3), gain);
  }
}
