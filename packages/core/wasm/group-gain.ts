// The gain under a sum of mixtures (src/kernels/learning/group-mixture.ts), fast: for each evaluation point whose
// decision any item can flip, a row of similarities to all items (group-rows.ts), then the items above the smallest gap.
// Rows are kept where there is room: they stay good until the weights or a metric change.
//
// A book is the address of words that say where everything is; its fields are in layout.ts.
import {
  BOOK_ALPHA,
  BOOK_CLASSES,
  BOOK_FREQ,
  BOOK_ITEMS,
  BOOK_STRIDE,
  BOOK_WEIGHTS,
  POINT_CLASS_BYTES as ENTRY,
  POINT_HEAD_BYTES as HEAD,
  SUM_GOOD,
  SUM_GROUP_COUNT,
  SUM_GROUPS,
  SUM_KEPT,
} from "../src/engine/memory/layout";
import { addDrops } from "./add-drops";
import { describe, leastGap, spreadGaps } from "./decided";
import { fillGroupRow } from "./group-rows";

/** No mixture exceeds 1 by more than rounding. */
const MOST: f64 = 1.000001;
/**
 * A similarity w is off by at most this times w (1 + ln(1 / w)): 2^t by 4e-7 of itself, four times that after two
 * squarings; a distance and its factors by 5e-7 of themselves, which the exponent multiplies by t.
 */
const ROUNDING: f64 = 2e-6;

/**
 * The gain's sums over the points from `from` up to `to`.
 * @param row Room for a number per item.
 * @param narrow Room for two 32-bit numbers per item, where rows are not kept.
 * @param picked Room for a word per item and one more.
 * @returns How far the sums, taken over the candidates' labels, can be off.
 */
export function scoreGroups(
  book: usize,
  from: i32,
  to: i32,
  sums: usize,
  info: usize,
  row: usize,
  scratch: usize,
  narrow: usize,
  picked: usize,
): f64 {
  const groups = load<usize>(book, SUM_GROUPS);
  const groupCount = load<u32>(book, SUM_GROUP_COUNT) as usize;
  const items = load<u32>(book, BOOK_ITEMS) as i32;
  const kept = load<usize>(book, SUM_KEPT);
  const good = load<usize>(book, SUM_GOOD);
  const rowBytes = (((items + 7) & ~7) as usize) << 2;
  let off: f64 = 0;
  for (let x = from; x < to; x++) {
    if (!canFlip(book, x)) continue;
    let values = narrow + rowBytes;
    if (kept === 0) fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
    else {
      values = kept + (x as usize) * rowBytes;
      if (load<u8>(good + (x as usize)) === 0) {
        fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
        store<u8>(good + (x as usize), 1);
      }
    }
    off += scoreGroupRow(book, x, values, sums, info, picked);
  }
  return off;
}

/** Whether a label of any item can flip the decision at a point. */
export function canFlip(book: usize, x: i32): bool {
  return leastGap(load<usize>(book, BOOK_FREQ), load<u32>(book, BOOK_STRIDE), x, load<u32>(book, BOOK_CLASSES) as i32) <= MOST;
}

/** The sums over one point from its row; returns how far they can be off. */
export function scoreGroupRow(book: usize, x: i32, values: usize, sums: usize, info: usize, picked: usize): f64 {
  const classCount = load<u32>(book, BOOK_CLASSES) as i32;
  const freq = load<usize>(book, BOOK_FREQ);
  const stride = load<u32>(book, BOOK_STRIDE) as i32;
  const weights = load<usize>(book, BOOK_WEIGHTS);
  const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
  const least = leastGap(freq, stride, x, classCount);
  const count = pick(values, load<u32>(book, BOOK_ITEMS) as usize, (least * (1 - ROUNDING)) as f32, picked);
  describe(info, freq, stride, x, classCount, load<usize>(book, BOOK_ALPHA));
  const total = load<f64>(info, 8);
  if (count > 0) {
    spreadGaps(info, classCount, info + HEAD + (classCount as usize) * ENTRY);
    addRow(values, picked, count, classCount as usize, weight, info, sums);
  }
  // A term (w - gap) / (S + w) changes by at most 1 / (S + w) times the change of w, hence by ROUNDING times
  // w (1 + ln(1 / w)) / (S + w): at most 1 / S, and 1 + ln(1 / S) where S is below 1.
  return weight * ROUNDING * (total < 1 ? 1 + lnAbove(1 / total) : 1 / total);
}

/** At least ln x, for x from 1 on: ln 2 times the number of halvings until it is below 1. */
// @ts-ignore: decorator
@inline
function lnAbove(x: f64): f64 {
  return 0.6931471805599454 * (((reinterpret<u64>(x) >> 52) as f64) - 1022);
}

/** Writes down which items are above a bound; returns how many. Few are, so sixteen are looked at together first. */
// @ts-ignore: decorator
@inline
function pick(values: usize, items: usize, bound: f32, picked: usize): usize {
  const above = f32x4.splat(bound);
  let at = picked;
  let i: usize = 0;
  for (; i + 16 <= items; i += 16) {
    const from = values + (i << 2);
    const g0 = f32x4.gt(v128.load(from), above);
    const g1 = f32x4.gt(v128.load(from, 16), above);
    const g2 = f32x4.gt(v128.load(from, 32), above);
    const g3 = f32x4.gt(v128.load(from, 48), above);
    if (!v128.any_true(v128.or(v128.or(g0, g1), v128.or(g2, g3)))) continue;
    at = note(i32x4.bitmask(g0), i as u32, at);
    at = note(i32x4.bitmask(g1), (i as u32) + 4, at);
    at = note(i32x4.bitmask(g2), (i as u32) + 8, at);
    at = note(i32x4.bitmask(g3), (i as u32) + 12, at);
  }
  for (; i < items; i += 4) at = note(i32x4.bitmask(f32x4.gt(v128.load(values + (i << 2)), above)), i as u32, at);
  return (at - picked) >> 2;
}

/** Writes down the items of a mask, the first of which is `item`; returns where the next goes. */
// @ts-ignore: decorator
@inline
function note(mask: i32, item: u32, at: usize): usize {
  for (; mask !== 0; mask &= mask - 1, at += 4) store<u32>(at, item + (ctz(mask) as u32));
  return at;
}

/** Adds what the labels of the picked items would remove at the point, two items at a time. */
// @ts-ignore: decorator
@inline
function addRow(values: usize, picked: usize, count: usize, classCount: usize, weight: f64, info: usize, sums: usize): void {
  const gaps = info + HEAD + classCount * ENTRY;
  const rowBytes = ((classCount + 1) & ~1) << 3;
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  const gap0 = v128.load(gaps);
  const gap1 = classCount > 2 ? v128.load(gaps, 16) : gap0;
  store<u32>(picked + (count << 2), 0); // an item beside the last one: any, as what it adds is 0
  for (let at = picked, end = picked + (count << 2); at < end; at += 8) {
    const a = load<u32>(at) as usize;
    const b = load<u32>(at, 4) as usize;
    const wa = load<f32>(values + (a << 2)) as f64;
    const wb = load<f32>(values + (b << 2)) as f64;
    const w = f64x2.replace_lane(f64x2.splat(wa), 1, wb);
    let share = f64x2.div(scale, f64x2.add(sum, w));
    if (at + 4 === end) share = f64x2.replace_lane(share, 1, 0);
    const w0 = f64x2.splat(wa);
    const w1 = f64x2.splat(wb);
    const share0 = v128.shuffle<f64>(share, share, 0, 0);
    const share1 = v128.shuffle<f64>(share, share, 1, 1);
    addDrops(sums, a, b, classCount, rowBytes, gaps, gap0, gap1, w0, w1, share0, share1);
  }
}
