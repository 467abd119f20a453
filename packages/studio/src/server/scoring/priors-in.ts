// The priors by which a project's gains are computed, for whatever else compares gains with them.
import type { Learner, Priors, XpalStrategy } from "@xpal/core";

/** Those of xPAL as it suits the project's kernel and measure. */
export function priorsIn({ strategy }: Learner): Required<Priors> {
  const { evaluationPrior, candidatePrior } = strategy as XpalStrategy;
  return { evaluationPrior, candidatePrior };
}
