// What the gain needs to know of one evaluation point x under a table of costs: its decision h, the cheapest class, and
// for each label y which decision follows at which similarity w. With e_d = sum over y of k[y] L(y, d), the label y makes
// the decision d cost e_d + w L(y, d): straight lines in w, of which the lowest decides. The risk then drops by
// (s w - g) / (S + w), s = L(y, h) - L(y, d) and g = E_d - E_h, where E is e with the priors in it.
//
// A decision d has a zone of w in which it is cheaper than every other by more than the definition's rounding, so that
// it is the definition's decision there too; what lies in no zone is decided by the definition's own operations.
//
// A table of costs holds the largest cost, the rounding per unit of frequency, how far the priors' costs of two decisions
// lie apart, L [y][d], the reciprocal of the steepest
// slope [h][d], and three tables [y][d][other]: the reciprocal of the slope where the other one rises against d, else 0; where
// it does not, else 0; and Infinity where it does, else 0.
import {
  COST_HEAD_BYTES as HEAD,
  COST_POINT_DECIDED as DECIDED,
  COST_POINT_HEAD_BYTES as POINT_HEAD,
  COST_POINT_LEAST as LEAST,
  COST_POINT_ROUNDING as POINT_ROUNDING,
  COST_POINT_SUM as SUM,
  COST_ROUNDING,
  COST_ZONE_BYTES as ZONE,
  COST_ZONES_EACH as ZONES_EACH,
  COST_ZONES_FROM as ZONES_FROM,
  COST_ZONES_HEAD_BYTES as ZONES_HEAD,
  COST_ZONES_SIMPLE as ZONES_SIMPLE,
} from "../src/engine/memory/layout";

/** Below this, products with costs may be subnormal: nothing is certain there. */
const TINY: f64 = 1e-250;
/** A similarity from the learned kernel's rows is off by at most this times w (1 + ln(1 / w)); see group-gain.ts. */
const NARROW: f64 = 2e-6;

/** Where k[y], e[d] and E[d] of a point lie. */
// @ts-ignore: decorator
@inline
export function frequenciesOf(info: usize): usize {
  return info + POINT_HEAD;
}
// @ts-ignore: decorator
@inline
export function plainCosts(info: usize, classes: usize): usize {
  return info + POINT_HEAD + (even(classes) << 3);
}
// @ts-ignore: decorator
@inline
function priorCosts(info: usize, classes: usize): usize {
  return info + POINT_HEAD + (even(classes) << 4);
}
/** The zones of the first two classes; those of the next two lie `zonesBytes` further on. */
// @ts-ignore: decorator
@inline
export function zonesOf(info: usize, classes: usize): usize {
  return info + POINT_HEAD + even(classes) * 24;
}
// @ts-ignore: decorator
@inline
export function zonesBytes(classes: usize): usize {
  return classes * ZONE + ZONES_HEAD;
}
// @ts-ignore: decorator
@inline
export function even(classes: usize): usize {
  return (classes + 1) & ~1;
}

/** Writes k, e, the decision and the smallest w that may change it; returns that w. */
// @ts-ignore: decorator
@inline
export function leastByCost(info: usize, freq: usize, stride: i32, x: i32, classCount: i32, costs: usize): f64 {
  const classes = classCount as usize;
  const rowBytes = even(classes) << 3;
  const k = frequenciesOf(info);
  const e = plainCosts(info, classes);
  const step = (stride as usize) << 3;
  let at = freq + ((x as usize) << 3);
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const value = load<f64>(at);
    store<f64>(k + (y << 3), value);
    total += value;
    at += step;
  }
  addCosts(k, classes, costs + HEAD, e);
  const h = cheapest(e, classes);
  const rounding = total * load<f64>(costs, COST_ROUNDING);
  const lowest = load<f64>(e + (h << 3)) + rounding;
  const steepest = costs + HEAD + classes * rowBytes + h * rowBytes;
  let least = Infinity;
  for (let d: usize = 0; d < classes; d++) {
    if (d === h) continue;
    least = min<f64>(least, max<f64>(0, load<f64>(e + (d << 3)) - lowest) * load<f64>(steepest + (d << 3)));
  }
  store<f64>(info, rounding, POINT_ROUNDING);
  store<f64>(info, least, LEAST);
  store<u32>(info, h as u32, DECIDED);
  return least;
}

/** e[d] = sum over y of k[y] L(y, d), added in the definition's order. */
// @ts-ignore: decorator
@inline
export function addCosts(k: usize, classes: usize, table: usize, e: usize): void {
  const rowBytes = even(classes) << 3;
  for (let d: usize = 0; d < rowBytes; d += 16) {
    let sum = f64x2.splat(0);
    for (let y: usize = 0; y < classes; y++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load_splat<f64>(k + (y << 3)), v128.load(table + y * rowBytes + d)));
    }
    v128.store(e + d, sum);
  }
}

/** The first of the cheapest classes. */
// @ts-ignore: decorator
@inline
export function cheapest(e: usize, classes: usize): usize {
  let best: usize = 0;
  for (let d: usize = 1; d < classes; d++) if (load<f64>(e + (d << 3)) < load<f64>(e + (best << 3))) best = d;
  return best;
}

/**
 * Writes E, S and the zones of all labels, after `leastByCost`.
 * @param narrow Whether similarities come from 32-bit rows, so that zones must be narrower.
 * @param truth The row of costs of the point's true class; zones then tell by how much these change instead of s. 0: not known.
 */
export function describeByCost(info: usize, classCount: i32, alpha: usize, costs: usize, narrow: bool, truth: usize): void {
  const classes = classCount as usize;
  const rowBytes = even(classes) << 3;
  const k = frequenciesOf(info);
  const e = plainCosts(info, classes);
  const withPrior = priorCosts(info, classes);
  const table = costs + HEAD;
  let sum: f64 = 0;
  for (let d: usize = 0; d < rowBytes; d += 8) store<f64>(withPrior + d, 0);
  for (let y: usize = 0; y < classes; y++) {
    const a = load<f64>(k + (y << 3)) + load<f64>(alpha + (y << 3));
    sum += a;
    for (let d: usize = 0; d < rowBytes; d += 16) {
      const cost = f64x2.mul(f64x2.splat(a), v128.load(table + y * rowBytes + d));
      v128.store(withPrior + d, f64x2.add(v128.load(withPrior + d), cost));
    }
  }
  store<f64>(info, sum, SUM);
  const h = load<u32>(info, DECIDED) as usize;
  const rounding = load<f64>(info, POINT_ROUNDING) + TINY;
  const before = load<f64>(withPrior + (h << 3));
  for (let y: usize = 0; y < even(classes); y++) {
    const zones = zonesOf(info, classes) + (y >> 1) * zonesBytes(classes);
    const lane = (y & 1) << 3;
    // The present decision's zone comes first.
    let count: usize = 1;
    let from: f64 = y < classes ? 0 : Infinity;
    let begins = y >= classes;
    let ends = true;
    putZone(zones + ZONES_HEAD + lane, y < classes ? Infinity : -1, Infinity);
    if (y < classes) {
      const row = table + y * rowBytes;
      const slopes = table + (classes << 1) * rowBytes + y * classes * rowBytes;
      const size = classes * classes * rowBytes; // of each of the three tables of slopes
      for (let d: usize = 0; d < classes; d++) {
        const own = load<f64>(e + (d << 3));
        let lows = f64x2.splat(0);
        let highs = f64x2.splat(Infinity);
        for (let other: usize = 0; other < rowBytes; other += 16) {
          const at = slopes + d * rowBytes + other;
          const ahead = f64x2.sub(f64x2.splat(own + rounding), v128.load(e + other));
          const apart = f64x2.sub(v128.load(e + other), f64x2.splat(own + rounding));
          lows = f64x2.pmax(lows, f64x2.mul(ahead, v128.load(at)));
          const end = f64x2.mul(f64x2.pmax(f64x2.splat(0), apart), v128.load(at + size));
          highs = f64x2.pmin(highs, f64x2.add(end, v128.load(at + (size << 1))));
        }
        let low = max<f64>(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1));
        let high = min<f64>(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1));
        if (narrow) {
          if (low > 0) low += widening(low);
          if (high < Infinity) high -= widening(high);
        }
        if (high <= low) continue;
        if (d === h) {
          putZone(zones + ZONES_HEAD + lane, low, high);
          if (low <= 0) {
            from = high; // below it the decision stays
            begins = true;
          }
          continue;
        }
        if (high < Infinity) ends = false;
        const zone = zones + ZONES_HEAD + count * ZONE + lane;
        store<f64>(zone, low);
        store<f64>(zone, high, 16);
        const change = truth === 0 ? load<f64>(row + (h << 3)) - load<f64>(row + (d << 3)) : load<f64>(truth + (d << 3)) - load<f64>(truth + (h << 3));
        store<f64>(zone, change, 32);
        store<f64>(zone, load<f64>(withPrior + (d << 3)) - before, 48);
        count++;
      }
    }
    const simple = begins && ends && count <= 2;
    store<f64>(zones + lane, from, ZONES_EACH);
    if (lane === 0) {
      store<u32>(zones, count as u32);
      store<u32>(zones, simple ? 1 : 0, ZONES_SIMPLE);
      store<f64>(zones, from, ZONES_FROM);
    } else {
      if (!simple) store<u32>(zones, 0, ZONES_SIMPLE);
      store<f64>(zones, min<f64>(from, load<f64>(zones, ZONES_FROM)), ZONES_FROM);
      let longest = load<u32>(zones) as usize;
      for (let z = longest; z < count; z++) putZone(zones + ZONES_HEAD + z * ZONE, Infinity, Infinity);
      for (let z = count; z < longest; z++) putZone(zones + ZONES_HEAD + z * ZONE + 8, Infinity, Infinity);
      if (longest === 1 && count === 1) putPair(zones + ZONES_HEAD + ZONE, Infinity, Infinity);
      store<u32>(zones, max(longest, count) as u32);
    }
  }
}

// @ts-ignore: decorator
@inline
function putZone(at: usize, low: f64, high: f64): void {
  store<f64>(at, low);
  store<f64>(at, high, 16);
  store<f64>(at, 0, 32);
  store<f64>(at, 0, 48);
}

/** The same for both classes. */
// @ts-ignore: decorator
@inline
function putPair(at: usize, low: f64, high: f64): void {
  putZone(at, low, high);
  putZone(at + 8, low, high);
}

/** At least how far off a similarity of a 32-bit row can be where it is w. */
// @ts-ignore: decorator
@inline
export function widening(w: f64): f64 {
  if (w >= 1) return w * 1.01 * NARROW;
  return w > TINY ? 1.01 * NARROW * w * (1 + 0.6931471805599454 * (((reinterpret<u64>(1 / w) >> 52) as f64) - 1022)) : TINY;
}

/**
 * Adds what the labels at one candidate would remove at the point; `out`: its sums, one per class.
 * @returns Whether some label's decision was in no zone; then nothing was added for its two classes.
 */
// @ts-ignore: decorator
@inline
export function addByCost(info: usize, classes: usize, costs: usize, w: f64, share: f64, out: usize): bool {
  const similarity = f64x2.splat(w);
  const scale = f64x2.splat(share);
  const bytes = zonesBytes(classes);
  let unsure = false;
  let zones = zonesOf(info, classes);
  for (let y: usize = 0; y < even(classes) << 3; y += 16) {
    if (w < load<f64>(zones, ZONES_FROM)) {
      zones += bytes;
      continue;
    }
    let zone = zones + ZONES_HEAD;
    let drop: v128;
    let known: v128;
    if (load<u32>(zones, ZONES_SIMPLE) !== 0) {
      // The present decision up to some w, another one from some w on.
      const other = f64x2.gt(similarity, v128.load(zone, ZONE));
      known = v128.or(f64x2.lt(similarity, v128.load(zone, 16)), other);
      drop = v128.and(other, f64x2.sub(f64x2.mul(similarity, v128.load(zone, ZONE + 32)), v128.load(zone, ZONE + 48)));
    } else {
      known = v128.and(f64x2.gt(similarity, v128.load(zone)), f64x2.lt(similarity, v128.load(zone, 16)));
      drop = f64x2.splat(0);
      for (let end = zone + (load<u32>(zones) as usize) * ZONE, at = zone + ZONE; at < end; at += ZONE) {
        const inside = v128.and(f64x2.gt(similarity, v128.load(at)), f64x2.lt(similarity, v128.load(at, 16)));
        const value = f64x2.sub(f64x2.mul(similarity, v128.load(at, 32)), v128.load(at, 48));
        drop = v128.or(drop, v128.and(inside, value));
        known = v128.or(known, inside);
      }
    }
    if (i64x2.all_true(known)) v128.store(out + y, f64x2.add(v128.load(out + y), f64x2.mul(drop, scale)));
    else {
      addDecided(info, classes, costs, w, share, y >> 3, out);
      unsure = true;
    }
    zones += bytes;
  }
  return unsure;
}

/** The same for two classes, decided by the definition's own operations. */
export function addDecided(info: usize, classes: usize, costs: usize, w: f64, share: f64, first: usize, out: usize): void {
  const h = load<u32>(info, DECIDED) as usize;
  const withPrior = priorCosts(info, classes);
  const table = costs + HEAD;
  for (let yc = first; yc < min(first + 2, classes); yc++) {
    const after = decidedAfter(info, classes, yc, w, table);
    if (after === h) continue;
    const row = table + yc * (even(classes) << 3);
    const slope = load<f64>(row + (h << 3)) - load<f64>(row + (after << 3));
    const drop = w * slope - (load<f64>(withPrior + (after << 3)) - load<f64>(withPrior + (h << 3)));
    store<f64>(out + (yc << 3), load<f64>(out + (yc << 3)) + drop * share);
  }
}

/** By how much the true cost of the point changes with one more label y at similarity w, after `describeByCost` with its truth. */
// @ts-ignore: decorator
@inline
export function changeByCost(info: usize, classes: usize, y: usize, w: f64, truth: usize, table: usize): f64 {
  const zones = zonesOf(info, classes) + (y >> 1) * zonesBytes(classes);
  const lane = (y & 1) << 3;
  if (w < load<f64>(zones + lane, ZONES_EACH)) return 0;
  const first = zones + ZONES_HEAD + lane;
  for (let at = first + ZONE, end = first + (load<u32>(zones) as usize) * ZONE; at < end; at += ZONE) {
    if (w > load<f64>(at) && w < load<f64>(at, 16)) return load<f64>(at, 32);
  }
  if (w > load<f64>(first) && w < load<f64>(first, 16)) return 0;
  const after = decidedAfter(info, classes, y, w, table);
  return load<f64>(truth + (after << 3)) - load<f64>(truth + ((load<u32>(info, DECIDED) as usize) << 3));
}

/** The decision with one more label yc at similarity w, each cost summed as the definition sums it. */
export function decidedAfter(info: usize, classes: usize, yc: usize, w: f64, table: usize): usize {
  const k = frequenciesOf(info);
  const rowBytes = even(classes) << 3;
  let best: usize = 0;
  let least: f64 = Infinity;
  for (let d: usize = 0; d < classes; d++) {
    let cost: f64 = 0;
    for (let y: usize = 0; y < classes; y++) {
      const count = load<f64>(k + (y << 3));
      cost += (y === yc ? count + w : count) * load<f64>(table + y * rowBytes + (d << 3));
    }
    if (cost < least) {
      least = cost;
      best = d;
    }
  }
  return best;
}
