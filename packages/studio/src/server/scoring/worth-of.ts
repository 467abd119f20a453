// What each answer for an item would do, for all classes in one pass. The core's `preview` is the definition; this twin
// uses that under the zero-one loss and one prior for all classes a flip from class b to class y at a point gains
// (k_y + w - k_b) / (|k| + w + C alpha), so that nothing is copied. test/contract/worth-of.test.ts ties the two.
import { DEFAULT_PRIOR } from "./default-prior.ts";

/** A prediction that would change. */
export interface Flipped {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

/** What one answer would do. */
export interface AnswerWorth {
  readonly probability: number;
  /** The drop in error rate. */
  readonly gain: number;
  readonly flips: number;
  /** The first few items whose prediction would change. */
  readonly examples: readonly Flipped[];
}

/**
 * The worth of each answer.
 * @param freq Kernel frequencies, items x classes.
 * @param weights Similarity of each item to the one that is asked for.
 */
export function worthOf(
  freq: Float64Array,
  weights: Float64Array,
  item: number,
  classCount: number,
  exampleCount: number,
): AnswerWorth[] {
  const size = weights.length;
  const gains = new Float64Array(classCount);
  const flips = new Uint32Array(classCount);
  const examples: Flipped[][] = Array.from({ length: classCount }, () => []);
  for (let x = 0; x < size; x++) {
    const start = x * classCount;
    const w = weights[x];
    let best = 0;
    let total = 0;
    for (let y = 0; y < classCount; y++) {
      const k = freq[start + y];
      total += k;
      if (k > freq[start + best]) best = y; // of equal ones the lowest stays, as everywhere
    }
    for (let y = 0; y < classCount; y++) {
      const lead = freq[start + y] + w - freq[start + best];
      if (y === best || lead < 0 || (lead === 0 && y > best)) continue;
      gains[y] += lead / (total + w + classCount * DEFAULT_PRIOR);
      flips[y]++;
      if (examples[y].length < exampleCount) examples[y].push({ item: x, from: best, to: y });
    }
  }
  const own = freq.subarray(item * classCount, (item + 1) * classCount);
  const mass = own.reduce((sum, k) => sum + k, 0) + classCount * DEFAULT_PRIOR;
  return Array.from(gains, (gain, y) => ({
    probability: (own[y] + DEFAULT_PRIOR) / mass,
    gain: gain / size,
    flips: flips[y],
    examples: examples[y],
  }));
}
