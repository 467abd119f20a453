// Expected error reduction with the zero-one loss (src/strategies/eer.ts): max(k[h], k[y] + w) / (S + w), priors
// included, on all pairs of candidates and unlabelled items.
import { fillRow } from "./rows";

/** Candidates per tile: their sums stay in the first cache. */
const TILE: i32 = 256;

/** Fills the rows of the points from `from` up to `to`; each has room for the items, rounded up to eight. */
export function fillRows(relation: usize, from: i32, to: i32, itemCount: i32, values: usize, scratch: usize): void {
  const padded = (itemCount + 7) & ~7;
  for (let x = from; x < to; x++) {
    fillRow(relation, x, 0, padded, values + (((x as usize) * (padded as usize)) << 3), scratch);
  }
}

/**
 * Sums of the largest probability after each label, one plane of items per class, over the points from place `from` up
 * to `to` of `open`.
 * @param values The matrix of similarities, points x items; 0 to compute them.
 */
export function sumConfidence(
  relation: usize,
  open: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  prior: usize,
  values: usize,
  sums: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const planeBytes = (padded as usize) << 3;
  const step = (stride as usize) << 3;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let place = from; place < to; place++) {
      const x = load<u32>(open + ((place as usize) << 2)) as usize;
      let w = values + x * planeBytes + ((tile as usize) << 3);
      if (values === 0) {
        fillRow(relation, x as i32, tile, end, row, scratch);
        w = row;
      }
      addConfidence(freq + (x << 3), step, classCount, prior, w, end - tile, sums + ((tile as usize) << 3), planeBytes);
    }
  }
}

function addConfidence(k: usize, step: usize, classCount: i32, prior: usize, w: usize, count: i32, sums: usize, planeBytes: usize): void {
  let most: f64 = 0;
  let total: f64 = 0;
  for (let y: usize = 0; y < (classCount as usize); y++) {
    const a = load<f64>(k + y * step) + load<f64>(prior + (y << 3));
    total += a;
    most = max(most, a);
  }
  const best = f64x2.splat(most);
  const sum = f64x2.splat(total);
  const one = f64x2.splat(1);
  for (let at: usize = 0; at < ((count as usize) << 3); at += 64) {
    const w0 = v128.load(w + at);
    const w1 = v128.load(w + at, 16);
    const w2 = v128.load(w + at, 32);
    const w3 = v128.load(w + at, 48);
    const s0 = f64x2.div(one, f64x2.add(sum, w0));
    const s1 = f64x2.div(one, f64x2.add(sum, w1));
    const s2 = f64x2.div(one, f64x2.add(sum, w2));
    const s3 = f64x2.div(one, f64x2.add(sum, w3));
    let out = sums + at;
    for (let y: usize = 0; y < (classCount as usize); y++) {
      const a = f64x2.splat(load<f64>(k + y * step) + load<f64>(prior + (y << 3)));
      v128.store(out, f64x2.add(v128.load(out), f64x2.mul(s0, f64x2.pmax(best, f64x2.add(a, w0)))));
      v128.store(out, f64x2.add(v128.load(out, 16), f64x2.mul(s1, f64x2.pmax(best, f64x2.add(a, w1)))), 16);
      v128.store(out, f64x2.add(v128.load(out, 32), f64x2.mul(s2, f64x2.pmax(best, f64x2.add(a, w2)))), 32);
      v128.store(out, f64x2.add(v128.load(out, 48), f64x2.mul(s3, f64x2.pmax(best, f64x2.add(a, w3)))), 48);
      out += planeBytes;
    }
  }
}

/** The expected loss of one candidate in the definition's order of operations; `room`: two numbers per class. */
export function lossExactly(
  relation: usize,
  candidate: i32,
  open: usize,
  openCount: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  prior: usize,
  row: usize,
  scratch: usize,
  room: usize,
): f64 {
  const classes = classCount as usize;
  const step = (stride as usize) << 3;
  fillRow(relation, candidate, 0, (itemCount + 7) & ~7, row, scratch);
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const p = load<f64>(freq + y * step + ((candidate as usize) << 3)) + load<f64>(prior + (y << 3));
    total += p;
    store<f64>(room + (y << 3), p);
  }
  let expected: f64 = 0;
  for (let yc: usize = 0; yc < classes; yc++) {
    let sum: f64 = 0;
    for (let place: usize = 0; place < (openCount as usize); place++) {
      const x = load<u32>(open + (place << 2)) as usize;
      const w = load<f64>(row + (x << 3));
      let all: f64 = 0;
      let most: f64 = 0;
      for (let y: usize = 0; y < classes; y++) {
        const k = load<f64>(freq + y * step + (x << 3));
        const p = (y === yc ? k + w : k) + load<f64>(prior + (y << 3));
        all += p;
        most = max(most, p);
      }
      sum += 1 - most / all;
    }
    expected += (load<f64>(room + (yc << 3)) / total) * sum;
  }
  return expected;
}
