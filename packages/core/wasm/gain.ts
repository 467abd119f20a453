// Expected gain of every candidate, fast: only pairs that can flip a decision are visited. Sums are kept as
// [candidate][class].
import { POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD } from "../src/engine/memory/layout";
import { addPair, describe, leastGap, spreadGaps } from "./decided";
import { fillRow } from "./rows";

/** Candidates per tile: their packs of features stay in the second cache while the points pass. */
const TILE: i32 = 1024;

/**
 * The gain's sums over the points from `from` up to `to`, from their lists. Points that can be live are written to `alive`: a
 * count, then the points.
 * @returns The weight of the points at which any pair can be live.
 */
export function scoreLists(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  weights: usize,
  head: i32,
  capacity: i32,
  bits: i32,
  heads: usize,
  headIndices: usize,
  values: usize,
  indices: usize,
  lowEdges: usize,
  sums: usize,
  info: usize,
  alive: usize,
  uniform: i32,
): f64 {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  const rowBytes = (((classCount + 1) & ~1) as usize) << 3;
  const gaps = info + HEAD + (classCount as usize) * ENTRY;
  let live: f64 = 0;
  let aliveCount: usize = 0;
  let touched: f64 = 0;
  const length = itemCount as usize;
  for (let x = from; x < to; x++) {
    // Reads where the list after the next begins, so that it is on its way to the cache while this one is added up.
    const ahead = (min(x + 2, to - 1) as usize) * (head as usize);
    touched += load<f64>(heads + (ahead << 3)) + load<f64>(heads + (ahead << 3), 64);
    touched += load<u32>(headIndices + (ahead << 2)) as f64;
    const least = leastGap(freq, stride, x, classCount);
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const first = (x as usize) * (head as usize);
    let w = heads + (first << 3);
    let at = headIndices + (first << 2);
    if (load<f64>(w) < edge) continue;
    live += weight;
    store<u32>(alive + (++aliveCount << 2), x);
    describe(info, freq, stride, x, classCount, alpha);
    if (uniform) spreadGaps(info, classCount, gaps);
    const sum = load<f64>(info, 8);
    let count = min(length, head as usize);
    for (let part = 0; part < 2; part++) {
      if (!uniform) addList(info, classCount, weight, w, at, count, lowEdge, mask, sums);
      else if (classCount === 2) addPairsOfOne(gaps, sum, weight, edge, w, at, count, sums);
      else if (classCount <= 4) addPairsOfTwo(gaps, sum, weight, edge, w, at, count, sums);
      else addPairsOfMany(gaps, rowBytes, sum, weight, edge, w, at, count, sums);
      if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) break;
      const rest = (x as usize) * (capacity as usize);
      w = values + (rest << 3);
      at = indices + (rest << 2);
      count = length - (head as usize);
    }
  }
  store<u32>(alive, aliveCount as u32);
  store<f64>(info, touched); // so that the compiler keeps the reads
  return live;
}

/** With priors that differ: every class tested as the definition does, from the largest gap to the smallest. */
function addList(
  info: usize,
  classCount: i32,
  weight: f64,
  w: usize,
  at: usize,
  length: usize,
  lowEdge: f64,
  mask: u64,
  sums: usize,
): void {
  const rowBytes = (((classCount + 1) & ~1) as usize) << 3;
  const best = v128.load_splat<f64>(info);
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  const end = w + (length << 3);
  for (let count = classCount - 1; count > 0; count--) {
    const least = load<f64>(info + HEAD + ((count - 1) as usize) * ENTRY, 16);
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    while (w < end && load<f64>(w) >= edge) {
      const a = sums + (load<u32>(at) as usize) * rowBytes;
      const b = sums + (load<u32>(at, 4) as usize) * rowBytes;
      addPair(info, count, v128.load(w), best, sum, scale, a, b);
      w += 16;
      at += 8;
    }
  }
}

/** Two classes: max(0, w - gap) / (S + w) for both at once; two entries share a division. */
function addPairsOfOne(gaps: usize, s: f64, weight: f64, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  const sum = f64x2.splat(s);
  const scale = f64x2.splat(weight);
  const zero = f64x2.splat(0);
  const gap = v128.load(gaps);
  for (let end = w + (length << 3); w < end && load<f64>(w) >= edge; w += 16) {
    const share = f64x2.div(scale, f64x2.add(sum, v128.load(w)));
    const a = sums + ((load<u32>(at) as usize) << 4);
    const b = sums + ((load<u32>(at, 4) as usize) << 4);
    at += 8;
    const first = f64x2.pmax(zero, f64x2.sub(v128.load_splat<f64>(w), gap));
    v128.store(a, f64x2.add(v128.load(a), f64x2.mul(first, v128.shuffle<f64>(share, share, 0, 0))));
    const second = f64x2.pmax(zero, f64x2.sub(v128.load_splat<f64>(w, 8), gap));
    v128.store(b, f64x2.add(v128.load(b), f64x2.mul(second, v128.shuffle<f64>(share, share, 1, 1))));
  }
}

/** The same for three and four classes. */
function addPairsOfTwo(gaps: usize, s: f64, weight: f64, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  const sum = f64x2.splat(s);
  const scale = f64x2.splat(weight);
  const zero = f64x2.splat(0);
  const low = v128.load(gaps);
  const high = v128.load(gaps, 16);
  for (let end = w + (length << 3); w < end && load<f64>(w) >= edge; w += 16) {
    const share = f64x2.div(scale, f64x2.add(sum, v128.load(w)));
    const a = sums + ((load<u32>(at) as usize) << 5);
    const b = sums + ((load<u32>(at, 4) as usize) << 5);
    at += 8;
    const w0 = v128.load_splat<f64>(w);
    const share0 = v128.shuffle<f64>(share, share, 0, 0);
    v128.store(a, f64x2.add(v128.load(a), f64x2.mul(share0, f64x2.pmax(zero, f64x2.sub(w0, low)))));
    v128.store(a, f64x2.add(v128.load(a, 16), f64x2.mul(share0, f64x2.pmax(zero, f64x2.sub(w0, high)))), 16);
    const w1 = v128.load_splat<f64>(w, 8);
    const share1 = v128.shuffle<f64>(share, share, 1, 1);
    v128.store(b, f64x2.add(v128.load(b), f64x2.mul(share1, f64x2.pmax(zero, f64x2.sub(w1, low)))));
    v128.store(b, f64x2.add(v128.load(b, 16), f64x2.mul(share1, f64x2.pmax(zero, f64x2.sub(w1, high)))), 16);
  }
}

/** The same for any number of classes. */
function addPairsOfMany(
  gaps: usize,
  rowBytes: usize,
  s: f64,
  weight: f64,
  edge: f64,
  w: usize,
  at: usize,
  length: usize,
  sums: usize,
): void {
  const sum = f64x2.splat(s);
  const scale = f64x2.splat(weight);
  const zero = f64x2.splat(0);
  for (let end = w + (length << 3); w < end && load<f64>(w) >= edge; w += 16) {
    const share = f64x2.div(scale, f64x2.add(sum, v128.load(w)));
    const a = sums + (load<u32>(at) as usize) * rowBytes;
    const b = sums + (load<u32>(at, 4) as usize) * rowBytes;
    at += 8;
    const w0 = v128.load_splat<f64>(w);
    const w1 = v128.load_splat<f64>(w, 8);
    const share0 = v128.shuffle<f64>(share, share, 0, 0);
    const share1 = v128.shuffle<f64>(share, share, 1, 1);
    for (let y: usize = 0; y < rowBytes; y += 16) {
      const gap = v128.load(gaps + y);
      const first = f64x2.mul(share0, f64x2.pmax(zero, f64x2.sub(w0, gap)));
      v128.store(a + y, f64x2.add(v128.load(a + y), first));
      const second = f64x2.mul(share1, f64x2.pmax(zero, f64x2.sub(w1, gap)));
      v128.store(b + y, f64x2.add(v128.load(b + y), second));
    }
  }
}

/** The same sums, with kernel values that are computed tile by tile. */
export function scoreTiles(
  relation: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  weights: usize,
  sums: usize,
  info: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const rowBytes = (((classCount + 1) & ~1) as usize) << 3;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let x = from; x < to; x++) {
      fillRow(relation, x, tile, end, row, scratch);
      describe(info, freq, stride, x, classCount, alpha);
      const best = v128.load_splat<f64>(info);
      const sum = v128.load_splat<f64>(info, 8);
      const scale = f64x2.splat(weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3)));
      const least = v128.load_splat<f64>(info + HEAD, 16);
      let a = sums + (tile as usize) * rowBytes;
      for (let at = row, last = row + (((end - tile) as usize) << 3); at < last; at += 16) {
        const w = v128.load(at);
        if (v128.any_true(f64x2.ge(w, least))) {
          addPair(info, classCount - 1, w, best, sum, scale, a, a + rowBytes);
        }
        a += rowBytes << 1;
      }
    }
  }
}

/**
 * Scores from the sums: the expectation over the candidate's label [1, Eq. xgain].
 * @param itemStep Bytes from an item's sums to the next item's.
 * @param scale 1 / |E|, or 1 with weights.
 */
export function finishGain(
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  sums: usize,
  itemStep: usize,
  scale: f64,
  scores: usize,
): void {
  const step = (stride as usize) << 3;
  for (let c: usize = 0; c < (itemCount as usize); c++) {
    let total: f64 = 0;
    let gain: f64 = 0;
    for (let y: usize = 0; y < (classCount as usize); y++) {
      const chance = load<f64>(freq + y * step + (c << 3)) + load<f64>(beta + (y << 3));
      total += chance;
      gain += chance * load<f64>(sums + c * itemStep + (y << 3));
    }
    store<f64>(scores + (c << 3), (gain / total) * scale);
  }
}

/** Scores without any label, from the sums of w / (S + w): every class but the first would flip each decision. */
export function finishFirst(
  itemCount: i32,
  classCount: i32,
  beta: usize,
  sums: usize,
  scale: f64,
  scores: usize,
): void {
  let total = load<f64>(beta);
  let others: f64 = 0;
  for (let y: usize = 1; y < (classCount as usize); y++) {
    total += load<f64>(beta + (y << 3));
    others += load<f64>(beta + (y << 3));
  }
  const factor = (others / total) * scale;
  for (let c: usize = 0; c < (itemCount as usize); c++) {
    store<f64>(scores + (c << 3), factor * load<f64>(sums + (c << 3)));
  }
}
