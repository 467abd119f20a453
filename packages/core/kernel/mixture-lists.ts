// The gain under a mixture, fast: for each evaluation point its items by groups of alike spread f, within a group by
// rising base distance. In a group the mixture at a distance is at most the sum over the localities of h_p(D * least
// factor), so reading stops where that bound falls to the smallest gap, whatever the weights are: a change of weights
// changes no list. h_p, the weighted sum of a locality's scales, is a table of cubics; src/engine/mixture bounds its
// error, and whatever could be the best is scored again exactly.
//
// A book is the address of words that say where everything is; see the offsets below. A voice is one locality that
// carries weight: its table, its factors per item, per point and the least per group.
import { describe, ENTRY, HEAD, spreadGaps } from "./decided";
import { fillDistances } from "./rows";

const ITEMS: usize = 0;
const CLASSES: usize = 4;
const FREQ: usize = 8;
const STRIDE: usize = 12;
const ALPHA: usize = 16;
const WEIGHTS: usize = 20;
const VOICES: usize = 24;
const VOICE: usize = 28;
const GROUPS: usize = 32;
const GROUP_OF: usize = 36;
const VALUES: usize = 40;
const INDICES: usize = 44;
const STARTS: usize = 48;
const BITS: usize = 52;
const SLACK: usize = 56;
const VOICE_BYTES: usize = 16;

/** Distances are counted from here, so that their leading bits tell near ones apart without end; see also the table. */
const OFFSET: f64 = 0.125;
const FIRST: u64 = 1020;
/** All that is farther counts as this far. */
const FARTHEST: f64 = 1000;
const OCTAVES: i32 = 13;
/** Mantissa bits that tell the intervals of a table apart, and bytes of one: four coefficients. */
const TABLE_BITS: u64 = 7;
/** No mixture exceeds 1 by more than rounding. */
const MOST: f64 = 1.000001;

/** Lists of the points from `from` up to `to`, in the slots from `slot` on. */
export function listMixture(
  book: usize,
  relation: usize,
  from: i32,
  to: i32,
  slot: i32,
  row: usize,
  scratch: usize,
  histogram: usize,
): void {
  const padded = ((load<u32>(book, ITEMS) as i32) + 7) & ~7;
  for (let x = from; x < to; x++) {
    fillDistances(relation, x, 0, padded, row, scratch);
    listMixtureRow(book, slot++, row, histogram);
  }
}

/** The list of one point, from a row of distances. */
export function listMixtureRow(book: usize, slot: i32, row: usize, histogram: usize): void {
  const itemCount = load<u32>(book, ITEMS) as usize;
  const groups = load<u32>(book, GROUPS) as i32;
  const groupOf = load<usize>(book, GROUP_OF);
  const bits = load<u32>(book, BITS) as i32;
  const buckets = OCTAVES << bits;
  memory.fill(histogram, 0, ((groups * buckets) as usize) << 2);
  for (let i: usize = 0; i < itemCount; i++) {
    const bucket = (load<u8>(groupOf + i) as i32) * buckets + bucketOf(load<f64>(row + (i << 3)), bits);
    const at = histogram + ((bucket as usize) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  const starts = load<usize>(book, STARTS) + ((slot * (groups + 1)) as usize << 2);
  let start: u32 = 0;
  for (let g = 0; g < groups; g++) {
    store<u32>(starts + ((g as usize) << 2), start);
    for (let b = 0; b < buckets; b++) {
      const at = histogram + (((g * buckets + b) as usize) << 2);
      const size = load<u32>(at);
      store<u32>(at, start);
      start += size;
    }
  }
  store<u32>(starts + ((groups as usize) << 2), start);
  const values = load<usize>(book, VALUES) + (slot as usize) * itemCount * 8;
  const indices = load<usize>(book, INDICES) + (slot as usize) * itemCount * 4;
  for (let i: usize = 0; i < itemCount; i++) {
    const distance = load<f64>(row + (i << 3));
    const bucket = (load<u8>(groupOf + i) as i32) * buckets + bucketOf(distance, bits);
    const at = histogram + ((bucket as usize) << 2);
    const next = load<u32>(at) as usize;
    store<u32>(at, (next + 1) as u32);
    store<f64>(values + (next << 3), distance);
    store<u32>(indices + (next << 2), i as u32);
  }
}

/**
 * The gain's sums over the points from `from` up to `to`; those from `listedTo` on have no list and are written to
 * `left` (a count, then the points).
 * @param own Room for a number per voice.
 * @returns The sum over the points that any pair can flip of weight / S(x), by which errors of a pair grow.
 */
export function scoreMixture(
  book: usize,
  from: i32,
  to: i32,
  listedTo: i32,
  slot: i32,
  sums: usize,
  info: usize,
  own: usize,
  left: usize,
): f64 {
  const itemCount = load<u32>(book, ITEMS) as usize;
  const classCount = load<u32>(book, CLASSES) as i32;
  const weights = load<usize>(book, WEIGHTS);
  const groups = load<u32>(book, GROUPS) as i32;
  const bits = load<u32>(book, BITS) as i32;
  const gaps = info + HEAD + (classCount as usize) * ENTRY;
  let reach: f64 = 0;
  let leftCount: usize = 0;
  for (let x = from; x < to; x++, slot++) {
    describe(info, load<usize>(book, FREQ), load<u32>(book, STRIDE) as i32, x, classCount, load<usize>(book, ALPHA));
    const least = load<f64>(info + HEAD, 16);
    if (least > MOST) continue;
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
    reach += weight / load<f64>(info, 8);
    if (x >= listedTo) {
      leftCount++;
      store<u32>(left + (leftCount << 2), x);
      continue;
    }
    spreadGaps(info, classCount, gaps);
    takeFactors(book, x, own);
    const stop = least + load<f64>(book, SLACK);
    const starts = load<usize>(book, STARTS) + ((slot * (groups + 1)) as usize << 2);
    const values = load<usize>(book, VALUES) + (slot as usize) * itemCount * 8;
    const indices = load<usize>(book, INDICES) + (slot as usize) * itemCount * 4;
    for (let g = 0; g < groups; g++) {
      let at = load<u32>(starts + ((g as usize) << 2)) as usize;
      const end = load<u32>(starts + ((g as usize) << 2), 4) as usize;
      let bucket = -1;
      for (; at < end; at++) {
        const distance = load<f64>(values + (at << 3));
        const next = bucketOf(distance, bits);
        if (next !== bucket) {
          bucket = next;
          if (boundAt(book, edgeOf(bucket, bits), g, own) <= stop) break;
        }
        add(book, load<u32>(indices + (at << 2)) as usize, distance, own, info, gaps, classCount, weight, least, sums);
      }
    }
  }
  store<u32>(left, leftCount as u32);
  return reach;
}

/** The same sums for the points of a list (a count, then the points), their distances computed again. */
export function scoreMixtureLeft(
  book: usize,
  relation: usize,
  left: usize,
  sums: usize,
  info: usize,
  own: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = ((load<u32>(book, ITEMS) as i32) + 7) & ~7;
  const count = load<u32>(left) as usize;
  for (let p: usize = 1; p <= count; p++) {
    const x = load<u32>(left + (p << 2)) as i32;
    fillDistances(relation, x, 0, padded, row, scratch);
    scoreMixtureRow(book, x, sums, info, own, row);
  }
}

/** The same for one point, from a row of distances. `own` has room for a number per voice and per group. */
export function scoreMixtureRow(book: usize, x: i32, sums: usize, info: usize, own: usize, row: usize): void {
  const itemCount = load<u32>(book, ITEMS) as usize;
  const classCount = load<u32>(book, CLASSES) as i32;
  const weights = load<usize>(book, WEIGHTS);
  const groups = load<u32>(book, GROUPS) as i32;
  const groupOf = load<usize>(book, GROUP_OF);
  const gaps = info + HEAD + (classCount as usize) * ENTRY;
  describe(info, load<usize>(book, FREQ), load<u32>(book, STRIDE) as i32, x, classCount, load<usize>(book, ALPHA));
  const least = load<f64>(info + HEAD, 16);
  const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
  spreadGaps(info, classCount, gaps);
  takeFactors(book, x, own);
  const stop = least + load<f64>(book, SLACK);
  const ends = own + ((load<u32>(book, VOICES) as usize) << 3);
  for (let g = 0; g < groups; g++) store<f64>(ends + ((g as usize) << 3), endOf(book, g, own, stop));
  for (let i: usize = 0; i < itemCount; i++) {
    const distance = load<f64>(row + (i << 3));
    if (distance >= load<f64>(ends + ((load<u8>(groupOf + i) as usize) << 3))) continue;
    add(book, i, distance, own, info, gaps, classCount, weight, least, sums);
  }
}

/** The distance from which on no item of a group can matter: the first edge at which the bound falls to `stop`. */
function endOf(book: usize, g: i32, own: usize, stop: f64): f64 {
  const fine = 5;
  let low = 0;
  let high = OCTAVES << fine;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boundAt(book, edgeOf(middle, fine), g, own) <= stop) high = middle;
    else low = middle + 1;
  }
  return low === OCTAVES << fine ? Infinity : edgeOf(low, fine);
}

/** The point's factor of each voice. */
// @ts-ignore: decorator
@inline
function takeFactors(book: usize, x: i32, own: usize): void {
  let voice = load<usize>(book, VOICE);
  for (let end = own + ((load<u32>(book, VOICES) as usize) << 3); own < end; own += 8, voice += VOICE_BYTES) {
    store<f64>(own, load<f64>(load<usize>(voice, 8) + ((x as usize) << 3)));
  }
}

/** No item of group g at this distance or farther has a larger similarity, but for the table's error. */
// @ts-ignore: decorator
@inline
function boundAt(book: usize, distance: f64, g: i32, own: usize): f64 {
  let voice = load<usize>(book, VOICE);
  let bound: f64 = 0;
  for (let end = own + ((load<u32>(book, VOICES) as usize) << 3); own < end; own += 8, voice += VOICE_BYTES) {
    const factor = load<f64>(own) * load<f64>(load<usize>(voice, 12) + ((g as usize) << 3));
    bound += lookUp(load<usize>(voice), distance * factor);
  }
  return bound;
}

/** Adds what the labels of an item would remove at the point. */
// @ts-ignore: decorator
@inline
function add(book: usize, c: usize, distance: f64, own: usize, info: usize, gaps: usize, classCount: i32, weight: f64, least: f64, sums: usize): void {
  let voice = load<usize>(book, VOICE);
  let w: f64 = 0;
  for (let end = own + ((load<u32>(book, VOICES) as usize) << 3); own < end; own += 8, voice += VOICE_BYTES) {
    w += lookUp(load<usize>(voice), distance * (load<f64>(own) * load<f64>(load<usize>(voice, 4) + (c << 3))));
  }
  if (w <= least) return;
  const rowBytes = (((classCount + 1) & ~1) as usize) << 3;
  const pair = f64x2.splat(w);
  const share = f64x2.splat(weight / (load<f64>(info, 8) + w));
  const zero = f64x2.splat(0);
  const out = sums + c * rowBytes;
  for (let y: usize = 0; y < rowBytes; y += 16) {
    const drop = f64x2.mul(share, f64x2.pmax(zero, f64x2.sub(pair, v128.load(gaps + y))));
    v128.store(out + y, f64x2.add(v128.load(out + y), drop));
  }
}

/** h_p at a distance: the cubic of its interval. */
// @ts-ignore: decorator
@inline
function lookUp(table: usize, distance: f64): f64 {
  const t = min(distance, FARTHEST) + OFFSET;
  const bits = reinterpret<u64>(t);
  const at = table + ((((bits >> (52 - TABLE_BITS)) - (FIRST << TABLE_BITS)) << 5) as usize);
  const s = t - reinterpret<f64>(bits & ~(((1 as u64) << (52 - TABLE_BITS)) - 1));
  return load<f64>(at) + s * (load<f64>(at, 8) + s * (load<f64>(at, 16) + s * load<f64>(at, 24)));
}

// @ts-ignore: decorator
@inline
function bucketOf(distance: f64, bits: i32): i32 {
  const t = reinterpret<u64>(min(distance, FARTHEST) + OFFSET);
  return ((t >> (52 - (bits as u64))) - (FIRST << (bits as u64))) as i32;
}

/** The least distance of a bucket. */
// @ts-ignore: decorator
@inline
function edgeOf(bucket: i32, bits: i32): f64 {
  return reinterpret<f64>(((bucket as u64) + (FIRST << (bits as u64))) << (52 - (bits as u64))) - OFFSET;
}
