// PAL: the local gain of a candidate's label, weighted by the density around it [1, Eq. pal].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions } from "../check.ts";
import { checkNumbers } from "../check-numbers.ts";
import { lossAt } from "../classifier/measure.ts";
import { ownPrior, type Prior, priorPerClass } from "../classifier/priors.ts";
import { type Matrix, row } from "../matrix.ts";
import { checkLabelCount, largestGain, type PalGainOptions } from "./pal-gain.ts";
import type { Strategy, View } from "./strategy.ts";

/** PAL's look-ahead and prior, and the density to weigh with. */
export interface PalOptions extends PalGainOptions {
  /** One weight per item; by default the sum of its similarities to all items, as the paper's code. */
  readonly density?: ArrayLike<number>;
}

/** The PAL strategy with its options, which the engine reads. */
export interface PalStrategy extends Strategy {
  readonly labelCount: number;
  readonly prior: Prior;
  readonly density: ArrayLike<number> | null;
}

/**
 * Multi-class probabilistic active learning: the best gain per label, times the density.
 * @throws XpalError if an option is out of range; later, if `density` or `prior` does not fit the pool.
 * @example pal({ labelCount: 1 }).name // "pal"
 */
export function pal(options: PalOptions = {}): PalStrategy {
  checkOptions("pal", options, ["labelCount", "prior", "density"]);
  const labelCount = checkLabelCount("pal", options.labelCount ?? 2);
  const prior = ownPrior("pal", "prior", options.prior ?? 1);
  if (options.density != null) checkNumbers("pal", "density", options.density);
  const density = options.density == null ? null : Float64Array.from(options.density);
  return {
    name: "pal",
    labelCount,
    prior,
    get density() {
      return density?.slice() ?? null;
    },
    check(pool) {
      if (density !== null) checkNumbers("pal", "density", density, pool.size);
      priorPerClass("pal", "prior", prior, pool.classCount);
    },
    scores(view) {
      const { pool, candidates } = view;
      if (density !== null) checkNumbers("pal", "density", density, pool.size);
      const alpha = priorPerClass("pal", "prior", prior, pool.classCount);
      const weight = density ?? rowSums(view);
      const loss = lossAt(pool, view.labels, () => view.evaluationFreq());
      return Float64Array.from(
        candidates,
        (c) => weight[c] * largestGain(row(view.freq(), c), labelCount, alpha, loss),
      );
    },
    toJSON: () => ({
      name: "pal",
      labelCount,
      prior: typeof prior === "number" ? prior : Array.from(prior),
      ...(density === null ? {} : { density: Array.from(density) }),
    }),
  };
}

/** p-hat(c), unnormalised: how similar the item is to all items together. */
function rowSums(view: View): Float64Array {
  const similarity: Matrix = view.similarity();
  const sums = new Float64Array(similarity.rows);
  for (let c = 0; c < similarity.rows; c++) for (const w of row(similarity, c)) sums[c] += w;
  return sums;
}
