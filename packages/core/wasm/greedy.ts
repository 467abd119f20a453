// The greedy baseline (src/strategies/greedy-all.ts): by how many the wrong decisions change if a candidate gets its
// true label. Counts are integers, so that lists, tiles and any order give the definition's very score.
import { POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD } from "../src/engine/memory/layout";
import { describe } from "./decided";
import { fillRow } from "./rows";

/** Candidates per tile. */
const TILE: i32 = 1024;

/** What one point adds to the candidates of a list (or, with `at` 0, to those from `base` on). */
// @ts-ignore: decorator
@inline
function addFlips(
  freq: usize,
  step: usize,
  x: i32,
  h: u32,
  best: f64,
  edge: f64,
  truth: usize,
  w: usize,
  at: usize,
  base: i32,
  count: usize,
  listed: bool,
  changes: usize,
): void {
  const right = load<u32>(truth + ((x as usize) << 2));
  for (let i: usize = 0; i < count; i++) {
    const similarity = load<f64>(w + (i << 3));
    if (similarity < edge) {
      if (listed) return;
      continue;
    }
    const c = listed ? (load<u32>(at + (i << 2)) as usize) : (base as usize) + i;
    const y = load<u32>(truth + (c << 2));
    if (y === h || (h !== right && y !== right)) continue;
    const after = load<f64>(freq + ((x as usize) << 3) + (y as usize) * step) + similarity;
    if (after < best || (after === best && y > h)) continue;
    const change = changes + (c << 2);
    store<i32>(change, load<i32>(change) + (y === right ? -1 : 1));
  }
}

/** The changes that the points from `from` up to `to` bring, from their lists. */
export function greedyLists(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  zeros: usize,
  truth: usize,
  head: i32,
  capacity: i32,
  bits: i32,
  heads: usize,
  headIndices: usize,
  values: usize,
  indices: usize,
  lowEdges: usize,
  changes: usize,
  info: usize,
): void {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  const step = (stride as usize) << 3;
  const length = itemCount as usize;
  for (let x = from; x < to; x++) {
    describe(info, freq, stride, x, classCount, zeros);
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    const least = load<f64>(info + HEAD, 16);
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const best = load<f64>(info);
    const h = decidedClass(info, classCount);
    const first = (x as usize) * (head as usize);
    const count = min(length, head as usize);
    const w = heads + (first << 3);
    addFlips(freq, step, x, h, best, edge, truth, w, headIndices + (first << 2), 0, count, true, changes);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addFlips(freq, step, x, h, best, edge, truth, values + (rest << 3), indices + (rest << 2), 0, length - count, true, changes);
  }
}

/** The same with similarities that are computed tile by tile. */
export function greedyTiles(
  relation: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  zeros: usize,
  truth: usize,
  changes: usize,
  info: usize,
  row: usize,
  scratch: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const step = (stride as usize) << 3;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let x = from; x < to; x++) {
      fillRow(relation, x, tile, end, row, scratch);
      describe(info, freq, stride, x, classCount, zeros);
      const least = load<f64>(info + HEAD, 16);
      const h = decidedClass(info, classCount);
      const inside = (min(end, itemCount) - tile) as usize;
      addFlips(freq, step, x, h, load<f64>(info), least, truth, row, 0, tile, inside, false, changes);
    }
  }
}

/** The class that is not among the others. */
// @ts-ignore: decorator
@inline
function decidedClass(info: usize, classCount: i32): u32 {
  let h = (classCount * (classCount - 1)) >> 1;
  for (let at = info + HEAD, end = at + ((classCount - 1) as usize) * ENTRY; at < end; at += ENTRY) {
    h -= (load<u32>(at, 32) >> 3) as i32;
  }
  return h as u32;
}
