// How much a committee disagrees (src/strategies/qbc.ts) with the RBF kernel, for eight items at once. A member leaves
// out at most half of the columns, so its distances are those on all columns less the ones it leaves out, and all members
// share the squared differences. Sums run in another order than in the definition and e^x and ln x are cut a little
// earlier: src/engine/committee-scores.ts says how far that can lead, and has whatever could be the best scored again.
import { GROUP_BYTES, SLOT_BYTES, USE_BYTES } from "../src/engine/memory/layout";
import { entropyTerm } from "./entropy";

/** Where all of a member's frequencies are below 2^-960, the score is infinite: it has to be computed exactly. */
const TINY: f64 = 1.0261342003245941e-289;

const ROUNDER: f64 = 6755399441055744;
/** Similarities below 2^-1000 count as 0. */
const LEAST: f64 = 1000;

/**
 * Scores of the items from `from` up to `to`, multiples of eight.
 * @param scale Gamma over ln 2.
 * @param slots Per labelled item that some member drew: its place, and where its groups begin and end (addresses). Per
 * group, the members with the same columns: where the columns that they leave out begin and end, and where their uses do.
 * Per use, a member and a class: where its frequencies lie in `freq` (bytes), and how often the item counts.
 * @param squares Room for eight numbers per column.
 * @param freq Room for eight numbers per member and class.
 */
export function scoreCommittee(
  packs: usize,
  columnCount: i32,
  scale: f64,
  from: i32,
  to: i32,
  slots: usize,
  slotCount: i32,
  memberCount: i32,
  classCount: i32,
  squares: usize,
  freq: usize,
  out: usize,
): void {
  const packBytes = (columnCount as usize) << 6;
  const freqBytes = ((memberCount * classCount) as usize) << 6;
  const slotsEnd = slots + (slotCount as usize) * SLOT_BYTES;
  for (let i = from; i < to; i += 8) {
    const pack = packs + ((i as usize) >> 3) * packBytes;
    memory.fill(freq, 0, freqBytes);
    for (let slot = slots; slot < slotsEnd; slot += SLOT_BYTES) {
      const place = load<u32>(slot) as usize;
      const own = packs + (place >> 3) * packBytes + ((place & 7) << 3);
      addSimilarities(pack, own, packBytes, scale, load<u32>(slot, 4) as usize, load<u32>(slot, 8) as usize, squares, freq);
    }
    disagreement(freq, memberCount, classCount, out + ((i as usize) << 3));
  }
}

/** Adds the similarities of eight items to one labelled item, to the frequencies of all members that drew it. */
// @ts-ignore: decorator
@inline
function addSimilarities(pack: usize, own: usize, packBytes: usize, scale: f64, group: usize, groupsEnd: usize, squares: usize, freq: usize): void {
  const scales = f64x2.splat(scale);
  let t0 = f64x2.splat(0);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  for (let d: usize = 0; d < packBytes; d += 64) {
    const x = v128.load_splat<f64>(own + d);
    const d0 = f64x2.sub(v128.load(pack + d), x);
    const d1 = f64x2.sub(v128.load(pack + d, 16), x);
    const d2 = f64x2.sub(v128.load(pack + d, 32), x);
    const d3 = f64x2.sub(v128.load(pack + d, 48), x);
    const q0 = f64x2.mul(scales, f64x2.mul(d0, d0));
    const q1 = f64x2.mul(scales, f64x2.mul(d1, d1));
    const q2 = f64x2.mul(scales, f64x2.mul(d2, d2));
    const q3 = f64x2.mul(scales, f64x2.mul(d3, d3));
    v128.store(squares + d, q0);
    v128.store(squares + d, q1, 16);
    v128.store(squares + d, q2, 32);
    v128.store(squares + d, q3, 48);
    t0 = f64x2.add(t0, q0);
    t1 = f64x2.add(t1, q1);
    t2 = f64x2.add(t2, q2);
    t3 = f64x2.add(t3, q3);
  }
  for (; group < groupsEnd; group += GROUP_BYTES) {
    const columnsEnd = load<u32>(group, 4) as usize;
    let s0 = t0;
    let s1 = t1;
    let s2 = t2;
    let s3 = t3;
    for (let at = load<u32>(group) as usize; at < columnsEnd; at += 4) {
      const left = squares + (load<u32>(at) as usize);
      s0 = f64x2.sub(s0, v128.load(left));
      s1 = f64x2.sub(s1, v128.load(left, 16));
      s2 = f64x2.sub(s2, v128.load(left, 32));
      s3 = f64x2.sub(s3, v128.load(left, 48));
    }
    s0 = powerOfHalf(s0);
    s1 = powerOfHalf(s1);
    s2 = powerOfHalf(s2);
    s3 = powerOfHalf(s3);
    const usesEnd = load<u32>(group, 12) as usize;
    for (let use = load<u32>(group, 8) as usize; use < usesEnd; use += USE_BYTES) {
      const k = freq + (load<u32>(use) as usize);
      const count = v128.load_splat<f64>(use + 8);
      v128.store(k, f64x2.add(v128.load(k), f64x2.mul(count, s0)));
      v128.store(k, f64x2.add(v128.load(k, 16), f64x2.mul(count, s1)), 16);
      v128.store(k, f64x2.add(v128.load(k, 32), f64x2.mul(count, s2)), 32);
      v128.store(k, f64x2.add(v128.load(k, 48), f64x2.mul(count, s3)), 48);
    }
  }
}

/**
 * 2^-x of two numbers, none below 0 by more than rounding: the polynomial of degree 9 with the least relative error on
 * |f| <= 1/2, which is 1.4e-14.
 */
// @ts-ignore: decorator
@inline
function powerOfHalf(x: v128): v128 {
  const shifted = f64x2.sub(f64x2.splat(ROUNDER), x);
  const f = f64x2.sub(f64x2.sub(f64x2.splat(ROUNDER), shifted), x);
  const f2 = f64x2.mul(f, f);
  const f4 = f64x2.mul(f2, f2);
  const low = f64x2.add(pair(f, 1.0000000000000127, 0.693147180559871), f64x2.mul(f2, pair(f, 0.24022650695649653, 0.05550410866868561)));
  const high = f64x2.add(pair(f, 0.009618129192067183, 0.001333355761760406), f64x2.mul(f2, pair(f, 0.0001540343494811094, 1.525298483886104e-5)));
  const whole = f64x2.add(low, f64x2.mul(f4, f64x2.add(high, f64x2.mul(f4, pair(f, 1.3259405601584918e-6, 1.0150336670738312e-7)))));
  const value = i64x2.add(whole, i64x2.shl(shifted, 52)); // the low bits of `shifted` hold the exponent
  return v128.and(value, f64x2.lt(x, f64x2.splat(LEAST)));
}

// @ts-ignore: decorator
@inline
function pair(f: v128, a: f64, b: f64): v128 {
  return f64x2.add(f64x2.splat(a), f64x2.mul(f64x2.splat(b), f));
}

/** The sum over members of KL(member || mean), as the sum of p ln p less that of the means. */
function disagreement(freq: usize, memberCount: i32, classCount: i32, out: usize): void {
  const memberBytes = (classCount as usize) << 6;
  const end = freq + (memberCount as usize) * memberBytes;
  const members = f64x2.splat(memberCount as f64);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    let score = f64x2.splat(0);
    let least = f64x2.splat(Infinity);
    for (let member = freq + lane; member < end; member += memberBytes) {
      let total = f64x2.splat(0);
      for (let k = member; k < member + memberBytes; k += 64) total = f64x2.add(total, v128.load(k));
      least = f64x2.min(least, total);
      for (let k = member; k < member + memberBytes; k += 64) {
        const p = f64x2.div(v128.load(k), total);
        v128.store(k, p);
        score = f64x2.add(score, entropyTerm(p));
      }
    }
    for (let k = freq + lane; k < freq + memberBytes; k += 64) {
      let sum = f64x2.splat(0);
      for (let member = k; member < end; member += memberBytes) sum = f64x2.add(sum, v128.load(member));
      score = f64x2.sub(score, f64x2.mul(members, entropyTerm(f64x2.div(sum, members))));
    }
    v128.store(out + lane, v128.bitselect(f64x2.splat(Infinity), score, f64x2.lt(least, f64x2.splat(TINY))));
  }
}
