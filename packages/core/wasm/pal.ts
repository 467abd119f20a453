// The local gain of PAL (src/strategies/pal-gain.ts) at every item, operation by operation, hence with its bits; and
// the density that weighs it, summed over the items in order.
import { COST_HEAD_BYTES } from "../src/engine/memory/layout";
import { addCosts, cheapest, even } from "./cost-decided";
import { fillRow } from "./rows";

/** Items per tile. */
const TILE: i32 = 1024;

/** Sums of the similarities of the items from `from` up to `to`, multiples of eight, to all others, in the order of `places`. */
export function sumRows(relation: usize, from: i32, to: i32, places: usize, pointCount: i32, out: usize, row: usize, scratch: usize): void {
  for (let tile = from; tile < to; tile += TILE) {
    const end = min(tile + TILE, to);
    const first = out + ((tile as usize) << 3);
    memory.fill(first, 0, ((end - tile) as usize) << 3);
    for (let x = 0; x < pointCount; x++) {
      fillRow(relation, load<u32>(places + ((x as usize) << 2)), tile, end, row, scratch);
      for (let at: usize = 0; at < (((end - tile) as usize) << 3); at += 16) {
        v128.store(first + at, f64x2.add(v128.load(first + at), v128.load(row + at)));
      }
    }
  }
}

/** density * the largest gain per label of 1 to `labelCount` labels, for the items listed in `open`; `costs`: a table, or 0; `room`: 5 numbers per class. */
export function scorePal(
  open: usize,
  openCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  prior: usize,
  costs: usize,
  density: usize,
  labelCount: i32,
  scores: usize,
  room: usize,
): void {
  const classes = classCount as usize;
  for (let place: usize = 0; place < (openCount as usize); place++) {
    const c = load<u32>(open + (place << 2)) as usize;
    let total: f64 = 0;
    for (let y: usize = 0; y < classes; y++) {
      const k = load<f64>(freq + ((y * (stride as usize) + c) << 3));
      store<f64>(room + (y << 3), k);
      store<f64>(room + ((classes + y) << 3), k);
      total += k + load<f64>(prior + (y << 3));
    }
    const before = decided(room, classes, costs, room);
    let best: f64 = -Infinity;
    for (let m = 1; m <= labelCount; m++) {
      store<f64>(room + ((classes * 2) << 3), 0);
      visit(room, classes, prior, costs, 0, m, 1, before, total, m);
      best = max(best, load<f64>(room + ((classes * 2) << 3)) / (m as f64));
    }
    store<f64>(scores + (c << 3), load<f64>(density + (c << 3)) * best);
  }
}

/** All ways to spread the remaining labels on the classes from y on; `room` holds k, then k with labels, then the gain. */
function visit(room: usize, classes: usize, prior: usize, costs: usize, y: usize, left: i32, chance: f64, before: usize, total: f64, m: i32): void {
  const k = load<f64>(room + (y << 3));
  const plus = room + ((classes + y) << 3);
  const a = k + load<f64>(prior + (y << 3));
  if (y === classes - 1) {
    store<f64>(plus, k + (left as f64));
    add(room, classes, prior, costs, (chance * rising(a, left)) / factorial(left), before, total, m);
    store<f64>(plus, k);
    return;
  }
  for (let l = 0; l <= left; l++) {
    store<f64>(plus, k + (l as f64));
    visit(room, classes, prior, costs, y + 1, left - l, (chance * rising(a, l)) / factorial(l), before, total, m);
  }
  store<f64>(plus, k);
}

// @ts-ignore: decorator
@inline
function add(room: usize, classes: usize, prior: usize, costs: usize, chance: f64, before: usize, total: f64, m: i32): void {
  const kPlus = room + (classes << 3);
  const after = decided(kPlus, classes, costs, room);
  if (after === before) return;
  const gain = room + ((classes * 2) << 3);
  const drop = dropOf(kPlus, classes, prior, costs, before, after) / (total + (m as f64));
  store<f64>(gain, load<f64>(gain) + ((chance * factorial(m)) / rising(total, m)) * drop);
}

/** What the new decision loses less than the old one. */
// @ts-ignore: decorator
@inline
function dropOf(kPlus: usize, classes: usize, prior: usize, costs: usize, before: usize, after: usize): f64 {
  if (costs === 0) {
    const won = load<f64>(kPlus + (after << 3)) + load<f64>(prior + (after << 3));
    return won - (load<f64>(kPlus + (before << 3)) + load<f64>(prior + (before << 3)));
  }
  let drop: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const row = costs + COST_HEAD_BYTES + y * (even(classes) << 3);
    const a = load<f64>(kPlus + (y << 3)) + load<f64>(prior + (y << 3));
    drop += a * (load<f64>(row + (before << 3)) - load<f64>(row + (after << 3)));
  }
  return drop;
}

// @ts-ignore: decorator
@inline
function decided(k: usize, classes: usize, costs: usize, room: usize): usize {
  if (costs !== 0) {
    const e = room + ((classes * 3) << 3);
    addCosts(k, classes, costs + COST_HEAD_BYTES, e);
    return cheapest(e, classes);
  }
  let best: usize = 0;
  for (let y: usize = 1; y < classes; y++) if (load<f64>(k + (y << 3)) > load<f64>(k + (best << 3))) best = y;
  return best;
}

function rising(x: f64, n: i32): f64 {
  let value: f64 = 1;
  for (let i = 0; i < n; i++) value *= x + (i as f64);
  return value;
}

function factorial(n: i32): f64 {
  let value: f64 = 1;
  for (let i = 2; i <= n; i++) value = (i as f64) * value;
  return value;
}
