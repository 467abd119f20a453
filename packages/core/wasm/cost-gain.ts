// Expected gain of every candidate under a table of costs (cost-decided.ts), from the same lists and tiles as under the
// zero-one loss (gain.ts): only pairs that can change a decision are visited.
import {
  COST_POINT_SUM as SUM,
  COST_ZONE_BYTES as ZONE,
  COST_ZONES_FROM as ZONES_FROM,
  COST_ZONES_HEAD_BYTES as ZONES_HEAD,
  COST_ZONES_SIMPLE as ZONES_SIMPLE,
} from "../src/engine/memory/layout";
import { addByCost, addDecided, describeByCost, even, leastByCost, zonesBytes, zonesOf } from "./cost-decided";
import { fillRow } from "./rows";

/** Candidates per tile: their packs of features stay in the second cache while the points pass. */
const TILE: i32 = 1024;

/**
 * The gain's sums over the points from `from` up to `to`, from their lists; those that can be live go to `alive`.
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
  lowEdges: usize,
  sums: usize,
  info: usize,
  alive: usize,
): f64 {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  let live: f64 = 0;
  const length = itemCount as usize;
  let aliveCount: usize = 0;
  for (let x = from; x < to; x++) {
    const least = leastByCost(info, freq, stride, x, classCount, costs);
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const first = (x as usize) * (head as usize);
    const w = heads + (first << 3);
    if (load<f64>(w) < edge) continue;
    live += weight;
    store<u32>(alive + (++aliveCount << 2), x);
    describeByCost(info, classCount, alpha, costs, false, 0);
    const count = min(length, head as usize);
    addList(info, classCount, costs, weight, edge, lowEdge, mask, w, headIndices + (first << 2), count, sums);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addList(info, classCount, costs, weight, edge, lowEdge, mask, values + (rest << 3), indices + (rest << 2), length - count, sums);
  }
  store<u32>(alive, aliveCount as u32);
  return live;
}

/** Two classes after two: each pair ends where its own labels can change nothing, and its zones stay at hand. */
function addList(
  info: usize,
  classCount: i32,
  costs: usize,
  weight: f64,
  edge: f64,
  lowEdge: f64,
  mask: u64,
  w: usize,
  at: usize,
  length: usize,
  sums: usize,
): void {
  const classes = classCount as usize;
  const rowBytes = even(classes) << 3;
  const end = w + (length << 3);
  const bytes = zonesBytes(classes);
  let zones = zonesOf(info, classes);
  for (let pair: usize = 0; pair < rowBytes; pair += 16) {
    const from = load<f64>(zones, ZONES_FROM);
    // Below its low edge a list is in no order.
    const least = from < lowEdge ? edge : max<f64>(edge, reinterpret<f64>(reinterpret<u64>(from) & mask));
    if (load<u32>(zones, ZONES_SIMPLE) !== 0) addSimple(info, classes, costs, weight, least, zones + ZONES_HEAD, w, at, end, sums, pair);
    else addZones(info, classes, costs, weight, least, zones, w, at, end, sums, pair);
    zones += bytes;
  }
}

/** Two classes whose labels leave the present decision up to some similarity and bring one other from some similarity on. */
// @ts-ignore: decorator
@inline
function addSimple(info: usize, classes: usize, costs: usize, weight: f64, least: f64, zone: usize, w: usize, at: usize, end: usize, sums: usize, pair: usize): void {
  const rowBytes = even(classes) << 3;
  const stays = v128.load(zone, 16);
  const from = v128.load(zone, ZONE);
  const slope = v128.load(zone, ZONE + 32);
  const gap = v128.load(zone, ZONE + 48);
  const sum = load<f64>(info, SUM);
  for (; w < end; w += 8, at += 4) {
    const value = load<f64>(w);
    if (value < least) return;
    const similarity = f64x2.splat(value);
    const other = f64x2.gt(similarity, from);
    const known = v128.or(other, f64x2.lt(similarity, stays));
    const out = sums + (load<u32>(at) as usize) * rowBytes;
    if (!i64x2.all_true(known)) {
      if (value > 0) addDecided(info, classes, costs, value, weight / (sum + value), pair >> 3, out);
      continue;
    }
    if (!v128.any_true(other)) continue;
    const drop = v128.and(other, f64x2.sub(f64x2.mul(similarity, slope), gap));
    v128.store(out + pair, f64x2.add(v128.load(out + pair), f64x2.mul(drop, f64x2.splat(weight / (sum + value)))));
  }
}

/** Two classes whose labels can bring more than one other decision. */
// @ts-ignore: decorator
@inline
function addZones(info: usize, classes: usize, costs: usize, weight: f64, least: f64, zones: usize, w: usize, at: usize, end: usize, sums: usize, pair: usize): void {
  const rowBytes = even(classes) << 3;
  const first = zones + ZONES_HEAD;
  const lastZone = first + (load<u32>(zones) as usize) * ZONE;
  const stayFrom = v128.load(first);
  const stayTo = v128.load(first, 16);
  const sum = load<f64>(info, SUM);
  for (; w < end; w += 8, at += 4) {
    const value = load<f64>(w);
    if (value < least) return;
    const similarity = f64x2.splat(value);
    let known = v128.and(f64x2.gt(similarity, stayFrom), f64x2.lt(similarity, stayTo));
    if (i64x2.all_true(known)) continue;
    let drop = f64x2.splat(0);
    for (let zone = first + ZONE; zone < lastZone; zone += ZONE) {
      const inside = v128.and(f64x2.gt(similarity, v128.load(zone)), f64x2.lt(similarity, v128.load(zone, 16)));
      drop = v128.or(drop, v128.and(inside, f64x2.sub(f64x2.mul(similarity, v128.load(zone, 32)), v128.load(zone, 48))));
      known = v128.or(known, inside);
    }
    const out = sums + (load<u32>(at) as usize) * rowBytes;
    const share = weight / (sum + value);
    if (i64x2.all_true(known)) v128.store(out + pair, f64x2.add(v128.load(out + pair), f64x2.mul(drop, f64x2.splat(share))));
    else if (value > 0) addDecided(info, classes, costs, value, share, pair >> 3, out);
  }
}

/** The same sums, with kernel values that are computed tile by tile. */
export function scoreTilesByCost(
  relation: usize,
  from: i32,
  to: i32,
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
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let x = from; x < to; x++) {
      const least = leastByCost(info, freq, stride, x, classCount, costs);
      fillRow(relation, x, tile, end, row, scratch);
      describeByCost(info, classCount, alpha, costs, false, 0);
      const sum = load<f64>(info, SUM);
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
      let out = sums + (tile as usize) * rowBytes;
      for (let at = row, last = row + (((end - tile) as usize) << 3); at < last; at += 8) {
        const w = load<f64>(at);
        if (w >= least && w > 0) addByCost(info, classes, costs, w, weight / (sum + w), out);
        out += rowBytes;
      }
    }
  }
}
