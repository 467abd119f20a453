// Expected error reduction under a table of costs (src/strategies/eer.ts): the cheapest decision after each label costs
// min over d of (E_d + w L(y, d)) / (S + w), priors included, on all pairs of candidates and unlabelled items.
import { COST_HEAD_BYTES as HEAD } from "../src/engine/memory/layout";
import { addCosts, cheapest, even } from "./cost-decided";
import { fillRow } from "./rows";

/** Candidates per tile: their sums stay in the first cache. */
const TILE: i32 = 256;

/**
 * Sums of what the cheapest decision costs after each label, one plane of items per class, over the points from place
 * `from` up to `to` of `open`.
 * @param values The matrix of similarities, points x items; 0 to compute them.
 * @param info Room for four numbers per class and as many for every class.
 */
export function sumCosts(
  relation: usize,
  open: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  prior: usize,
  costs: usize,
  values: usize,
  sums: usize,
  row: usize,
  scratch: usize,
  info: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const planeBytes = (padded as usize) << 3;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let place = from; place < to; place++) {
      const x = load<u32>(open + ((place as usize) << 2)) as usize;
      let w = values + x * planeBytes + ((tile as usize) << 3);
      if (values === 0) {
        fillRow(relation, x as i32, tile, end, row, scratch);
        w = row;
      }
      const k = freq + (x << 3);
      addCheapest(k, (stride as usize) << 3, classCount as usize, prior, costs + HEAD, w, end - tile, sums + ((tile as usize) << 3), planeBytes, info);
    }
  }
}

function addCheapest(k: usize, step: usize, classes: usize, prior: usize, table: usize, w: usize, count: i32, sums: usize, planeBytes: usize, info: usize): void {
  const rowBytes = even(classes) << 3;
  const e = info + rowBytes;
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const a = load<f64>(k + y * step) + load<f64>(prior + (y << 3));
    store<f64>(info + (y << 3), a);
    total += a;
  }
  addCosts(info, classes, table, e);
  const h = cheapest(e, classes);
  const own = v128.load_splat<f64>(e + (h << 3));
  const sum = f64x2.splat(total);
  const one = f64x2.splat(1);
  const bytes = (count as usize) << 3;
  // Per label the lines that can become the cheapest: those that rise less than that of the present decision.
  const lines = e + rowBytes;
  for (let y: usize = 0; y < classes; y++) {
    const slope = load<f64>(table + y * rowBytes + (h << 3));
    let last = lines;
    for (let d: usize = 0; d < classes; d++) {
      const other = load<f64>(table + y * rowBytes + (d << 3));
      if (other >= slope) continue;
      store<f64>(last, load<f64>(e + (d << 3)));
      store<f64>(last, other, 8);
      last += 16;
    }
    const rise = f64x2.splat(slope);
    const out = sums + y * planeBytes;
    for (let at: usize = 0; at < bytes; at += 32) {
      const w0 = v128.load(w + at);
      const w1 = v128.load(w + at, 16);
      let least0 = f64x2.add(own, f64x2.mul(w0, rise));
      let least1 = f64x2.add(own, f64x2.mul(w1, rise));
      for (let line = lines; line < last; line += 16) {
        const cost = v128.load_splat<f64>(line);
        const by = v128.load_splat<f64>(line, 8);
        least0 = f64x2.pmin(least0, f64x2.add(cost, f64x2.mul(w0, by)));
        least1 = f64x2.pmin(least1, f64x2.add(cost, f64x2.mul(w1, by)));
      }
      const s0 = f64x2.div(one, f64x2.add(sum, w0));
      const s1 = f64x2.div(one, f64x2.add(sum, w1));
      v128.store(out + at, f64x2.add(v128.load(out + at), f64x2.mul(s0, least0)));
      v128.store(out + at, f64x2.add(v128.load(out + at, 16), f64x2.mul(s1, least1)), 16);
    }
  }
}

/** The expected cost of one candidate in the definition's order of operations; `room`: four numbers per class. */
export function costExactly(
  relation: usize,
  candidate: i32,
  open: usize,
  openCount: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  prior: usize,
  costs: usize,
  row: usize,
  scratch: usize,
  room: usize,
): f64 {
  const classes = classCount as usize;
  const step = (stride as usize) << 3;
  const p = room + (even(classes) << 3);
  const e = p + (even(classes) << 3);
  fillRow(relation, candidate, 0, (itemCount + 7) & ~7, row, scratch);
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const chance = load<f64>(freq + y * step + ((candidate as usize) << 3)) + load<f64>(prior + (y << 3));
    total += chance;
    store<f64>(room + (y << 3), chance);
  }
  let expected: f64 = 0;
  for (let yc: usize = 0; yc < classes; yc++) {
    let sum: f64 = 0;
    for (let place: usize = 0; place < (openCount as usize); place++) {
      const x = load<u32>(open + (place << 2)) as usize;
      const w = load<f64>(row + (x << 3));
      let all: f64 = 0;
      for (let y: usize = 0; y < classes; y++) {
        const k = load<f64>(freq + y * step + (x << 3));
        const a = (y === yc ? k + w : k) + load<f64>(prior + (y << 3));
        all += a;
        store<f64>(p + (y << 3), a);
      }
      for (let y: usize = 0; y < classes; y++) store<f64>(p + (y << 3), load<f64>(p + (y << 3)) / all);
      addCosts(p, classes, costs + HEAD, e);
      sum += load<f64>(e + (cheapest(e, classes) << 3));
    }
    expected += (load<f64>(room + (yc << 3)) / total) * sum;
  }
  return expected;
}
