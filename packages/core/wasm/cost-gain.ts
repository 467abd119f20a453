// Expected gain of every candidate under a table of costs (cost-decided.ts), from the same lists and tiles as under the
// zero-one loss (gain.ts): only pairs that can change a decision are visited.
import {
  COST_POINT_SUM as SUM,
  COST_ZONE_BYTES as ZONE,
  COST_ZONES_HEAD_BYTES as ZONES_HEAD,
} from "../src/engine/memory/layout";
import { addByCost, describeByCost, even, isSimple, leastByCost, zonesBytes, zonesOf } from "./cost-decided";
import { fillRow } from "./rows";

/** Candidates per tile: their packs of features stay in the second cache while the points pass. */
const TILE: i32 = 1024;

/**
 * The gain's sums over the points from `from` up to `to`, from their lists. Points whose list ends above the smallest
 * similarity that can change their decision go to `left` for `scoreTilesByCost`, all that can be live to `alive`.
 * @returns The weight of the points at which any pair can be live.
 */
export function scoreListsByCost(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  costs: usize,
  weights: usize,
  head: i32,
  capacity: i32,
  bits: i32,
  heads: usize,
  headIndices: usize,
  values: usize,
  indices: usize,
  lengths: usize,
  lowEdges: usize,
  sums: usize,
  info: usize,
  left: usize,
  alive: usize,
): f64 {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  let live: f64 = 0;
  let leftCount: usize = 0;
  let aliveCount: usize = 0;
  for (let x = from; x < to; x++) {
    const least = leastByCost(info, freq, stride, x, classCount, costs);
    const length = load<u32>(lengths + ((x as usize) << 2)) as usize;
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
    if (least < lowEdge && length !== (itemCount as usize)) {
      live += weight;
      store<u32>(alive + (++aliveCount << 2), x);
      store<u32>(left + (++leftCount << 2), x);
      continue;
    }
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const first = (x as usize) * (head as usize);
    const w = heads + (first << 3);
    if (length === 0 || load<f64>(w) < edge) continue;
    live += weight;
    store<u32>(alive + (++aliveCount << 2), x);
    describeByCost(info, classCount, alpha, costs, false);
    const count = min(length, head as usize);
    addList(info, classCount, costs, weight, edge, w, headIndices + (first << 2), count, sums);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addList(info, classCount, costs, weight, edge, values + (rest << 3), indices + (rest << 2), length - count, sums);
  }
  store<u32>(left, leftCount as u32);
  store<u32>(alive, aliveCount as u32);
  return live;
}

/** Two entries share a division. */
function addList(
  info: usize,
  classCount: i32,
  costs: usize,
  weight: f64,
  edge: f64,
  w: usize,
  at: usize,
  length: usize,
  sums: usize,
): void {
  const classes = classCount as usize;
  const rowBytes = even(classes) << 3;
  const sum = v128.load_splat<f64>(info, SUM);
  const scale = f64x2.splat(weight);
  if (isSimple(info, classes)) {
    addSimpleList(info, classes, costs, weight, edge, w, at, length, sums);
    return;
  }
  for (let end = w + (length << 3); w < end && load<f64>(w) >= edge; w += 16) {
    const share = f64x2.div(scale, f64x2.add(sum, v128.load(w)));
    const a = load<f64>(w);
    if (a > 0) addByCost(info, classes, costs, a, f64x2.extract_lane(share, 0), sums + (load<u32>(at) as usize) * rowBytes);
    const b = load<f64>(w, 8);
    if (b > 0) addByCost(info, classes, costs, b, f64x2.extract_lane(share, 1), sums + (load<u32>(at, 4) as usize) * rowBytes);
    at += 8;
  }
}

/** Up to four classes whose labels can bring one other decision only: all that is needed of the point stays at hand. */
function addSimpleList(
  info: usize,
  classes: usize,
  costs: usize,
  weight: f64,
  edge: f64,
  w: usize,
  at: usize,
  length: usize,
  sums: usize,
): void {
  const low = zonesOf(info, classes) + ZONES_HEAD;
  const high = classes > 2 ? low + zonesBytes(classes) : low;
  const stays0 = v128.load(low, 16);
  const from0 = v128.load(low, ZONE);
  const slope0 = v128.load(low, ZONE + 32);
  const gap0 = v128.load(low, ZONE + 48);
  const stays1 = v128.load(high, 16);
  const from1 = v128.load(high, ZONE);
  const slope1 = v128.load(high, ZONE + 32);
  const gap1 = v128.load(high, ZONE + 48);
  const sum = load<f64>(info, SUM);
  const shift: usize = classes > 2 ? 5 : 4;
  for (let end = w + (length << 3); w < end; w += 8, at += 4) {
    const value = load<f64>(w);
    if (value < edge) return;
    const similarity = f64x2.splat(value);
    const other0 = f64x2.gt(similarity, from0);
    const other1 = f64x2.gt(similarity, from1);
    const known0 = v128.or(other0, f64x2.lt(similarity, stays0));
    const known1 = v128.or(other1, f64x2.lt(similarity, stays1));
    const share: f64 = weight / (sum + value);
    const out = sums + ((load<u32>(at) as usize) << shift);
    if (!i64x2.all_true(v128.and(known0, known1))) {
      if (value > 0) addByCost(info, classes, costs, value, share, out);
      continue;
    }
    const scale = f64x2.splat(share);
    const drop0 = v128.and(other0, f64x2.sub(f64x2.mul(similarity, slope0), gap0));
    v128.store(out, f64x2.add(v128.load(out), f64x2.mul(drop0, scale)));
    if (shift === 5) {
      const drop1 = v128.and(other1, f64x2.sub(f64x2.mul(similarity, slope1), gap1));
      v128.store(out, f64x2.add(v128.load(out, 16), f64x2.mul(drop1, scale)), 16);
    }
  }
}

/** The same sums for the points of a list (a count, then the points), their kernel values computed tile by tile. */
export function scoreTilesByCost(
  relation: usize,
  points: usize,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  costs: usize,
  weights: usize,
  sums: usize,
  info: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const classes = classCount as usize;
  const rowBytes = even(classes) << 3;
  const count = load<u32>(points) as usize;
  for (let from = 0; from < padded; from += TILE) {
    const to = min(from + TILE, padded);
    for (let p: usize = 1; p <= count; p++) {
      const x = load<u32>(points + (p << 2)) as i32;
      const least = leastByCost(info, freq, stride, x, classCount, costs);
      fillRow(relation, x, from, to, row, scratch);
      describeByCost(info, classCount, alpha, costs, false);
      const sum = load<f64>(info, SUM);
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
      let out = sums + (from as usize) * rowBytes;
      for (let at = row, end = row + (((to - from) as usize) << 3); at < end; at += 8) {
        const w = load<f64>(at);
        if (w >= least && w > 0) addByCost(info, classes, costs, w, weight / (sum + w), out);
        out += rowBytes;
      }
    }
  }
}
