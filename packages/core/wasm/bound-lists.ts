// For each evaluation point and each segment of the items (at most 65,536 neighbours), the items whose similarity is not
// negligible, as runs: a bucket of the similarity's upper bound, then the positions of its items within the segment, two bytes
// each. The largest buckets come first. Nothing else of the similarities is kept, since a reader only needs upper bounds;
// docs/decisions/0240-bounds.md proves them. What is not listed is bounded by one sum for each item, its tail.
import { BOUND_KEY_BITS, BOUND_POINTS as POINTS, STEP_ITEMS } from "../src/engine/memory/layout";
import { fillUppers, gatherPoints, narrowPacks, widen } from "./bound-rows";

/** Leading bits of a number of 32 bits that make a bucket: its exponent and four bits more. */
const SHIFT: u32 = 32 - BOUND_KEY_BITS;
/** A sum of priors that does not overflow in 32 bits. */
const MAX_SUM: f32 = 1e38;
/** One of so many packs of points is looked at first, and about so many numbers are kept for the runs of a list. */
const SAMPLED: i32 = 16;
const MAX_RUNS: i32 = 160;

/**
 * Lists the items from `from` up to `to` for all points.
 * @param relation Items compared with a point, used where `packs` is 0.
 * @param packs The items' features where the kernel is RBF; they are narrowed to `narrow`, a segment at a time.
 * @param narrowPoints The points' features as `narrowPacks` wrote them.
 * @param shrink,lift An upper bound of the similarity is 2^(lift - shrink |difference|^2) of the narrow features.
 * @param least Similarities below it are not listed.
 * @param data,capacity Where the lists go, and how many numbers of two bytes there is room for.
 * @param starts Per point where its list begins in `data`, in numbers of two bytes.
 * @param cuts Per point the similarity down to which its list is complete.
 * @param first,tails Per item the sums of w / (firstSum + w) over all points, and over those in whose lists it is not.
 * @param rows Room for a row of 64-bit numbers, then rows of 32-bit numbers for several points, then as many picked entries.
 * @returns How many numbers of two bytes were written.
 */
export function listBounds(
  relation: usize,
  packs: usize,
  centre: usize,
  narrowScale: f64,
  narrow: usize,
  narrowPoints: usize,
  cols: i32,
  shrink: f64,
  lift: f64,
  from: i32,
  to: i32,
  pointCount: i32,
  least: f64,
  data: usize,
  capacity: i32,
  starts: usize,
  cuts: usize,
  firstSum: f64,
  first: usize,
  tails: usize,
  weights: usize,
  weightScale: f64,
  histogram: usize,
  rows: usize,
  scratch: usize,
): i32 {
  const length = (to - from + 7) & ~7;
  const rowBytes = (length as usize) << 2;
  const narrowRows = rows + (max(STEP_ITEMS << 3, cols << 5) as usize);
  const picked = narrowRows + rowBytes * POINTS;
  if (packs !== 0) narrowPacks(packs + (((from as usize) * (cols as usize)) << 3), cols, length, centre, narrowScale, narrow);
  memory.fill(first, 0, rowBytes);
  memory.fill(tails, 0, rowBytes);
  let used = 0;
  // A look at some of the points says down to where the lists of all will fit.
  let sampled = 0;
  for (let x = 0; x < pointCount; x += POINTS * SAMPLED) {
    const count = min(POINTS, pointCount - x);
    if (packs !== 0) {
      gatherPoints(narrowPoints, cols, x, rows);
      fillUppers(narrow, cols, rows, shrink, lift, narrowRows, rowBytes);
    }
    for (let p = 0; p < count; p++, sampled++) {
      const row = narrowRows + rowBytes * (p as usize);
      if (packs === 0) widen(relation, x + p, from, length, rows, row, scratch);
      pick(row, to - from, least as f32, picked, histogram);
    }
  }
  const lowest = fitting(histogram, least as f32, capacity, pointCount, sampled);
  for (let x = 0; x < pointCount; x += POINTS) {
    const count = min(POINTS, pointCount - x);
    if (packs !== 0) {
      gatherPoints(narrowPoints, cols, x, rows);
      fillUppers(narrow, cols, rows, shrink, lift, narrowRows, rowBytes);
    }
    for (let p = 0; p < count; p++) {
      const row = narrowRows + rowBytes * (p as usize);
      if (packs === 0) widen(relation, x + p, from, length, rows, row, scratch);
      // A point may take several times its share of what is left: near points have long lists, others hardly any.
      const left = capacity - used;
      const room = min(left, max(left / 8, 8 * (left / (pointCount - x - p)) + 64));
      store<u32>(starts + (((x + p) as usize) << 2), used);
      const picks = pick(row, to - from, lowest, picked, histogram);
      const at = data + ((used as usize) << 1);
      used += write(picked, picks, room, histogram, lowest, at, cuts + (((x + p) as usize) << 2));
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + (((x + p) as usize) << 3)) * weightScale;
      addTails(row, rowBytes, load<f32>(cuts + (((x + p) as usize) << 2)), firstSum as f32, weight as f32, first, tails);
    }
  }
  store<u32>(starts + ((pointCount as usize) << 2), used);
  return used;
}

/** The similarity down to which the lists of all points will fit, judged by the buckets of some; leaves the histogram empty. */
function fitting(histogram: usize, least: f32, capacity: i32, pointCount: i32, sampled: i32): f32 {
  const base = reinterpret<u32>(least) >> SHIFT;
  // Each run takes two numbers beside its items.
  const heads = min(capacity / 4, MAX_RUNS * pointCount);
  const room = (0.9 * ((capacity - heads) as f64) * (sampled as f64)) / (pointCount as f64);
  let total: f64 = 0;
  let key = ((1 << (BOUND_KEY_BITS - 1)) as u32) - base;
  while (key > 0) {
    total += load<u32>(histogram + (((key - 1) as usize) << 2)) as f64;
    if (total > room) break;
    key--;
  }
  memory.fill(histogram, 0, ((((1 << (BOUND_KEY_BITS - 1)) as u32) - base) as usize) << 2);
  return key === 0 ? least : reinterpret<f32>((base + key) << SHIFT);
}

/** Copies the entries of a row that are at least `least` out, bucket and position in one number, and counts the buckets. */
function pick(row: usize, count: i32, least: f32, picked: usize, histogram: usize): i32 {
  const cut = f32x4.splat(least);
  const base = reinterpret<u32>(least) >> SHIFT;
  let out = picked;
  for (let i = 0; i < count; i += 4, row += 16) {
    let found = i32x4.bitmask(f32x4.ge(v128.load(row), cut));
    if (i + 4 > count) found &= (1 << (count - i)) - 1;
    while (found !== 0) {
      const lane = ctz(found);
      found &= found - 1;
      const key = (load<u32>(row + ((lane as usize) << 2)) >> SHIFT) - base;
      store<u32>(out, (key << 16) | ((i + lane) as u32));
      out += 4;
      const slot = histogram + ((key as usize) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
  return ((out - picked) >> 2) as i32;
}

/**
 * Writes the runs of a list: their number, for each its bucket and length, then all positions. Where there is no room for all,
 * the lowest buckets are left out. Leaves the histogram empty.
 * @returns How many numbers of two bytes it takes.
 */
function write(picked: usize, picks: i32, room: i32, histogram: usize, least: f32, out: usize, cut: usize): i32 {
  const base = reinterpret<u32>(least) >> SHIFT;
  let top = -1;
  for (let i: usize = 0; i < (picks as usize); i++) top = max(top, (load<u32>(picked + (i << 2)) >> 16) as i32);
  // Which buckets find room.
  let runs = 0;
  let total = 0;
  let lowest = 0;
  for (let key = top; key >= 0; key--) {
    const size = load<u32>(histogram + ((key as usize) << 2)) as i32;
    if (size === 0) continue;
    if (1 + 2 * (runs + 1) + total + size > room) {
      lowest = key + 1;
      break;
    }
    runs++;
    total += size;
  }
  store<f32>(cut, lowest === 0 ? least : reinterpret<f32>((base + (lowest as u32)) << SHIFT));
  if (room < 1) {
    if (top >= 0) memory.fill(histogram, 0, ((top + 1) as usize) << 2);
    return 0;
  }
  store<u16>(out, runs);
  let head = out + 2;
  let start = 1 + 2 * runs;
  for (let key = top; key >= 0; key--) {
    const slot = histogram + ((key as usize) << 2);
    const size = load<u32>(slot) as i32;
    if (size === 0) continue;
    if (key >= lowest) {
      store<u16>(head, base + (key as u32));
      store<u16>(head, size - 1, 2);
      head += 4;
    }
    store<u32>(slot, start);
    start += size;
  }
  for (let i: usize = 0; i < (picks as usize); i++) {
    const entry = load<u32>(picked + (i << 2));
    const key = entry >> 16;
    if ((key as i32) < lowest) continue;
    const slot = histogram + ((key as usize) << 2);
    const place = load<u32>(slot) as usize;
    store<u32>(slot, (place + 1) as u32);
    store<u16>(out + (place << 1), entry & 0xffff);
  }
  if (top >= 0) memory.fill(histogram, 0, ((top + 1) as usize) << 2);
  return 1 + 2 * runs + total;
}

/** Adds w / (sum + w) to all items' first sums, and to the tails of those below the cut. */
function addTails(row: usize, bytes: usize, cut: f32, sum: f32, weight: f32, first: usize, tails: usize): void {
  const s = f32x4.splat(min<f32>(sum, MAX_SUM));
  const scale = f32x4.splat(weight);
  const end = f32x4.splat(cut);
  for (let at: usize = 0; at < bytes; at += 16) {
    const w = v128.load(row + at);
    const term = f32x4.div(f32x4.mul(scale, w), f32x4.add(s, w));
    v128.store(first + at, f32x4.add(v128.load(first + at), term));
    v128.store(tails + at, f32x4.add(v128.load(tails + at), v128.and(term, f32x4.lt(w, end))));
  }
}
