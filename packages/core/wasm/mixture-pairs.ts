// The pairs of one evaluation point that can flip its decision, two at a time: the mixture from tables, then the gain's
// terms. A voice is one locality that carries weight: the addresses of its table and of its factors per item (0 for the
// first voice if all are 1) and per point.
import { CHUNK_ENTRIES, POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD, VOICE_BYTES } from "../src/engine/memory/layout";
import { addDrops } from "./add-drops";

/** Distances are counted from here, so that their leading bits tell near ones apart without end; see also the table. */
export const OFFSET: f64 = 0.125;
export const FIRST: u64 = 1020;
/** All that is farther counts as this far. */
export const FARTHEST: f64 = 1000;
/** Mantissa bits that tell the intervals of a table apart, and bytes of one: four coefficients. */
const TABLE_BITS: u64 = 6;
const TABLE_START: usize = (1020 << (6 + 5)) as usize;
/** An entry is a distance whose last bits are the item: so many bits are left of it that it is off by 2^-29 at most. */
const ITEM_MASK: u64 = (1 << 24) - 1;
const MOST_FINITE: u64 = 0x7fefffffffffffff;

/** A distance and an item in one number, which compares as the distance does. */
// @ts-ignore: decorator
@inline
export function entryOf(distance: f64, item: usize): u64 {
  const rounded = min<u64>(reinterpret<u64>(distance) + ((ITEM_MASK + 1) >> 1), MOST_FINITE);
  return (rounded & ~ITEM_MASK) | (item as u64);
}

/**
 * Adds what the labels of the picked items would remove at the point.
 * @param picked So many entries, with room for one more.
 * @param run,lastRun Between these the addresses of further entries, a chunk each.
 * @param own The point's factor of each voice.
 */
export function addPicked(
  voices: usize,
  voice: usize,
  picked: usize,
  count: usize,
  run: usize,
  lastRun: usize,
  classCount: usize,
  weight: f64,
  info: usize,
  own: usize,
  sums: usize,
): void {
  const gaps = info + HEAD + classCount * ENTRY;
  const rowBytes = ((classCount + 1) & ~1) << 3;
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  const second = voice + (voices > 1 ? (VOICE_BYTES as usize) : 0);
  const third = voice + (voices > 2 ? 2 * (VOICE_BYTES as usize) : 0);
  const table0 = load<usize>(voice) - TABLE_START;
  const table1 = load<usize>(second) - TABLE_START;
  const table2 = load<usize>(third) - TABLE_START;
  const plane0 = load<usize>(voice, 4);
  const plane1 = load<usize>(second, 4);
  const plane2 = load<usize>(third, 4);
  const own0 = v128.load_splat<f64>(own);
  const own1 = v128.load_splat<f64>(own, 8);
  const own2 = v128.load_splat<f64>(own, 16);
  const gap0 = v128.load(gaps);
  const gap1 = classCount > 2 ? v128.load(gaps, 16) : gap0;
  store<u64>(picked + (count << 3), 0); // an item beside the last one: any, as what it adds is 0
  let at = picked;
  let end = picked + (count << 3);
  while (true) {
    if (at >= end) {
      if (run === lastRun) return;
      at = load<u32>(run) as usize;
      end = at + (CHUNK_ENTRIES << 3);
      run += 4;
    }
    const a = (load<u32>(at) & (ITEM_MASK as u32)) as usize;
    const b = (load<u32>(at, 8) & (ITEM_MASK as u32)) as usize;
    const distances = v128.andnot(v128.load(at), i64x2.splat(ITEM_MASK));
    let w = plane0 === 0 ? lookUp(table0, distances) : lookUp(table0, scaled(plane0, own0, a, b, distances));
    if (voices > 1) w = f64x2.add(w, lookUp(table1, scaled(plane1, own1, a, b, distances)));
    if (voices > 2) w = f64x2.add(w, lookUp(table2, scaled(plane2, own2, a, b, distances)));
    if (voices > 3) w = f64x2.add(w, otherVoices(voices, voice, own, a, b, distances));
    let share = f64x2.div(scale, f64x2.add(sum, w));
    if (at + 8 === end) share = f64x2.replace_lane(share, 1, 0);
    at += 16;
    const w0 = v128.shuffle<f64>(w, w, 0, 0);
    const w1 = v128.shuffle<f64>(w, w, 1, 1);
    const share0 = v128.shuffle<f64>(share, share, 0, 0);
    const share1 = v128.shuffle<f64>(share, share, 1, 1);
    addDrops(sums, a, b, classCount, rowBytes, gaps, gap0, gap1, w0, w1, share0, share1);
  }
}


/** Voices beyond the third, of which there are seldom any. */
function otherVoices(voices: usize, voice: usize, own: usize, a: usize, b: usize, distances: v128): v128 {
  let w = f64x2.splat(0);
  for (let v: usize = 3; v < voices; v++) {
    const at = voice + v * VOICE_BYTES;
    const far = scaled(load<usize>(at, 4), v128.load_splat<f64>(own + (v << 3)), a, b, distances);
    w = f64x2.add(w, lookUp(load<usize>(at) - TABLE_START, far));
  }
  return w;
}

/** Distances of two items with their factors and the point's. */
// @ts-ignore: decorator
@inline
function scaled(plane: usize, own: v128, a: usize, b: usize, distances: v128): v128 {
  const factors = v128.load64_lane(plane + (b << 3), v128.load_zero<u64>(plane + (a << 3)), 1);
  return f64x2.mul(distances, f64x2.mul(own, factors));
}

/** h_p at two distances: the cubics of their intervals. */
// @ts-ignore: decorator
@inline
function lookUp(table: usize, distances: v128): v128 {
  const t = f64x2.add(f64x2.pmin(f64x2.splat(FARTHEST), distances), f64x2.splat(OFFSET));
  const interval = i64x2.shr_u(t, (52 - TABLE_BITS) as i32);
  const s = f64x2.sub(t, i64x2.shl(interval, (52 - TABLE_BITS) as i32));
  const atA = table + ((i64x2.extract_lane(interval, 0) as usize) << 5);
  const atB = table + ((i64x2.extract_lane(interval, 1) as usize) << 5);
  const lowA = v128.load(atA);
  const lowB = v128.load(atB);
  const highA = v128.load(atA, 16);
  const highB = v128.load(atB, 16);
  const c0 = v128.shuffle<f64>(lowA, lowB, 0, 2);
  const c1 = v128.shuffle<f64>(lowA, lowB, 1, 3);
  const c2 = v128.shuffle<f64>(highA, highB, 0, 2);
  const c3 = v128.shuffle<f64>(highA, highB, 1, 3);
  return f64x2.add(c0, f64x2.mul(s, f64x2.add(c1, f64x2.mul(s, f64x2.add(c2, f64x2.mul(s, c3))))));
}
