// GREEDY-ALL [1, Sec. 5.1]: a baseline that knows all labels and takes the one that leaves the smallest true error
// (or mean cost) on the whole pool. It shows how well any strategy could do one step ahead.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions, reject } from "../check.ts";
import { type ClassName, classIndex } from "../classes.ts";
import { decision } from "../classifier/decide.ts";
import { lossAt } from "../classifier/measure.ts";
import { type Matrix, row } from "../matrix.ts";
import type { Strategy, View } from "./strategy.ts";

/** The greedy baseline with the truth, which the engine reads. */
export interface GreedyAllStrategy extends Strategy {
  readonly truth: readonly ClassName[];
}

/**
 * The greedy baseline: scores are minus the true error rate, or mean cost, on the pool after the candidate's true label.
 * @param options `truth`: the true class name of every item of the pool.
 * @throws XpalError if the truth is missing; later, if it does not fit the pool.
 * @example greedyAll({ truth: ["a", "b"] }).name // "greedyAll"
 */
export function greedyAll(options: { readonly truth: readonly ClassName[] }): GreedyAllStrategy {
  checkOptions("greedyAll", options, ["truth"]);
  const given: unknown = options?.truth;
  if (!Array.isArray(given)) reject("greedyAll", "truth", "must be a list of class names", given);
  const truth: readonly ClassName[] = [...given];
  return {
    name: "greedyAll",
    truth,
    check: (pool) => void truthIndices(truth, { pool }),
    scores(view) {
      const classes = truthIndices(truth, view);
      const loss = lossAt(view.pool, view.labels, () => view.evaluationFreq());
      return Float64Array.from(view.candidates, (c) => -errorAfter(view, c, classes, loss));
    },
    toJSON: () => ({ name: "greedyAll", truth: [...truth] }),
  };
}

/** The true class index of every item of the pool. */
export function truthIndices(truth: readonly ClassName[], { pool }: Pick<View, "pool">): Uint32Array {
  if (truth.length !== pool.size)
    reject("greedyAll", "truth", `must name a class for each of ${pool.size} items`, truth.length);
  return Uint32Array.from(truth, (name, i) => classIndex("greedyAll", `truth[${i}]`, pool.classes, name));
}

function errorAfter(view: View, c: number, truth: Uint32Array, loss: Matrix | null): number {
  const w = row(view.similarity(), c);
  let wrong = 0;
  for (let x = 0; x < truth.length; x++) {
    const kPlus = row(view.freq(), x).slice();
    kPlus[truth[c]] += w[x];
    const decided = decision(kPlus, loss);
    if (loss !== null) wrong += row(loss, truth[x])[decided];
    else if (decided !== truth[x]) wrong++;
  }
  return wrong / truth.length;
}
