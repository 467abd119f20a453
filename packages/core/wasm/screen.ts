// Expected gain of every candidate in 32 bits, for questions that want the best alone: the same pairs as in gain.ts, four
// classes and four entries of a list at a time. The sums are off by a little that is known (src/engine/fast/screened-gains.ts),
// so whoever could be the best is scored again as the definition does it.

const ULP: f64 = 2.220446049250313e-16;

/**
 * For the points from `from` up to `to` the smallest w that may flip the decision, as `leastGap` finds it, and S, two
 * points at a time; `prior` is the sum of the priors.
 * @returns The largest S.
 */
export function describeGaps(from: i32, to: i32, classCount: i32, freq: usize, stride: i32, prior: f64, gaps: usize, totals: usize): f64 {
  const step = (stride as usize) << 3;
  let most = f64x2.splat(0);
  for (let x = (from as usize) << 3, end = (to as usize) << 3; x < end; x += 16) {
    let at = freq + x;
    let best = v128.load(at);
    let second = f64x2.splat(-Infinity);
    let total = f64x2.add(best, f64x2.splat(prior));
    for (let y = 1; y < classCount; y++) {
      at += step;
      const value = v128.load(at);
      second = f64x2.pmax(second, f64x2.pmin(best, value));
      best = f64x2.pmax(best, value);
      total = f64x2.add(total, value);
    }
    const gap = f64x2.sub(f64x2.sub(best, second), f64x2.mul(best, f64x2.splat(ULP)));
    v128.store(gaps + x, f64x2.pmax(f64x2.splat(0), gap));
    v128.store(totals + x, total);
    most = f64x2.pmax(most, total);
  }
  return max<f64>(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/**
 * The gain's sums over the points from `from` up to `to`, from their lists, after `describeGaps`. Points whose list ends
 * above their smallest gap are written to `left` (a count, then the points) for `scoreTiles`.
 * @param limits Room for one number of 32 bits per class, rounded up to four.
 * @param sums Per item one number of 32 bits for each class, rounded up to four.
 * @returns The weight of the points at which any pair can be live.
 */
export function screenLists(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
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
  gaps: usize,
  totals: usize,
  limits: usize,
  sums: usize,
  left: usize,
): f64 {
  const mask: u64 = ~(((1 as u64) << (52 - (bits as u64))) - 1);
  const rowBytes = rowBytesOf(classCount);
  let live: f64 = 0;
  let leftCount: usize = 0;
  let touched: f64 = 0;
  for (let x = from; x < to; x++) {
    // Reads where the list after the next begins, so that it is on its way to the cache while this one is added up.
    const ahead = (min(x + 2, to - 1) as usize) * (head as usize);
    touched += load<f64>(heads + (ahead << 3)) + load<f64>(heads + (ahead << 3), 64);
    touched += load<u32>(headIndices + (ahead << 2)) as f64;
    const least = load<f64>(gaps + ((x as usize) << 3));
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
    const total = load<f64>(totals + ((x as usize) << 3));
    writeLimits(limits, freq, stride, x, classCount, total, weight);
    const count = min(length, head as usize);
    addSome(limits, rowBytes, total as f32, weight as f32, edge, w, headIndices + (first << 2), count, sums);
    if (length <= (head as usize) || load<f64>(w + ((count - 1) << 3)) < edge) continue;
    const rest = (x as usize) * (capacity as usize);
    addSome(limits, rowBytes, total as f32, weight as f32, edge, values + (rest << 3), indices + (rest << 2), length - count, sums);
  }
  store<u32>(left, leftCount as u32);
  store<f32>(limits, touched as f32); // so that the compiler keeps the reads
  return live;
}

/** Bytes of an item's sums. */
// @ts-ignore: decorator
@inline
function rowBytesOf(classCount: i32): usize {
  return ((classCount + 3) as usize) >> 2 << 4;
}

/**
 * Per class the S + w from which on its label flips the decision, times the weight: the drop is weight - limit / (S + w).
 * Infinite for the decided class, the first of the largest, and for classes that only fill up.
 */
// @ts-ignore: decorator
@inline
function writeLimits(limits: usize, freq: usize, stride: i32, x: i32, classCount: i32, total: f64, weight: f64): void {
  const step = (stride as usize) << 3;
  const k = freq + ((x as usize) << 3);
  let best = load<f64>(k);
  let decided: usize = 0;
  for (let y: usize = 1; y < (classCount as usize); y++) {
    const value = load<f64>(k + y * step);
    if (value > best) {
      best = value;
      decided = y;
    }
  }
  const reach = total + best;
  for (let y: usize = 0; y < (classCount as usize); y++) {
    store<f32>(limits + (y << 2), (weight * (reach - load<f64>(k + y * step))) as f32);
  }
  for (let y = classCount as usize; y < rowBytesOf(classCount) >> 2; y++) store<f32>(limits + (y << 2), Infinity);
  store<f32>(limits + (decided << 2), Infinity);
}

// @ts-ignore: decorator
@inline
function addSome(limits: usize, rowBytes: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  if (rowBytes === 16) addFour(limits, total, weight, edge, w, at, length, sums);
  else addMany(limits, rowBytes, total, weight, edge, w, at, length, sums);
}

/** Up to four classes: max(0, weight - limit / (S + w)); four entries share a division. */
function addFour(limits: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  const limit = v128.load(limits);
  const sum = f32x4.splat(total);
  const full = f32x4.splat(weight);
  const one = f32x4.splat(1);
  const end = w + (length << 3);
  for (const last = w + ((length & ~3) << 3); w < last && load<f64>(w) >= edge; w += 32, at += 16) {
    const four = v128.shuffle<f32>(f32x4.demote_f64x2_zero(v128.load(w)), f32x4.demote_f64x2_zero(v128.load(w, 16)), 0, 1, 4, 5);
    const share = f32x4.div(one, f32x4.add(sum, four));
    add(sums + ((load<u32>(at) as usize) << 4), limit, full, v128.shuffle<f32>(share, share, 0, 0, 0, 0));
    add(sums + ((load<u32>(at, 4) as usize) << 4), limit, full, v128.shuffle<f32>(share, share, 1, 1, 1, 1));
    add(sums + ((load<u32>(at, 8) as usize) << 4), limit, full, v128.shuffle<f32>(share, share, 2, 2, 2, 2));
    add(sums + ((load<u32>(at, 12) as usize) << 4), limit, full, v128.shuffle<f32>(share, share, 3, 3, 3, 3));
  }
  for (; w < end && load<f64>(w) >= edge; w += 8, at += 4) {
    const share: f32 = (1 as f32) / (total + (load<f64>(w) as f32));
    add(sums + ((load<u32>(at) as usize) << 4), limit, full, f32x4.splat(share));
  }
}

/** The same for any number of classes. */
function addMany(limits: usize, rowBytes: usize, total: f32, weight: f32, edge: f64, w: usize, at: usize, length: usize, sums: usize): void {
  const sum = f32x4.splat(total);
  const full = f32x4.splat(weight);
  const one = f32x4.splat(1);
  const end = w + (length << 3);
  for (; w < end && load<f64>(w) >= edge; w += 16, at += 8) {
    const share = f32x4.div(one, f32x4.add(sum, f32x4.demote_f64x2_zero(v128.load(w))));
    const a = sums + (load<u32>(at) as usize) * rowBytes;
    const isPair = w + 8 < end;
    const b = sums + (load<u32>(at, 4) as usize) * rowBytes;
    const first = v128.shuffle<f32>(share, share, 0, 0, 0, 0);
    const second = v128.shuffle<f32>(share, share, 1, 1, 1, 1);
    for (let y: usize = 0; y < rowBytes; y += 16) {
      const limit = v128.load(limits + y);
      add(a + y, limit, full, first);
      if (isPair) add(b + y, limit, full, second);
    }
  }
}

/** Not a number where an infinite limit meets a share of 0: then the first operand of pmax counts. */
// @ts-ignore: decorator
@inline
function add(out: usize, limit: v128, full: v128, share: v128): void {
  const drop = f32x4.pmax(f32x4.splat(0), f32x4.sub(full, f32x4.mul(limit, share)));
  v128.store(out, f32x4.add(v128.load(out), drop));
}

/**
 * Scores from the blocks' sums, as `finishGain`.
 * @param left Sums of 64 bits of the points that have no list, block after block, or 0.
 */
export function finishScreen(
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  sums: usize,
  blockCount: i32,
  blockBytes: usize,
  left: usize,
  leftBytes: usize,
  scale: f64,
  scores: usize,
): void {
  if (left === 0) {
    finishPairs(itemCount, classCount, freq, stride, beta, sums, blockCount, blockBytes, scale, scores);
    return;
  }
  const rowBytes = rowBytesOf(classCount);
  const leftRow = (((classCount + 1) & ~1) as usize) << 3;
  const step = (stride as usize) << 3;
  for (let c: usize = 0; c < (itemCount as usize); c++) {
    let total: f64 = 0;
    let gain: f64 = 0;
    for (let part: usize = 0; part < rowBytes; part += 16) {
      const at = sums + c * rowBytes + part;
      let four = v128.load(at);
      for (let block: usize = 1; block < (blockCount as usize); block++) four = f32x4.add(four, v128.load(at + block * blockBytes));
      for (let y = part >> 2; y < min(classCount as usize, (part >> 2) + 4); y++) {
        const chance = load<f64>(freq + y * step + (c << 3)) + load<f64>(beta + (y << 3));
        let drop = f32x4.extract_lane(four, 0) as f64;
        four = v128.shuffle<f32>(four, four, 1, 2, 3, 0);
        for (let block: usize = 0; block < (blockCount as usize); block++) drop += load<f64>(left + block * leftBytes + c * leftRow + (y << 3));
        total += chance;
        gain += chance * drop;
      }
    }
    store<f64>(scores + (c << 3), (gain / total) * scale);
  }
}

/** The same where all points have lists, two items at a time; the last one may be alone, what follows it is not used. */
function finishPairs(
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  sums: usize,
  blockCount: i32,
  blockBytes: usize,
  scale: f64,
  scores: usize,
): void {
  const rowBytes = rowBytesOf(classCount);
  const step = (stride as usize) << 3;
  for (let c: usize = 0; c < (itemCount as usize); c += 2) {
    let total = f64x2.splat(0);
    let gain = f64x2.splat(0);
    for (let part: usize = 0; part < rowBytes; part += 16) {
      let at = sums + c * rowBytes + part;
      let first = v128.load(at);
      let second = v128.load(at + rowBytes);
      for (let block = 1; block < blockCount; block++) {
        at += blockBytes;
        first = f32x4.add(first, v128.load(at));
        second = f32x4.add(second, v128.load(at + rowBytes));
      }
      for (let y = part >> 2; y < min(classCount as usize, (part >> 2) + 4); y++) {
        const chance = f64x2.add(v128.load(freq + y * step + (c << 3)), v128.load_splat<f64>(beta + (y << 3)));
        const drop = f64x2.promote_low_f32x4(v128.shuffle<f32>(first, second, 0, 4, 0, 4));
        first = v128.shuffle<f32>(first, first, 1, 2, 3, 0);
        second = v128.shuffle<f32>(second, second, 1, 2, 3, 0);
        total = f64x2.add(total, chance);
        gain = f64x2.add(gain, f64x2.mul(chance, drop));
      }
    }
    v128.store(scores + (c << 3), f64x2.mul(f64x2.div(gain, total), f64x2.splat(scale)));
  }
}
