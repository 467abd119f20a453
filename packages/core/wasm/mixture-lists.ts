// The gain under a mixture, fast: for each evaluation point its items by groups of alike spread f, within a group by
// rising base distance. From some distance on (mixture-cuts.ts) no item of a group can flip the decision, so only those
// before it are read, whatever the weights are: a change of weights changes no list. The mixture comes from tables
// (mixture-pairs.ts); src/engine/mixture bounds their error, and whatever could be the best is scored again exactly.
//
// A book is the address of words that say where everything is; its fields are in layout.ts.
import {
  BOOK_ALPHA,
  BOOK_BITS,
  BOOK_CLASSES,
  BOOK_CUTS,
  BOOK_FREQ,
  BOOK_GROUPS,
  BOOK_GROUP_OF,
  BOOK_ITEMS,
  BOOK_LISTS,
  BOOK_LIST_BYTES,
  BOOK_NEAREST,
  BOOK_RISE,
  BOOK_ROWS,
  BOOK_SIZES,
  BOOK_SLACK,
  BOOK_SPREADS,
  BOOK_STRIDE,
  BOOK_TOPS,
  BOOK_VOICES,
  BOOK_VOICE_COUNT,
  BOOK_WEIGHTS,
  CHUNK_ENTRIES,
  DISTANCE_OCTAVES,
  VOICE_BYTES,
  POINT_CLASS_BYTES as ENTRY,
  POINT_HEAD_BYTES as HEAD,
} from "../src/engine/memory/layout";
import { describe, leastGap, spreadGaps } from "./decided";
import { cutIn, cutsFor } from "./mixture-cuts";
import { addPicked, entryOf, FARTHEST, FIRST, OFFSET } from "./mixture-pairs";
import { fillDistances } from "./rows";

/** By more than entries are. */
const ROUNDED_UP: f64 = 1.00000001;
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
  const padded = ((load<u32>(book, BOOK_ITEMS) as i32) + 7) & ~7;
  for (let x = from; x < to; x++) {
    fillDistances(relation, x, 0, padded, row, scratch);
    listMixtureRow(book, slot++, row, histogram);
  }
}

/** The list of one point, from a row of distances. */
export function listMixtureRow(book: usize, slot: i32, row: usize, histogram: usize): void {
  const itemCount = load<u32>(book, BOOK_ITEMS) as usize;
  const groups = load<u32>(book, BOOK_GROUPS) as usize;
  const groupOf = load<usize>(book, BOOK_GROUP_OF);
  const bits = load<u32>(book, BOOK_BITS) as i32;
  const buckets = (DISTANCE_OCTAVES << bits) as usize;
  memory.fill(histogram, 0, (groups * buckets) << 2);
  for (let i: usize = 0; i < itemCount; i++) {
    const at = histogram + (((load<u8>(groupOf + i) as usize) * buckets + (bucketOf(load<f64>(row + (i << 3)), bits) as usize)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  const nearest = load<usize>(book, BOOK_NEAREST) + (((slot as usize) * groups) << 2);
  for (let g: usize = 0; g < groups; g++) {
    let start: u32 = 0;
    store<f32>(nearest + (g << 2), Infinity);
    for (let b: usize = 0; b < buckets; b++) {
      const at = histogram + ((g * buckets + b) << 2);
      const size = load<u32>(at);
      if (start === 0 && size > 0) store<f32>(nearest + (g << 2), edgeOf(b as i32, bits) as f32); // none is nearer
      store<u32>(at, start);
      start += size;
    }
  }
  const list = load<usize>(book, BOOK_LISTS) + (slot as usize) * load<usize>(book, BOOK_LIST_BYTES);
  for (let i: usize = 0; i < itemCount; i++) {
    const distance = load<f64>(row + (i << 3));
    const g = load<u8>(groupOf + i) as usize;
    const at = histogram + ((g * buckets + (bucketOf(distance, bits) as usize)) << 2);
    const next = load<u32>(at) as usize;
    store<u32>(at, (next + 1) as u32);
    store<u64>(list + ((((next / CHUNK_ENTRIES) * groups + g) * CHUNK_ENTRIES + (next % CHUNK_ENTRIES)) << 3), entryOf(distance, i));
  }
}

/**
 * The gain's sums over the points from `from` up to `to`; those from `listedTo` on have no list and are written to
 * `left` (a count, then the points).
 * @param own Room for a number per voice, and two and a word per group.
 * @param picked Room for an entry of every item and one more, and for a word per chunk.
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
  picked: usize,
  left: usize,
): f64 {
  const groups = load<u32>(book, BOOK_GROUPS) as usize;
  const bits = load<u32>(book, BOOK_BITS) as i32;
  const classCount = load<u32>(book, BOOK_CLASSES) as usize;
  const voices = load<u32>(book, BOOK_VOICE_COUNT) as usize;
  const voice = load<usize>(book, BOOK_VOICES);
  const sizes = load<usize>(book, BOOK_SIZES);
  const firstRun = picked + (((load<u32>(book, BOOK_ITEMS) as usize) + 1) << 3);
  const cuts = own + (voices << 3);
  const alive = cuts + (groups << 4);
  let reach: f64 = 0;
  let leftCount: usize = 0;
  for (let x = from; x < to; x++, slot++) {
    const at = startPoint(book, x, info, own);
    if (at === 0) continue;
    reach += weightOf(book, x) / load<f64>(info, 8);
    if (x >= listedTo) {
      leftCount++;
      store<u32>(left + (leftCount << 2), x);
      continue;
    }
    const nearest = load<usize>(book, BOOK_NEAREST) + (((slot as usize) * groups) << 2);
    let aliveCount: usize = 0;
    for (let g: usize = 0; g < groups; g++) {
      const cut = cutOf(book, x, g, at);
      store<f64>(cuts + (g << 4), cut);
      store<f64>(cuts + (g << 4), edgeAbove(cut, bits), 8);
      store<u32>(alive + (aliveCount << 2), g as u32);
      aliveCount += ((load<f32>(nearest + (g << 2)) as f64) < cut) as usize;
    }
    let count: usize = 0;
    let runs = firstRun;
    let chunks = load<usize>(book, BOOK_LISTS) + (slot as usize) * load<usize>(book, BOOK_LIST_BYTES);
    for (let read: usize = CHUNK_ENTRIES; aliveCount > 0; read += CHUNK_ENTRIES, chunks += (groups * CHUNK_ENTRIES) << 3) {
      let still: usize = 0;
      for (let k: usize = 0; k < aliveCount; k++) {
        const g = load<u32>(alive + (k << 2)) as usize;
        const chunk = chunks + ((g * CHUNK_ENTRIES) << 3);
        const edge = load<f64>(cuts + (g << 4), 8);
        const size = load<u32>(sizes + (g << 2)) as usize;
        if (read <= size && load<f64>(chunk, (CHUNK_ENTRIES - 1) << 3) < edge) {
          store<u32>(runs, chunk as u32);
          runs += 4;
          store<u32>(alive + (still << 2), g as u32);
          still += (read < size) as usize;
          continue;
        }
        const cut = load<f64>(cuts + (g << 4));
        for (let at = chunk, end = chunk + (min<usize>(CHUNK_ENTRIES, size - read + CHUNK_ENTRIES) << 3); at < end; at += 8) {
          const distance = load<f64>(at);
          if (distance >= edge) break;
          store<f64>(picked + (count << 3), distance);
          count += (distance < cut) as usize;
        }
      }
      aliveCount = still;
    }
    addPicked(voices, voice, picked, count, firstRun, runs, classCount, weightOf(book, x), info, own, sums);
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
  picked: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = ((load<u32>(book, BOOK_ITEMS) as i32) + 7) & ~7;
  const count = load<u32>(left) as usize;
  for (let p: usize = 1; p <= count; p++) {
    const x = load<u32>(left + (p << 2)) as i32;
    fillDistances(relation, x, 0, padded, row, scratch);
    scoreMixtureRow(book, x, sums, info, own, picked, row);
  }
}

/** The same for one point, from a row of distances. `own` has room for a number per voice and per group. */
export function scoreMixtureRow(book: usize, x: i32, sums: usize, info: usize, own: usize, picked: usize, row: usize): void {
  const itemCount = load<u32>(book, BOOK_ITEMS) as usize;
  const groups = load<u32>(book, BOOK_GROUPS) as usize;
  const groupOf = load<usize>(book, BOOK_GROUP_OF);
  const classCount = load<u32>(book, BOOK_CLASSES) as usize;
  const voices = load<u32>(book, BOOK_VOICE_COUNT) as usize;
  const voice = load<usize>(book, BOOK_VOICES);
  const at = startPoint(book, x, info, own);
  if (at === 0) return;
  const cuts = own + (voices << 3);
  for (let g: usize = 0; g < groups; g++) store<f64>(cuts + (g << 3), cutOf(book, x, g, at));
  let count: usize = 0;
  for (let i: usize = 0; i < itemCount; i++) {
    const distance = load<f64>(row + (i << 3));
    store<u64>(picked + (count << 3), entryOf(distance, i));
    count += (distance < load<f64>(cuts + ((load<u8>(groupOf + i) as usize) << 3))) as usize;
  }
  addPicked(voices, voice, picked, count, 0, 0, classCount, weightOf(book, x), info, own, sums);
}

/** Describes the point; returns where the cuts for its smallest gap are, or 0 where no item can flip its decision. */
// @ts-ignore: decorator
@inline
function startPoint(book: usize, x: i32, info: usize, own: usize): usize {
  const classCount = load<u32>(book, BOOK_CLASSES) as i32;
  const freq = load<usize>(book, BOOK_FREQ);
  const stride = load<u32>(book, BOOK_STRIDE) as i32;
  const least = leastGap(freq, stride, x, classCount);
  if (least > MOST) return 0;
  describe(info, freq, stride, x, classCount, load<usize>(book, BOOK_ALPHA));
  spreadGaps(info, classCount, info + HEAD + (classCount as usize) * ENTRY);
  takeFactors(book, x, own);
  return cutsFor(least + load<f64>(book, BOOK_SLACK), load<usize>(book, BOOK_CUTS), load<u32>(book, BOOK_ROWS));
}

// @ts-ignore: decorator
@inline
function weightOf(book: usize, x: i32): f64 {
  const weights = load<usize>(book, BOOK_WEIGHTS);
  return weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
}

/** The point's factor of each voice. */
// @ts-ignore: decorator
@inline
function takeFactors(book: usize, x: i32, own: usize): void {
  let voice = load<usize>(book, BOOK_VOICES);
  for (let end = own + ((load<u32>(book, BOOK_VOICE_COUNT) as usize) << 3); own < end; own += 8, voice += VOICE_BYTES) {
    store<f64>(own, load<f64>(load<usize>(voice, 8) + ((x as usize) << 3)));
  }
}

/** The distance from which on no item of group g can matter at point x. */
// @ts-ignore: decorator
@inline
function cutOf(book: usize, x: i32, g: usize, cuts: usize): f64 {
  const spread = load<f64>(load<usize>(book, BOOK_SPREADS) + ((x as usize) << 3)) + load<f64>(load<usize>(book, BOOK_TOPS) + (g << 3));
  return cutIn(cuts, spread, load<f64>(book, BOOK_RISE));
}

/** The edge of a bucket at or above a cut, and above entries that were rounded up to it. */
// @ts-ignore: decorator
@inline
function edgeAbove(cut: f64, bits: i32): f64 {
  if (cut >= FARTHEST) return Infinity;
  return edgeOf(bucketOf(cut, bits) + 1, bits) * ROUNDED_UP;
}

// @ts-ignore: decorator
@inline
function bucketOf(distance: f64, bits: i32): i32 {
  const t = reinterpret<u64>(nearer(distance) + OFFSET);
  return ((t >> (52 - (bits as u64))) - (FIRST << (bits as u64))) as i32;
}

/** The least distance of a bucket. */
// @ts-ignore: decorator
@inline
function edgeOf(bucket: i32, bits: i32): f64 {
  return reinterpret<f64>(((bucket as u64) + (FIRST << (bits as u64))) << (52 - (bits as u64))) - OFFSET;
}

/** The distance or the farthest one that counts; a comparison is twice as quick as `min`, which minds NaN and -0. */
// @ts-ignore: decorator
@inline
function nearer(distance: f64): f64 {
  return select<f64>(distance, FARTHEST, distance < FARTHEST);
}
