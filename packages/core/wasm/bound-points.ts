// What upper bounds need to know of each evaluation point, and which points must be added up anew after a label: sums of
// an earlier state stay upper bounds where gaps and sums have only grown, and are short by a known number where a gap has
// shrunk. docs/decisions/0327-kept-bounds.md proves it.
import { BOUND_GAP, BOUND_H, BOUND_POINT_BYTES, BOUND_R, BOUND_SUM, BOUND_THIRD, BOUND_WEIGHT } from "../src/engine/memory/layout";

const ULP: f64 = 2.220446049250313e-16;
/** More than what is lost to rounding when shortfalls are added up. */
const ROUNDED: f64 = 1 + 9.5367431640625e-7;
/** Shortfalls are sorted by their binary order of magnitude, from 2^-63 on. */
const ORDERS: i32 = 64;

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

/** States of no point: nothing was added up for it. */
export function forgetBounds(kept: usize, pointCount: i32): void {
  for (let end = kept + (pointCount as usize) * BOUND_POINT_BYTES; kept < end; kept += BOUND_POINT_BYTES) {
    store<f64>(kept, Infinity, BOUND_GAP);
    store<f64>(kept, Infinity, BOUND_THIRD);
    store<f64>(kept, 1, BOUND_SUM);
    store<u32>(kept, 0, BOUND_H);
    store<u32>(kept, 0, BOUND_R);
  }
}

/**
 * Lists the points that are to be added up anew: those whose kept state bounds the present one no more or by much, and of
 * the others those with the largest shortfalls, until the shortfalls of the rest add up to at most `budget`.
 * @param points,kept The states of now, and those at which each point was added up.
 * @param slack How much too large a term may be: a share of what it is of.
 * @param shortfalls Per class what kept sums lack at most, for the points that are not listed.
 * @param room Room for a number per point and one for each of 64 orders.
 * @returns How many are listed.
 */
export function planBounds(
  freq: usize,
  stride: i32,
  pointCount: i32,
  classCount: i32,
  points: usize,
  kept: usize,
  budget: f64,
  slack: f64,
  changes: usize,
  shortfalls: usize,
  room: usize,
): i32 {
  const orders = room + ((pointCount as usize) << 3);
  memory.fill(orders, 0, ORDERS << 3);
  for (let x: usize = 0; x < (pointCount as usize); x++) {
    const now = points + x * BOUND_POINT_BYTES;
    const then = kept + x * BOUND_POINT_BYTES;
    const lacking = isLoose(now, then, freq, stride, x, slack) ? Infinity : shortfall(now, then, freq, stride, x, classCount, 0);
    store<f64>(room + (x << 3), lacking);
    if (lacking === 0 || lacking === Infinity) continue;
    const slot = orders + ((orderOf(lacking) as usize) << 3);
    store<f64>(slot, load<f64>(slot) + lacking);
  }
  let first = 0;
  for (let left = budget; first < ORDERS; first++) {
    left -= load<f64>(orders + ((first as usize) << 3));
    if (left < 0) break;
  }
  memory.fill(shortfalls, 0, (classCount as usize) << 3);
  let count = 0;
  for (let x: usize = 0; x < (pointCount as usize); x++) {
    const lacking = load<f64>(room + (x << 3));
    if (lacking === 0) continue;
    if (lacking === Infinity || orderOf(lacking) >= first) store<u32>(changes + ((count++ as usize) << 2), x as u32);
    else shortfall(points + x * BOUND_POINT_BYTES, kept + x * BOUND_POINT_BYTES, freq, stride, x, classCount, shortfalls);
  }
  return count;
}

/** The states of the points that were added up anew become the kept ones. */
export function keepBounds(points: usize, kept: usize, changes: usize, changeCount: i32): void {
  for (let end = changes + ((changeCount as usize) << 2); changes < end; changes += 4) {
    const at = (load<u32>(changes) as usize) * BOUND_POINT_BYTES;
    memory.copy(kept + at, points + at, BOUND_POINT_BYTES);
  }
}

function orderOf(number: f64): i32 {
  const exponent = ((reinterpret<u64>(number) >> 52) as i32) - 1023;
  return min(ORDERS - 1, max(0, exponent + ORDERS - 1));
}

/** Whether terms of the kept state may be too small by more than a shortfall says, or are much too large. */
function isLoose(now: usize, then: usize, freq: usize, stride: i32, x: usize, slack: f64): bool {
  const sum = load<f64>(now, BOUND_SUM);
  const before = load<f64>(then, BOUND_SUM);
  const gap = load<f64>(then, BOUND_GAP);
  const h = load<u32>(now, BOUND_H);
  if (h !== load<u32>(then, BOUND_H) || sum < before || gap === Infinity) return true;
  const r = load<u32>(then, BOUND_R);
  const risen = gapOf(freq, stride, x, h, r) - gap;
  return max<f64>(0, risen) / (sum + gap) + (sum - before) / sum > slack;
}

/** By how much terms of the kept state may be too small, over all labels; added to the numbers per class where these are given. */
function shortfall(now: usize, then: usize, freq: usize, stride: i32, x: usize, classCount: i32, shortfalls: usize): f64 {
  const h = load<u32>(now, BOUND_H);
  const r = load<u32>(then, BOUND_R);
  const sum = load<f64>(now, BOUND_SUM);
  const gap = load<f64>(then, BOUND_GAP);
  const third = load<f64>(then, BOUND_THIRD);
  // All gaps are at least as large as they were.
  if (load<f64>(now, BOUND_GAP) >= third) return 0;
  let total: f64 = 0;
  for (let y: u32 = 0; y < (classCount as u32); y++) {
    if (y === h) continue;
    const present = gapOf(freq, stride, x, h, y);
    const lacking = (y === r ? gap : third) - present;
    if (!(lacking > 0)) continue;
    const share = (load<f64>(now, BOUND_WEIGHT) * lacking * ROUNDED) / (sum + present);
    total += share;
    if (shortfalls !== 0) store<f64>(shortfalls + ((y as usize) << 3), load<f64>(shortfalls + ((y as usize) << 3)) + share);
  }
  return total;
}

/** The gap of a class at a point whose decision is h, never too large. */
// @ts-ignore: decorator
@inline
function gapOf(freq: usize, stride: i32, x: usize, h: u32, y: u32): f64 {
  const step = (stride as usize) << 3;
  const best = load<f64>(freq + (h as usize) * step + (x << 3));
  return max<f64>(0, best - load<f64>(freq + (y as usize) * step + (x << 3)) - best * ULP);
}
