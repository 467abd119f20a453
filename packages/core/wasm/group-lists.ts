// Rows of similarities under a sum of mixtures (group-rows.ts) as lists: where only items above some floor matter, most
// are so far away that a comparison of their distances is enough. The mixture is a mean of its voices, so an item is below
// the floor where each voice alone, divided by its weight, is below it; src/engine/learning/voice-limits.ts says from which
// exponent on that is so. Values in a list have the bits of the whole row.
//
// A list is its floor and its length, then pairs of an item and its value, 32 bits each, by ascending item.
import {
  LIMIT_COUNT,
  LISTED_VOICE_BYTES,
  RUN_BYTES,
  RUN_LIMITS,
  SUM_GROUP_BYTES,
  VOICE_BYTES,
} from "../src/engine/memory/layout";
import { keptDistances, sumOfRun } from "./group-rows";

/** Of a number of 64 bits the sign, the exponent and three further bits are looked at; those of 1. */
const LEVEL_SHIFT: u64 = 49;
const ONE: u64 = 1023 << 3;

/**
 * The items whose similarity to a point is above a floor.
 * @param most What the floor is at most; it is not below 8/9 of it.
 * @param row Room for a number per item.
 * @param narrow Room for a 32-bit number per item.
 * @param voices Room for LISTED_VOICE_BYTES per voice: distances, factors per item, exponent of the first scale per
 *   distance, limit of the exponent, number of runs and their address, factor of the point.
 * @param out Room for a word per item.
 * @returns Whether it could be made: the groups keep their distances, the gap is not tiny, and at most about half of the
 *   items are near enough.
 */
export function listGroupRow(
  groups: usize,
  groupCount: usize,
  x: i32,
  items: i32,
  row: usize,
  scratch: usize,
  narrow: usize,
  most: f64,
  voices: usize,
  out: usize,
): bool {
  // The leading bits of a number rise with it: eight floors lie in each octave, and the first of all is 1.
  const level = (ONE - (reinterpret<u64>(most) >> LEVEL_SHIFT)) as i32;
  if (level < 0 || level >= LIMIT_COUNT) return false;
  const floor = reinterpret<f64>((ONE - (level as u64)) << LEVEL_SHIFT) as f32;
  const padded = (items + 7) & ~7;
  const end = gatherVoices(groups, groupCount, x, padded, row, scratch, level, voices);
  if (end === 0) return false;
  const nearEnd = pickNear(voices, end, (padded as usize) << 2, row);
  sumNear(voices, end, row, nearEnd, narrow);
  const full = out + ((padded as usize) << 2) - 32; // the next four still fit
  const above = f32x4.splat(floor);
  let to = out + 8;
  for (let near = row, from = narrow; near < nearEnd; near += 4, from += 16) {
    let mask = i32x4.bitmask(f32x4.gt(v128.load(from), above));
    if (mask === 0) continue;
    if (to > full) return false;
    const item = (load<u32>(near) >> 2) as i32;
    if (item + 4 > items) mask &= (1 << max(0, items - item)) - 1;
    for (; mask !== 0; mask &= mask - 1, to += 8) {
      const lane = ctz(mask);
      store<u32>(to, item + lane);
      store<u32>(to, load<u32>(from + ((lane as usize) << 2)), 4);
    }
  }
  store<f32>(out, floor);
  store<u32>(out, ((to - out) >> 3) - 1, 4);
  return true;
}

/** Whether a list holds all items above a bound. */
// @ts-ignore: decorator
@inline
export function reaches(list: usize, bound: f32): bool {
  return load<f32>(list) <= bound;
}

/** Copies the pairs above a bound; returns how many. */
// @ts-ignore: decorator
@inline
export function copyAbove(list: usize, bound: f32, picked: usize): usize {
  let to = picked;
  for (let at = list + 8, end = at + ((load<u32>(list, 4) as usize) << 3); at < end; at += 8) {
    store<u64>(to, load<u64>(at));
    if (load<f32>(at, 4) > bound) to += 8;
  }
  return (to - picked) >> 3;
}

/** Writes down the voices of all groups for a point, and fills missing distances; returns where they end, or 0 where a group keeps none. */
function gatherVoices(
  groups: usize,
  groupCount: usize,
  x: i32,
  padded: i32,
  row: usize,
  scratch: usize,
  level: i32,
  voices: usize,
): usize {
  for (let g: usize = 0; g < groupCount; g++, groups += SUM_GROUP_BYTES) {
    const kept = load<usize>(groups, 12);
    if (kept === 0) return 0;
    const distances = keptDistances(load<usize>(groups), x, padded, row, scratch, kept, load<usize>(groups, 16));
    let voice = load<usize>(groups, 8);
    for (let v = load<u32>(groups, 4); v > 0; v--, voice += VOICE_BYTES, voices += LISTED_VOICE_BYTES) {
      const plane = load<usize>(voice);
      const own = load<f64>(load<usize>(voice, 4) + ((x as usize) << 3)) as f32;
      const run = load<usize>(voice, 12);
      const factor = load<f32>(run);
      store<usize>(voices, distances);
      store<usize>(voices, plane, 4);
      store<f32>(voices, plane === 0 ? factor : factor * own, 8);
      store<f32>(voices, load<f32>(load<usize>(run, RUN_LIMITS) + ((level as usize) << 2)), 12);
      store<u32>(voices, load<u32>(voice, 8), 16);
      store<usize>(voices, run, 20);
      store<f32>(voices, own, 24);
    }
  }
  return voices;
}

/** Writes down where fours of items begin that a voice does not rule out; returns where the last one ends. */
function pickNear(voices: usize, end: usize, bytes: usize, near: usize): usize {
  for (let at: usize = 0; at < bytes; at += 32) {
    let near0 = i32x4.splat(0);
    let near1 = near0;
    for (let voice = voices; voice < end; voice += LISTED_VOICE_BYTES) {
      const scale = v128.load32_splat(voice, 8);
      const limit = v128.load32_splat(voice, 12);
      const distances = load<usize>(voice) + at;
      let t0 = f32x4.mul(v128.load(distances), scale);
      let t1 = f32x4.mul(v128.load(distances, 16), scale);
      const plane = load<usize>(voice, 4);
      if (plane !== 0) {
        t0 = f32x4.mul(t0, v128.load(plane + at));
        t1 = f32x4.mul(t1, v128.load(plane + at, 16));
      }
      near0 = v128.or(near0, v128.not(f32x4.le(t0, limit)));
      near1 = v128.or(near1, v128.not(f32x4.le(t1, limit)));
    }
    store<u32>(near, at as u32);
    near += (v128.any_true(near0) as usize) << 2;
    store<u32>(near, (at as u32) + 16);
    near += (v128.any_true(near1) as usize) << 2;
  }
  return near;
}

/** The mixture at these fours of items, one behind the other. */
function sumNear(voices: usize, end: usize, near: usize, nearEnd: usize, out: usize): void {
  let first = true;
  for (let voice = voices; voice < end; voice += LISTED_VOICE_BYTES) {
    let run = load<usize>(voice, 20);
    for (let r = load<u32>(voice, 16); r > 0; r--, run += RUN_BYTES, first = false) sumRun(voice, run, first, near, nearEnd, out);
  }
}

/** What addRun of group-rows.ts does, at these fours of items. */
function sumRun(voice: usize, run: usize, first: bool, near: usize, nearEnd: usize, out: usize): void {
  const distances = load<usize>(voice);
  const plane = load<usize>(voice, 4);
  const local = plane !== 0;
  const factor = v128.load32_splat(run);
  const scale = local ? f32x4.mul(factor, v128.load32_splat(voice, 24)) : factor;
  const length = load<u32>(run, 4);
  const w0 = v128.load32_splat(run, 8);
  const w1 = v128.load32_splat(run, 12);
  const w2 = v128.load32_splat(run, 16);
  for (; near < nearEnd; near += 4, out += 16) {
    const at = load<u32>(near) as usize;
    let t = f32x4.mul(v128.load(distances + at), scale);
    if (local) t = f32x4.mul(t, v128.load(plane + at));
    const sum = sumOfRun(t, length, w0, w1, w2);
    v128.store(out, first ? sum : f32x4.add(v128.load(out), sum));
  }
}
