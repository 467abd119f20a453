// Gain of multi-class probabilistic active learning [2] at one candidate, by its closed form, for up to m labels at
// once. [1, Eq. pal] is its case m = 1. Decisions use the frequencies alone, the expectation the prior too;
// with a loss matrix both weigh by cost.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
// [2] Kottke et al., Multi-class probabilistic active learning, ECAI 2016
import { checkInteger, checkOptions } from "../check.ts";
import { checkNumbers } from "../check-numbers.ts";
import { decision } from "../classifier/decide.ts";
import { type Prior, priorPerClass } from "../classifier/priors.ts";
import type { Matrix } from "../matrix.ts";
import { factorial, risingFactorial } from "./rising-factorial.ts";

/** The largest number of labels that can be looked ahead; the number of label vectors grows quickly. */
const MAX_LABELS = 4;

/** How far PAL looks ahead, and its prior. */
export interface PalGainOptions {
  /** The largest number of labels taken at once at the candidate, 1 to 4; 2 by default, as the paper's code. */
  readonly labelCount?: number;
  /** The prior of the expectation; 1 by default. */
  readonly prior?: Prior;
}

/**
 * The largest gain per label over 1 to `labelCount` labels at a point with frequencies `k`; no density weight.
 * @throws XpalError if a frequency is negative or not finite, or an option is out of range.
 * @example palGain([0, 0], { labelCount: 1 }) // 0.16666666666666666
 */
export function palGain(k: ArrayLike<number>, options: PalGainOptions = {}): number {
  checkOptions("palGain", options, ["labelCount", "prior"]);
  checkNumbers("palGain", "k", k);
  checkInteger("palGain", "k.length", k.length, 2);
  return largestGain(
    k,
    checkLabelCount("palGain", options.labelCount ?? 2),
    priorPerClass("palGain", "prior", options.prior ?? 1, k.length),
    null,
  );
}

/** Rejects a look-ahead that is not 1 to 4. */
export function checkLabelCount(who: string, labelCount: number): number {
  checkInteger(who, "labelCount", labelCount, 1, MAX_LABELS);
  return labelCount;
}

/** The same for callers that trust their arguments: max over m of gain_m / m. */
export function largestGain(
  k: ArrayLike<number>,
  labelCount: number,
  prior: Float64Array,
  loss: Matrix | null,
): number {
  let best = -Infinity;
  for (let m = 1; m <= labelCount; m++) best = Math.max(best, gainOfLabels(k, m, prior, loss) / m);
  return best;
}

/**
 * Expected gain of m labels at the point. The labels' counts l follow a Dirichlet-multinomial distribution:
 * P(l) = m! / prod l_y! * prod (k_y + prior_y)^(rising l_y) / (sum of k + prior)^(rising m).
 */
function gainOfLabels(k: ArrayLike<number>, m: number, prior: Float64Array, loss: Matrix | null): number {
  const classCount = k.length;
  const before = decision(k, loss);
  let total = 0;
  for (let y = 0; y < classCount; y++) total += k[y] + prior[y];
  const kPlus = Float64Array.from(k);
  let gain = 0;
  visit(0, m, 1);
  return gain;

  /** Runs over all ways to spread the remaining labels on the classes from y on; `chance` is P of those before. */
  function visit(y: number, left: number, chance: number): void {
    if (y === classCount - 1) {
      kPlus[y] = k[y] + left;
      add((chance * risingFactorial(k[y] + prior[y], left)) / factorial(left));
      kPlus[y] = k[y];
      return;
    }
    for (let l = 0; l <= left; l++) {
      kPlus[y] = k[y] + l;
      visit(y + 1, left - l, (chance * risingFactorial(k[y] + prior[y], l)) / factorial(l));
    }
    kPlus[y] = k[y];
  }

  function add(chance: number): void {
    const after = decision(kPlus, loss);
    if (after === before) return; // same decision, same loss
    const drop = loss === null ? kPlus[after] + prior[after] - (kPlus[before] + prior[before]) : costDrop(after, loss);
    gain += ((chance * factorial(m)) / risingFactorial(total, m)) * (drop / (total + m));
  }

  /** What the new decision costs less than the old one, summed over the true classes. */
  function costDrop(after: number, { data, cols }: Matrix): number {
    let drop = 0;
    for (let y = 0; y < classCount; y++) {
      drop += (kPlus[y] + prior[y]) * (data[y * cols + before] - data[y * cols + after]);
    }
    return drop;
  }
}
