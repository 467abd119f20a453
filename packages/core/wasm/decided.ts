// What the gain needs to know of one evaluation point x: its decision h, S(x), and for every other class y how far it
// is behind, smallest gap first. A label y at a candidate with similarity w flips the decision if k[y] + w, rounded as
// the definition rounds it, exceeds k[h] (or equals it with y < h, the tie rule of src/classifier/decide.ts); then the
// risk drops by (w - gap) / (S + w).
// Before the classes lie k[h] and S(x); per class k[y], the gap with priors, the smallest w that may flip, a mask for ties,
// and 8 * y.
import { POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD } from "../src/engine/memory/layout";

const ULP: f64 = 2.220446049250313e-16;

/** Writes what is known of point x to `info`; `stride` numbers lie between the planes of two classes. */
// @ts-ignore: decorator
@inline
export function describe(info: usize, freq: usize, stride: i32, x: i32, classCount: i32, alpha: usize): void {
  const step = (stride as usize) << 3;
  const k = freq + ((x as usize) << 3);
  let h = 0;
  let best = load<f64>(k);
  let sum = best + load<f64>(alpha);
  for (let y = 1; y < classCount; y++) {
    const value = load<f64>(k + (y as usize) * step);
    sum += value + load<f64>(alpha + ((y as usize) << 3));
    if (value > best) {
      best = value;
      h = y;
    }
  }
  store<f64>(info, best);
  store<f64>(info, sum, 8);
  const top = best + load<f64>(alpha + ((h as usize) << 3));
  let count: usize = 0;
  for (let y = 0; y < classCount; y++) {
    if (y === h) continue;
    const value = load<f64>(k + (y as usize) * step);
    const least = max<f64>(0, best - value - best * ULP);
    let at = info + HEAD + count * ENTRY;
    for (; at > info + HEAD && load<f64>(at - ENTRY, 16) > least; at -= ENTRY) moveUp(at);
    store<f64>(at, value);
    store<f64>(at, top - (value + load<f64>(alpha + ((y as usize) << 3))), 8);
    store<f64>(at, least, 16);
    store<i64>(at, y < h ? -1 : 0, 24);
    store<u32>(at, y << 3, 32);
    count++;
  }
}

/** The smallest w that may flip the decision at point x, as `describe` finds it: most points need no more than this. */
// @ts-ignore: decorator
@inline
export function leastGap(freq: usize, stride: i32, x: i32, classCount: i32): f64 {
  const step = (stride as usize) << 3;
  let at = freq + ((x as usize) << 3);
  let best = load<f64>(at);
  let second: f64 = -Infinity;
  for (let y = 1; y < classCount; y++) {
    at += step;
    const value = load<f64>(at);
    second = max<f64>(second, min<f64>(best, value));
    best = max<f64>(best, value);
  }
  return max<f64>(0, best - second - best * ULP);
}

/** Copies the class before `at` to `at`. */
// @ts-ignore: decorator
@inline
function moveUp(at: usize): void {
  v128.store(at, v128.load(at - ENTRY));
  v128.store(at, v128.load(at - ENTRY, 16), 16);
  store<u64>(at, load<u64>(at - ENTRY, 32), 32);
}

/**
 * Writes the gaps of all classes in their own order to `gaps`, infinite for the decided class and for a last class that
 * only fills up a pair, so that max(0, w - gap) is 0 there.
 */
// @ts-ignore: decorator
@inline
export function spreadGaps(info: usize, classCount: i32, gaps: usize): void {
  for (let y: usize = 0; y < (((classCount + 1) & ~1) as usize); y++) store<f64>(gaps + (y << 3), Infinity);
  for (let at = info + HEAD, end = at + ((classCount - 1) as usize) * ENTRY; at < end; at += ENTRY) {
    store<f64>(gaps + (load<u32>(at, 32) as usize), load<f64>(at, 8));
  }
}

/** Adds what the labels of the first `count` classes at two candidates would remove at the point; `a`, `b`: their sums. */
// @ts-ignore: decorator
@inline
export function addPair(info: usize, count: i32, w: v128, best: v128, sum: v128, weight: v128, a: usize, b: usize): void {
  const share = f64x2.div(weight, f64x2.add(sum, w));
  let at = info + HEAD;
  for (let j = 0; j < count; j++) {
    const after = f64x2.add(v128.load_splat<f64>(at), w);
    const ties = v128.and(f64x2.eq(after, best), v128.load_splat<i64>(at, 24));
    const live = v128.or(f64x2.gt(after, best), ties);
    const drop = v128.and(live, f64x2.mul(f64x2.sub(w, v128.load_splat<f64>(at, 8)), share));
    const y = load<u32>(at, 32) as usize;
    store<f64>(a + y, load<f64>(a + y) + f64x2.extract_lane(drop, 0));
    store<f64>(b + y, load<f64>(b + y) + f64x2.extract_lane(drop, 1));
    at += ENTRY;
  }
}
