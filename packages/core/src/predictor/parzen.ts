// The Parzen window classifier as a predictor: the class shares of the kernel frequencies that items are chosen by [1, Sec. 3].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { probabilitiesOf } from "../classifier/parzen-window.ts";
import type { Matrix } from "../matrix.ts";
import type { Predictor } from "./predictor.ts";

/**
 * Predicts by the pool's kernel, learned or not: f / sum f, uniform where no label reaches.
 * @example parzen().name // "parzen"
 */
export function parzen(): Predictor {
  const predictor: Predictor = {
    name: "parzen",
    usesKernel: true,
    fit: ({ leftOutFrequencies }) => ({
      probabilities: (_, freq) => probabilitiesOf(freq as Matrix),
      leftOut: probabilitiesOf(leftOutFrequencies()),
      describe: () => "the kernel",
    }),
    fixedOn: () => predictor,
    check: () => {},
    toJSON: () => ({ name: "parzen" }),
  };
  return predictor;
}
