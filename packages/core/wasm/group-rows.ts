// Rows of similarities under a sum of mixtures (src/kernels/learning/group-mixture.ts) as numbers of 32 bits: fast, and off
// by a bounded part of themselves; src/engine/learning/group-gains.ts scores again exactly what could be the best.
//
// A group is 32 bytes: its relation of items with points (0 where the host fills distances), the number of its voices,
// their address, where its rows of distances are kept (0 where there is no room), and a byte per point that says
// whether its row is good. A voice is one locality that carries weight, 16 bytes: its factor per item (32 bits; 0 where
// all are 1) and per point (64 bits), the number of its runs and their address. A run is 32 bytes: -g / ln 2 of its first
// scale, how many scales it has, each twice the one before, their weights, up to three, and in the first run of a voice
// where its limits are (group-lists.ts).
import { RUN_BYTES, SUM_GROUP_BYTES, VOICE_BYTES } from "../src/engine/memory/layout";
import { fillDistances, fillNarrowRbf } from "./rows";

/** The similarities of all items to a point; `row` has room for a 64-bit number per item, `narrow` for a 32-bit one. */
export function fillGroupRow(
  groups: usize,
  groupCount: usize,
  x: i32,
  items: i32,
  row: usize,
  scratch: usize,
  narrow: usize,
  out: usize,
): void {
  const padded = (items + 7) & ~7;
  for (let g: usize = 0; g < groupCount; g++, groups += SUM_GROUP_BYTES) {
    const kept = load<usize>(groups, 12);
    let distances = narrow;
    if (kept === 0) fillNarrowDistances(load<usize>(groups), x, padded, row, narrow, scratch);
    else distances = keptDistances(load<usize>(groups), x, padded, row, scratch, kept, load<usize>(groups, 16));
    addGroup(groups, x, distances, padded, g === 0 ? 1 : 0, out);
  }
  for (let i = items; i < padded; i++) store<f32>(out + ((i as usize) << 2), 0);
}

/** Fills the kept rows of distances of the points from `from` up to `to` that have none yet. */
export function keepDistances(
  relation: usize,
  from: i32,
  to: i32,
  items: i32,
  row: usize,
  scratch: usize,
  kept: usize,
  good: usize,
): void {
  const padded = (items + 7) & ~7;
  for (let x = from; x < to; x++) keptDistances(relation, x, padded, row, scratch, kept, good);
}

/** Where the distances of a point to all items are kept; they are filled where they are missing. */
// @ts-ignore: decorator
@inline
export function keptDistances(relation: usize, x: i32, padded: i32, row: usize, scratch: usize, kept: usize, good: usize): usize {
  const distances = kept + (((x as usize) * (padded as usize)) << 2);
  if (load<u8>(good + (x as usize)) === 0) {
    fillNarrowDistances(relation, x, padded, row, distances, scratch);
    store<u8>(good + (x as usize), 1);
  }
  return distances;
}

/** Distances of a point to all items as numbers of 32 bits. */
// @ts-ignore: decorator
@inline
export function fillNarrowDistances(relation: usize, x: i32, padded: i32, row: usize, out: usize, scratch: usize): void {
  if (fillNarrowRbf(relation, x, padded, out, scratch)) return;
  fillDistances(relation, x, 0, padded, row, scratch);
  narrowRow(row, padded, out);
}

/** Numbers of 64 bits as such of 32. */
export function narrowRow(row: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < (count as usize); i += 4) {
    const low = f32x4.demote_f64x2_zero(v128.load(row + (i << 3)));
    const high = f32x4.demote_f64x2_zero(v128.load(row + (i << 3), 16));
    v128.store(out + (i << 2), v128.shuffle<f32>(low, high, 0, 1, 4, 5));
  }
}

/** Adds what a group gives for a row of distances; `first` overwrites what was there. */
export function addGroup(group: usize, x: i32, distances: usize, count: i32, first: i32, out: usize): void {
  const voices = load<u32>(group, 4) as usize;
  let voice = load<usize>(group, 8);
  for (let v: usize = 0; v < voices; v++, voice += VOICE_BYTES) {
    const plane = load<usize>(voice);
    const own = f32x4.splat(load<f64>(load<usize>(voice, 4) + ((x as usize) << 3)) as f32);
    const runs = load<u32>(voice, 8) as usize;
    let run = load<usize>(voice, 12);
    for (let r: usize = 0; r < runs; r++, run += RUN_BYTES) {
      addRun(run, plane, own, distances, (count as usize) << 2, first, out);
      first = 0;
    }
  }
}

function addRun(run: usize, plane: usize, own: v128, distances: usize, bytes: usize, first: i32, out: usize): void {
  const factor = v128.load32_splat(run);
  const length = load<u32>(run, 4);
  const w0 = v128.load32_splat(run, 8);
  const w1 = v128.load32_splat(run, 12);
  const w2 = v128.load32_splat(run, 16);
  const local = plane !== 0;
  const scale = local ? f32x4.mul(factor, own) : factor;
  for (let at: usize = 0; at < bytes; at += 16) {
    let t = f32x4.mul(v128.load(distances + at), scale);
    if (local) t = f32x4.mul(t, v128.load(plane + at));
    const sum = sumOfRun(t, length, w0, w1, w2);
    v128.store(out + at, first ? sum : f32x4.add(v128.load(out + at), sum));
  }
}

/** What the scales of a run give for four exponents of its first one. */
// @ts-ignore: decorator
@inline
export function sumOfRun(t: v128, length: u32, w0: v128, w1: v128, w2: v128): v128 {
  let e = powerOfTwo(t);
  let sum = f32x4.mul(w0, e);
  if (length > 1) {
    e = f32x4.mul(e, e);
    sum = f32x4.add(sum, f32x4.mul(w1, e));
    if (length > 2) sum = f32x4.add(sum, f32x4.mul(w2, f32x4.mul(e, e)));
  }
  return sum;
}

/**
 * 2^t for four numbers, none above 0; below 2^-126 next to 0. The polynomial of degree 5 with the least relative error on
 * |r| <= 1/2 (7.5e-8); with the rounding of 32 bits it is off by at most 2.4e-7 of itself.
 */
// @ts-ignore: decorator
@inline
function powerOfTwo(t: v128): v128 {
  const bounded = f32x4.pmax(t, f32x4.splat(-126));
  const n = f32x4.nearest(bounded);
  const r = f32x4.sub(bounded, n);
  let p = f32x4.add(f32x4.mul(r, f32x4.splat(1.3276472e-3)), f32x4.splat(9.6755410e-3));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(5.5507131e-2));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(2.4022120e-1));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(6.9314694e-1));
  p = f32x4.add(f32x4.mul(r, p), f32x4.splat(1.0000001));
  return i32x4.add(p, i32x4.shl(i32x4.trunc_sat_f32x4_s(n), 23));
}
