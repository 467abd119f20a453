// The gain under a sum of mixtures (src/kernels/learning/group-mixture.ts), fast: for each evaluation point whose
// decision any item can flip, a row of similarities to all items (group-rows.ts) or a list of those that are near enough
// (group-lists.ts), then the items above the smallest gap. Rows and lists are kept where there is room: they stay good until
// the weights or a metric change, a list as long as the gap is not below what it was made for.
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
  ROW_LIST,
  ROW_WHOLE,
  SUM_GOOD,
  SUM_GROUP_COUNT,
  SUM_GROUPS,
  SUM_KEPT,
} from "../src/engine/memory/layout";
import { addDrops } from "./add-drops";
import { describe, leastGap, spreadGaps } from "./decided";
import { copyAbove, listGroupRow, reaches } from "./group-lists";
import { fillGroupRow } from "./group-rows";

/** No mixture exceeds 1 by more than rounding. */
const MOST: f64 = 1.000001;
/**
 * A similarity w is off by at most this times w (1 + ln(1 / w)): 2^t by 4e-7 of itself, four times that after two
 * squarings; a distance and its factors by 5e-7 of themselves, which the exponent multiplies by t.
 */
const ROUNDING: f64 = 2e-6;

/**
 * The floor of a list as a part of the smallest gap: a list may be used once only, as long as the weights change with
 * each label. If its gap shrinks, it is made once more with room for smaller gaps.
 */
const FIRST_FLOOR: f64 = 0.95;
const NEXT_FLOOR: f64 = 0.5;

/**
 * The gain's sums over the points from `from` up to `to`.
 * @param row Room for a number per item.
 * @param narrow Room for two 32-bit numbers per item, where rows are not kept.
 * @param picked Room for two words per item and two more, and for the voices (group-lists.ts).
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
    const least = leastAt(book, x);
    if (least > MOST) continue;
    let values = narrow + rowBytes;
    if (kept === 0) {
      fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
      off += scoreGroupRow(book, x, values, sums, info, picked);
      continue;
    }
    const state = good + (x as usize);
    values = kept + (x as usize) * rowBytes;
    let known = load<u8>(state) as i32;
    if (known === 0 || (known === ROW_LIST && !reaches(values, boundOf(least)))) {
      const most = least * (known === 0 ? FIRST_FLOOR : NEXT_FLOOR);
      known = ROW_LIST;
      if (!listGroupRow(groups, groupCount, x, items, row, scratch, narrow, most, picked, values)) {
        fillGroupRow(groups, groupCount, x, items, row, scratch, narrow, values);
        known = ROW_WHOLE;
      }
      store<u8>(state, known as u8);
    }
    if (known === ROW_WHOLE) off += scoreGroupRow(book, x, values, sums, info, picked);
    else off += scorePicked(book, x, copyAbove(values, boundOf(least), picked), sums, info, picked);
  }
  return off;
}

/** Whether a label of any item can flip the decision at a point. */
export function canFlip(book: usize, x: i32): bool {
  return leastAt(book, x) <= MOST;
}

// @ts-ignore: decorator
@inline
function leastAt(book: usize, x: i32): f64 {
  return leastGap(load<usize>(book, BOOK_FREQ), load<u32>(book, BOOK_STRIDE), x, load<u32>(book, BOOK_CLASSES) as i32);
}

/** Similarities up to this cannot flip a decision with this smallest gap. */
// @ts-ignore: decorator
@inline
function boundOf(least: f64): f32 {
  return (least * (1 - ROUNDING)) as f32;
}

/** The sums over one point from its row; returns how far they can be off. */
export function scoreGroupRow(book: usize, x: i32, values: usize, sums: usize, info: usize, picked: usize): f64 {
  const count = pick(values, load<u32>(book, BOOK_ITEMS) as usize, boundOf(leastAt(book, x)), picked);
  return scorePicked(book, x, count, sums, info, picked);
}

/** The sums over one point from the items that can flip its decision; returns how far they can be off. */
function scorePicked(book: usize, x: i32, count: usize, sums: usize, info: usize, picked: usize): f64 {
  const classCount = load<u32>(book, BOOK_CLASSES) as i32;
  const weights = load<usize>(book, BOOK_WEIGHTS);
  const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
  describe(info, load<usize>(book, BOOK_FREQ), load<u32>(book, BOOK_STRIDE) as i32, x, classCount, load<usize>(book, BOOK_ALPHA));
  const total = load<f64>(info, 8);
  if (count > 0) {
    spreadGaps(info, classCount, info + HEAD + (classCount as usize) * ENTRY);
    addPicked(picked, count, classCount as usize, weight, info, sums);
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

/** Writes down which items are above a bound, and their values; returns how many. Few are, so sixteen are looked at together first. */
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
    at = note(i32x4.bitmask(g0), i as u32, values, at);
    at = note(i32x4.bitmask(g1), (i as u32) + 4, values, at);
    at = note(i32x4.bitmask(g2), (i as u32) + 8, values, at);
    at = note(i32x4.bitmask(g3), (i as u32) + 12, values, at);
  }
  for (; i < items; i += 4) at = note(i32x4.bitmask(f32x4.gt(v128.load(values + (i << 2)), above)), i as u32, values, at);
  return (at - picked) >> 3;
}

/** Writes down the items of a mask, the first of which is `item`; returns where the next goes. */
// @ts-ignore: decorator
@inline
function note(mask: i32, item: u32, values: usize, at: usize): usize {
  for (; mask !== 0; mask &= mask - 1, at += 8) {
    const one = item + (ctz(mask) as u32);
    store<u32>(at, one);
    store<u32>(at, load<u32>(values + ((one as usize) << 2)), 4);
  }
  return at;
}

/** Adds what the labels of the picked items would remove at the point, two items at a time. */
// @ts-ignore: decorator
@inline
function addPicked(picked: usize, count: usize, classCount: usize, weight: f64, info: usize, sums: usize): void {
  const gaps = info + HEAD + classCount * ENTRY;
  const rowBytes = ((classCount + 1) & ~1) << 3;
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  const gap0 = v128.load(gaps);
  const gap1 = classCount > 2 ? v128.load(gaps, 16) : gap0;
  store<u64>(picked + (count << 3), 0); // an item beside the last one: any, as what it adds is 0
  for (let at = picked, end = picked + (count << 3); at < end; at += 16) {
    const a = load<u32>(at) as usize;
    const b = load<u32>(at, 8) as usize;
    const wa = load<f32>(at, 4) as f64;
    const wb = load<f32>(at, 12) as f64;
    const w = f64x2.replace_lane(f64x2.splat(wa), 1, wb);
    let share = f64x2.div(scale, f64x2.add(sum, w));
    if (at + 8 === end) share = f64x2.replace_lane(share, 1, 0);
    const w0 = f64x2.splat(wa);
    const w1 = f64x2.splat(wb);
    const share0 = v128.shuffle<f64>(share, share, 0, 0);
    const share1 = v128.shuffle<f64>(share, share, 1, 1);
    addDrops(sums, a, b, classCount, rowBytes, gaps, gap0, gap1, w0, w1, share0, share1);
  }
}
