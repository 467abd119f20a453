// Upper bounds of every candidate's gain under a table of costs, in 32 bits (see screen.ts and cost-decided.ts): four labels
// and four entries of a list at a time. With one more label y at similarity w the risk drops by (s w - g) / (S + w) if the
// decision d follows, s = L(y, h) - L(y, d) and g = E_d - E_h, and by 0 if the decision stays. Each decision has a zone of w
// in which it may follow; zones overlap where rounding leaves it open, and there the largest drop is taken.
//
// A table for it holds, in 64 bits, the priors' costs of each decision, then vectors of 32 bits over the labels, four by
// four: s [h][d], and for each [d][other] the reciprocal of how fast the other one's cost rises against that of d,
// else 0; the reciprocal of how fast it falls, else 0; and Infinity where it rises, else 0.
import {
  COST_POINT_DECIDED as DECIDED,
  COST_POINT_ROUNDING as ROUNDING,
} from "../src/engine/memory/layout";
import { leastByCost, plainCosts } from "./cost-decided";

/** Bytes of a zone in which a decision may follow: from which w on, up to which w, s, and g in all four places. */
const LINE: usize = 64;
/** Bytes before the zones of four labels: how many there are, and up to which w the decision may stay. */
const LINES_HEAD: usize = 32;
/** Less than any drop. */
const NOTHING: f32 = -1e30;
/** Where two costs are equal the other decision may follow at any w, however small. */
const TINY: f64 = 1e-25;
/** What 32 bits hold with all their digits. */
const MOST: f64 = 1e25;

/**
 * As `screenLists`, under costs.
 * @param lines Room for the zones of a point; at the end it begins with the sum of the weight / S of the live points.
 * @param gaps Where the smallest similarity goes that may change the decision at each point.
 * @returns Not a number where 32 bits are not enough.
 */
export function screenListsByCost(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  costs: usize,
  table: usize,
  prior: f64,
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
  info: usize,
  lines: usize,
  gaps: usize,
  sums: usize,
  left: usize,
): f64 {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  let live: f64 = 0;
  let shares: f64 = 0;
  let leftCount: usize = 0;
  for (let x = from; x < to; x++) {
    const least = leastByCost(info, freq, stride, x, classCount, costs);
    store<f64>(gaps + ((x as usize) << 3), least);
    const length = load<u32>(lengths + ((x as usize) << 2)) as usize;
    const lowEdge = load<f64>(lowEdges + ((x as usize) << 3));
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
    if (least < lowEdge && length !== (itemCount as usize)) {
      live += weight;
      store<u32>(left + (++leftCount << 2), x);
      continue;
    }
    const edge = least < lowEdge ? 0 : reinterpret<f64>(reinterpret<u64>(least) & mask);
    const first = (x as usize) * (head as usize);
    const w = heads + (first << 3);
    if (length === 0 || load<f64>(w) < edge) continue;
    live += weight;
    const exact = prior + totalOf(freq, stride, x, classCount);
    if (!(exact <= MOST)) live = NaN;
    shares += weight / exact;
    const total = exact as f32;
    writeLines(info, classCount as usize, table, lines);
    const count = min(length, head as usize);
    addSome(lines, classCount as usize, total, weight as f32, edge, w, headIndices + (first << 2), count, sums);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addSome(lines, classCount as usize, total, weight as f32, edge, values + (rest << 3), indices + (rest << 2), length - count, sums);
  }
  store<u32>(left, leftCount as u32);
  store<f64>(lines, shares);
  return live;
}

// @ts-ignore: decorator
@inline
function totalOf(freq: usize, stride: i32, x: i32, classCount: i32): f64 {
  let total: f64 = 0;
  for (let y = 0; y < classCount; y++) total += load<f64>(freq + (((y * stride + x) as usize) << 3));
  return total;
}

/** For every four labels the number of zones, up to which w the decision may stay, then the zones; with room for all decisions. */
function writeLines(info: usize, classes: usize, table: usize, lines: usize): void {
  const groups = (classes + 3) >> 2;
  const slopes = table + (((classes + 1) & ~1) << 3);
  const each = classes * classes * groups << 4; // bytes of one table of vectors
  const h = load<u32>(info, DECIDED) as usize;
  const e = plainCosts(info, classes);
  const rounding = load<f64>(info, ROUNDING);
  const decided = load<f64>(e + (h << 3)) + load<f64>(table + (h << 3));
  for (let group: usize = 0; group < groups; group++) {
    const out = lines + group * (LINES_HEAD + classes * LINE);
    let at = out + LINES_HEAD;
    for (let d: usize = 0; d < classes; d++) {
      const own = load<f64>(e + (d << 3));
      let low = f32x4.splat(0);
      let high = f32x4.splat(Infinity);
      for (let other: usize = 0; other < classes; other++) {
        if (other === d) continue;
        const apart = own - load<f64>(e + (other << 3));
        const vector = slopes + each + (((d * classes + other) * groups + group) << 4);
        low = f32x4.pmax(low, f32x4.mul(f32x4.splat((apart - rounding) as f32), v128.load(vector)));
        const reach: f64 = apart > rounding ? 0 : rounding - apart + TINY;
        const end = f32x4.mul(f32x4.splat(reach as f32), v128.load(vector + each));
        high = f32x4.pmin(high, f32x4.add(end, v128.load(vector + (each << 1))));
      }
      if (d === h) {
        v128.store(out, high, 16);
        continue;
      }
      const follows = f32x4.gt(high, low);
      if (!v128.any_true(follows)) continue;
      v128.store(at, v128.bitselect(low, f32x4.splat(Infinity), follows));
      v128.store(at, high, 16);
      v128.store(at, v128.load(slopes + (((h * classes + d) * groups + group) << 4)), 32);
      v128.store(at, f32x4.splat((own + load<f64>(table + (d << 3)) - decided) as f32), 48);
      at += LINE;
    }
    store<u32>(out, ((at - out - LINES_HEAD) / LINE) as u32);
  }
}

// @ts-ignore: decorator
@inline
function addSome(lines: usize, classes: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  const end = w + (length << 3);
  if (classes > 4) addMany(lines, classes, total, weight, edge, w, at, end, sums);
  else if (load<u32>(lines) === 1) addOne(lines, total, weight, edge, w, at, end, sums);
  else if (load<u32>(lines) === 2) addTwo(lines, total, weight, edge, w, at, end, sums);
  else if (load<u32>(lines) === 3) addThree(lines, total, weight, edge, w, at, end, sums);
}

/** One other decision may follow. */
function addOne(lines: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, end: usize, sums: usize): void {
  const stays = v128.load(lines, 16);
  const low0 = v128.load(lines, 32);
  const high0 = v128.load(lines, 48);
  const slope0 = v128.load(lines, 64);
  const gap0 = v128.load(lines, 80);
  for (; w + 24 < end && load<f64>(w) >= edge; w += 32, at += 16) {
    const four = fourFrom(w);
    const share = f32x4.div(f32x4.splat(weight), f32x4.add(f32x4.splat(total), four));
    const w0 = v128.shuffle<f32>(four, four, 0, 0, 0, 0);
    addTo(sums, load<u32>(at), raised(stayed(w0, stays), w0, low0, high0, slope0, gap0), v128.shuffle<f32>(share, share, 0, 0, 0, 0));
    const w1 = v128.shuffle<f32>(four, four, 1, 1, 1, 1);
    addTo(sums, load<u32>(at, 4), raised(stayed(w1, stays), w1, low0, high0, slope0, gap0), v128.shuffle<f32>(share, share, 1, 1, 1, 1));
    const w2 = v128.shuffle<f32>(four, four, 2, 2, 2, 2);
    addTo(sums, load<u32>(at, 8), raised(stayed(w2, stays), w2, low0, high0, slope0, gap0), v128.shuffle<f32>(share, share, 2, 2, 2, 2));
    const w3 = v128.shuffle<f32>(four, four, 3, 3, 3, 3);
    addTo(sums, load<u32>(at, 12), raised(stayed(w3, stays), w3, low0, high0, slope0, gap0), v128.shuffle<f32>(share, share, 3, 3, 3, 3));
  }
  for (; w < end && load<f64>(w) >= edge; w += 8, at += 4) {
    const value = load<f64>(w) as f32;
    const own = f32x4.splat(value);
    addTo(sums, load<u32>(at), raised(stayed(own, stays), own, low0, high0, slope0, gap0), f32x4.splat(weight / (total + value)));
  }
}

/** One of two. */
function addTwo(lines: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, end: usize, sums: usize): void {
  const stays = v128.load(lines, 16);
  const low0 = v128.load(lines, 32);
  const high0 = v128.load(lines, 48);
  const slope0 = v128.load(lines, 64);
  const gap0 = v128.load(lines, 80);
  const low1 = v128.load(lines, 96);
  const high1 = v128.load(lines, 112);
  const slope1 = v128.load(lines, 128);
  const gap1 = v128.load(lines, 144);
  for (; w + 24 < end && load<f64>(w) >= edge; w += 32, at += 16) {
    const four = fourFrom(w);
    const share = f32x4.div(f32x4.splat(weight), f32x4.add(f32x4.splat(total), four));
    const w0 = v128.shuffle<f32>(four, four, 0, 0, 0, 0);
    addTo(sums, load<u32>(at), raised(raised(stayed(w0, stays), w0, low0, high0, slope0, gap0), w0, low1, high1, slope1, gap1), v128.shuffle<f32>(share, share, 0, 0, 0, 0));
    const w1 = v128.shuffle<f32>(four, four, 1, 1, 1, 1);
    addTo(sums, load<u32>(at, 4), raised(raised(stayed(w1, stays), w1, low0, high0, slope0, gap0), w1, low1, high1, slope1, gap1), v128.shuffle<f32>(share, share, 1, 1, 1, 1));
    const w2 = v128.shuffle<f32>(four, four, 2, 2, 2, 2);
    addTo(sums, load<u32>(at, 8), raised(raised(stayed(w2, stays), w2, low0, high0, slope0, gap0), w2, low1, high1, slope1, gap1), v128.shuffle<f32>(share, share, 2, 2, 2, 2));
    const w3 = v128.shuffle<f32>(four, four, 3, 3, 3, 3);
    addTo(sums, load<u32>(at, 12), raised(raised(stayed(w3, stays), w3, low0, high0, slope0, gap0), w3, low1, high1, slope1, gap1), v128.shuffle<f32>(share, share, 3, 3, 3, 3));
  }
  for (; w < end && load<f64>(w) >= edge; w += 8, at += 4) {
    const value = load<f64>(w) as f32;
    const own = f32x4.splat(value);
    addTo(sums, load<u32>(at), raised(raised(stayed(own, stays), own, low0, high0, slope0, gap0), own, low1, high1, slope1, gap1), f32x4.splat(weight / (total + value)));
  }
}

/** One of three. */
function addThree(lines: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, end: usize, sums: usize): void {
  const stays = v128.load(lines, 16);
  const low0 = v128.load(lines, 32);
  const high0 = v128.load(lines, 48);
  const slope0 = v128.load(lines, 64);
  const gap0 = v128.load(lines, 80);
  const low1 = v128.load(lines, 96);
  const high1 = v128.load(lines, 112);
  const slope1 = v128.load(lines, 128);
  const gap1 = v128.load(lines, 144);
  const low2 = v128.load(lines, 160);
  const high2 = v128.load(lines, 176);
  const slope2 = v128.load(lines, 192);
  const gap2 = v128.load(lines, 208);
  for (; w + 24 < end && load<f64>(w) >= edge; w += 32, at += 16) {
    const four = fourFrom(w);
    const share = f32x4.div(f32x4.splat(weight), f32x4.add(f32x4.splat(total), four));
    const w0 = v128.shuffle<f32>(four, four, 0, 0, 0, 0);
    addTo(sums, load<u32>(at), raised(raised(raised(stayed(w0, stays), w0, low0, high0, slope0, gap0), w0, low1, high1, slope1, gap1), w0, low2, high2, slope2, gap2), v128.shuffle<f32>(share, share, 0, 0, 0, 0));
    const w1 = v128.shuffle<f32>(four, four, 1, 1, 1, 1);
    addTo(sums, load<u32>(at, 4), raised(raised(raised(stayed(w1, stays), w1, low0, high0, slope0, gap0), w1, low1, high1, slope1, gap1), w1, low2, high2, slope2, gap2), v128.shuffle<f32>(share, share, 1, 1, 1, 1));
    const w2 = v128.shuffle<f32>(four, four, 2, 2, 2, 2);
    addTo(sums, load<u32>(at, 8), raised(raised(raised(stayed(w2, stays), w2, low0, high0, slope0, gap0), w2, low1, high1, slope1, gap1), w2, low2, high2, slope2, gap2), v128.shuffle<f32>(share, share, 2, 2, 2, 2));
    const w3 = v128.shuffle<f32>(four, four, 3, 3, 3, 3);
    addTo(sums, load<u32>(at, 12), raised(raised(raised(stayed(w3, stays), w3, low0, high0, slope0, gap0), w3, low1, high1, slope1, gap1), w3, low2, high2, slope2, gap2), v128.shuffle<f32>(share, share, 3, 3, 3, 3));
  }
  for (; w < end && load<f64>(w) >= edge; w += 8, at += 4) {
    const value = load<f64>(w) as f32;
    const own = f32x4.splat(value);
    addTo(sums, load<u32>(at), raised(raised(raised(stayed(own, stays), own, low0, high0, slope0, gap0), own, low1, high1, slope1, gap1), own, low2, high2, slope2, gap2), f32x4.splat(weight / (total + value)));
  }
}

/** Any number of classes. */
function addMany(lines: usize, classes: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, end: usize, sums: usize): void {
  const groups = (classes + 3) >> 2;
  for (; w < end && load<f64>(w) >= edge; w += 8, at += 4) {
    const value = load<f64>(w) as f32;
    const own = f32x4.splat(value);
    const share = f32x4.splat(weight / (total + value));
    const row = (load<u32>(at) as usize) * groups;
    for (let group: usize = 0; group < groups; group++) {
      const head = lines + group * (LINES_HEAD + classes * LINE);
      let most = stayed(own, v128.load(head, 16));
      let line = head + LINES_HEAD;
      for (const last = line + (load<u32>(head) as usize) * LINE; line < last; line += LINE) {
        most = raised(most, own, v128.load(line), v128.load(line, 16), v128.load(line, 32), v128.load(line, 48));
      }
      addTo(sums, (row + group) as u32, most, share);
    }
  }
}

/** Four entries of a list as numbers of 32 bits. */
// @ts-ignore: decorator
@inline
function fourFrom(w: usize): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(v128.load(w)), f32x4.demote_f64x2_zero(v128.load(w, 16)), 0, 1, 4, 5);
}

/** 0 where the decision may stay, else nothing. */
// @ts-ignore: decorator
@inline
function stayed(w: v128, stays: v128): v128 {
  return v128.and(f32x4.gt(w, stays), f32x4.splat(NOTHING));
}

/** The larger of `most` and s w - g, where this decision may follow. */
// @ts-ignore: decorator
@inline
function raised(most: v128, w: v128, low: v128, high: v128, slope: v128, gap: v128): v128 {
  const inside = v128.and(f32x4.ge(w, low), f32x4.le(w, high));
  return f32x4.pmax(most, v128.bitselect(f32x4.sub(f32x4.mul(slope, w), gap), most, inside));
}

// @ts-ignore: decorator
@inline
function addTo(sums: usize, row: u32, drop: v128, share: v128): void {
  const out = sums + ((row as usize) << 4);
  v128.store(out, f32x4.add(v128.load(out), f32x4.mul(drop, share)));
}
