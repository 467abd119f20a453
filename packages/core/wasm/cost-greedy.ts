// The greedy baseline under a table of costs (src/strategies/greedy-all.ts): by how much the true cost of the decisions
// changes if a candidate gets its true label.
import { COST_HEAD_BYTES as HEAD, COST_POINT_DECIDED as DECIDED } from "../src/engine/memory/layout";
import { changeByCost, decidedAfter, describeByCost, even, leastByCost } from "./cost-decided";
import { fillRow } from "./rows";

/** Candidates per tile. */
const TILE: i32 = 1024;

/** What one point changes for the candidates of a list, or with `at` 0 for those from `base` on. */
// @ts-ignore: decorator
@inline
function addChanges(
  info: usize,
  classes: usize,
  table: usize,
  trueCosts: usize,
  edge: f64,
  truth: usize,
  w: usize,
  at: usize,
  base: i32,
  count: usize,
  listed: bool,
  changes: usize,
): void {
  for (let i: usize = 0; i < count; i++) {
    const similarity = load<f64>(w + (i << 3));
    if (similarity < edge) {
      if (listed) return;
      continue;
    }
    const c = listed ? (load<u32>(at + (i << 2)) as usize) : (base as usize) + i;
    const y = load<u32>(truth + (c << 2)) as usize;
    const change = changes + (c << 3);
    store<f64>(change, load<f64>(change) + changeByCost(info, classes, y, similarity, trueCosts, table));
  }
}

/** What decisions cost at a point, by its true class. */
// @ts-ignore: decorator
@inline
function costsOf(truth: usize, x: i32, table: usize, classes: usize): usize {
  return table + (load<u32>(truth + ((x as usize) << 2)) as usize) * (even(classes) << 3);
}

/** The changes that the points from `from` up to `to` bring, from their lists; what lists do not reach goes to `left`. */
export function greedyListsByCost(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  zeros: usize,
  truth: usize,
  costs: usize,
  head: i32,
  capacity: i32,
  bits: i32,
  heads: usize,
  headIndices: usize,
  values: usize,
  indices: usize,
  lengths: usize,
  lowEdges: usize,
  changes: usize,
  info: usize,
  left: usize,
): void {
  const classes = classCount as usize;
  const table = costs + HEAD;
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  let leftCount: usize = 0;
  for (let x = from; x < to; x++) {
    const least = leastByCost(info, freq, stride, x, classCount, costs);
    const length = load<u32>(lengths + ((x as usize) << 2)) as usize;
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    if (least < lowEdge && length !== (itemCount as usize)) {
      store<u32>(left + (++leftCount << 2), x);
      continue;
    }
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const first = (x as usize) * (head as usize);
    const count = min(length, head as usize);
    const w = heads + (first << 3);
    if (length === 0 || load<f64>(w) < edge) continue;
    const trueCosts = costsOf(truth, x, table, classes);
    describeByCost(info, classCount, zeros, costs, false, trueCosts);
    addChanges(info, classes, table, trueCosts, edge, truth, w, headIndices + (first << 2), 0, count, true, changes);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addChanges(info, classes, table, trueCosts, edge, truth, values + (rest << 3), indices + (rest << 2), 0, length - count, true, changes);
  }
  store<u32>(left, leftCount as u32);
}

/** The same for the points of a list, their similarities computed tile by tile. */
export function greedyTilesByCost(
  relation: usize,
  points: usize,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  zeros: usize,
  truth: usize,
  costs: usize,
  changes: usize,
  info: usize,
  row: usize,
  scratch: usize,
): void {
  const classes = classCount as usize;
  const table = costs + HEAD;
  const padded = (itemCount + 7) & ~7;
  const count = load<u32>(points) as usize;
  for (let from = 0; from < padded; from += TILE) {
    const to = min(from + TILE, padded);
    const inside = (min(to, itemCount) - from) as usize;
    for (let p: usize = 1; p <= count; p++) {
      const x = load<u32>(points + (p << 2)) as i32;
      const least = leastByCost(info, freq, stride, x, classCount, costs);
      if (least === Infinity) continue;
      fillRow(relation, x, from, to, row, scratch);
      const trueCosts = costsOf(truth, x, table, classes);
      describeByCost(info, classCount, zeros, costs, false, trueCosts);
      addChanges(info, classes, table, trueCosts, least, truth, row, 0, from, inside, false, changes);
    }
  }
}

/** The true cost of all decisions after a candidate's true label, summed over the items in the order of `places`. */
export function costAfterExactly(
  relation: usize,
  candidate: i32,
  places: usize,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  truth: usize,
  costs: usize,
  row: usize,
  scratch: usize,
  info: usize,
): f64 {
  const classes = classCount as usize;
  const table = costs + HEAD;
  const label = load<u32>(truth + ((candidate as usize) << 2)) as usize;
  fillRow(relation, candidate, 0, (itemCount + 7) & ~7, row, scratch);
  let sum: f64 = 0;
  for (let place: usize = 0; place < (itemCount as usize); place++) {
    const x = load<u32>(places + (place << 2)) as usize;
    const w = load<f64>(row + (x << 3));
    const least = leastByCost(info, freq, stride, x as i32, classCount, costs);
    const decided = w < least ? (load<u32>(info, DECIDED) as usize) : decidedAfter(info, classes, label, w, table);
    sum += load<f64>(table + (load<u32>(truth + (x << 2)) as usize) * (even(classes) << 3) + (decided << 3));
  }
  return sum;
}
