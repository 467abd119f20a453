// From which distance on no item can matter, whatever the item: the mixture at base distance D of a point with spread f
// and an item with spread f' is the sum over the localities of h_p(D (f f')^(-p/2)), which falls with D and rises with
// f f'. For products f f' an eighth of an octave apart (rows) and for stops 1/32 of an octave apart (bins) the distance
// at which it falls to the stop is tabled. Distances are steps of 1/32 of an octave, so that a row moves each h_p along
// the steps: one list of its values serves all rows.
import { STOP_COUNT } from "../src/engine/memory/layout";

/** Stops are told apart by their leading bits and counted from 2^-16 on; all smaller ones share the first bin. */
const STOP_BITS: u64 = 5;
const FIRST_STOP: i32 = (1023 - 16) << 5;

/**
 * Fills the rows from `from` up to `to`, of those that are in use.
 * @param first The first row is 2^(first / 8).
 * @param values The distances of the steps; then for each voice its locality, h_p(0), and h_p at the steps.
 * @param bounds Room for a number per step.
 */
export function fillCuts(
  cuts: usize,
  rows: i32,
  used: usize,
  from: i32,
  to: i32,
  first: i32,
  values: usize,
  steps: i32,
  voices: i32,
  bounds: usize,
): void {
  const bin = (rows as usize) << 2;
  const plane = (steps as usize) << 3;
  for (let row = from; row < to; row++) {
    if (load<u8>(used + (row as usize)) === 0) continue;
    memory.fill(bounds, 0, plane);
    let total: f64 = 0;
    for (let v = 0, voice = values + plane; v < voices; v++, voice += plane + 16) {
      total += load<f64>(voice, 8);
      // (f f')^(-p/2) = 2^(-(first + row) p / 16), which is so many steps
      addMoved(bounds, steps, ceil<f64>(((first + row) as f64) * load<f64>(voice) * 2) as i32, load<f64>(voice, 8), voice + 16);
    }
    let at = cuts + ((row as usize) << 2) + ((STOP_COUNT - 1) as usize) * bin;
    let stop = STOP_COUNT - 1;
    for (; stop > 0 && stopOf(stop) >= total; stop--, at -= bin) store<f32>(at, 0);
    for (let step: usize = 0; stop > 0 && step < (steps as usize); step++) {
      const bound = load<f64>(bounds + (step << 3));
      if (stopOf(stop) < bound) continue;
      const distance = load<f64>(values + (step << 3)) as f32;
      for (; stop > 0 && stopOf(stop) >= bound; stop--, at -= bin) store<f32>(at, distance);
    }
    for (; stop >= 0; stop--, at -= bin) store<f32>(at, Infinity);
  }
}

/** Adds h_p at distances that are `moved` steps nearer: before the first step h_p(0), behind the last one its value. */
function addMoved(bounds: usize, steps: i32, moved: i32, atZero: f64, values: usize): void {
  const first = max(0, min(steps, moved));
  const end = max(first, min(steps, steps + moved));
  const last = load<f64>(values + (((steps - 1) as usize) << 3));
  for (let step = 0; step < first; step++) addAt(bounds, step, atZero);
  let at = bounds + ((first as usize) << 3);
  let from = values + (((first - moved) as usize) << 3);
  for (const stop = bounds + ((end as usize) << 3) - 8; at < stop; at += 16, from += 16) {
    v128.store(at, f64x2.add(v128.load(at), v128.load(from)));
  }
  if ((end - first) & 1) addAt(bounds, end - 1, load<f64>(from));
  for (let step = end; step < steps; step++) addAt(bounds, step, last);
}

// @ts-ignore: decorator
@inline
function addAt(bounds: usize, step: i32, value: f64): void {
  const at = bounds + ((step as usize) << 3);
  store<f64>(at, load<f64>(at) + value);
}

/** Where the cuts for a stop are, one number per row. */
// @ts-ignore: decorator
@inline
export function cutsFor(stop: f64, cuts: usize, rows: i32): usize {
  const bin = ((reinterpret<u64>(stop) >> (52 - STOP_BITS)) as i32) - FIRST_STOP;
  return cuts + (select<i32>(0, min(bin, STOP_COUNT - 1), bin < 0) as usize) * ((rows as usize) << 2);
}

/**
 * The cut for a product of spreads, given as its place among the rows. Between two rows it rises at most as the power
 * p/2 of the product, p being the largest locality, which is 2^(rise * way) <= 1 + rise * way.
 */
// @ts-ignore: decorator
@inline
export function cutIn(cuts: usize, place: f64, rise: f64): f64 {
  const row = place as i32;
  const low = load<f32>(cuts + ((row as usize) << 2)) as f64;
  const high = load<f32>(cuts + ((row as usize) << 2), 4) as f64;
  const most = low * (1 + rise * (place - (row as f64)));
  return select<f64>(most, high, most < high);
}

/** The least stop of a bin above the first. */
// @ts-ignore: decorator
@inline
function stopOf(bin: i32): f64 {
  return reinterpret<f64>(((bin + FIRST_STOP) as u64) << (52 - STOP_BITS));
}
