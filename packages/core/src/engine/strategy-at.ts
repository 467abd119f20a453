// While the learned kernel has too few labels, the candidate's own risk does not count: questions are then those of the
// paper's method with the base kernel. What the own risk gains it gains under learned kernels (docs/decisions/0223).
import type { Kernel } from "../kernels/kernel.ts";
import { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
import type { Labels } from "../labels.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

const known = new WeakMap<Strategy, Strategy>();

/** The strategy by which candidates are scored at some labels. */
export function strategyAt(strategy: Strategy, kernel: Kernel, labels: Labels): Strategy {
  if (!hasOwnRisk(strategy) || !isLearnedKernel(kernel) || kernel.learnsAt(labels)) return strategy;
  const found = known.get(strategy) ?? withoutOwnRisk(strategy);
  known.set(strategy, found);
  return found;
}

function hasOwnRisk(strategy: Strategy): strategy is XpalStrategy {
  return strategy.name === "xpal" && ((strategy as XpalStrategy).ownRisk ?? 0) > 0;
}

function withoutOwnRisk({ evaluationPrior, candidatePrior, lookAhead, labelCosts }: XpalStrategy): XpalStrategy {
  return xpal({ evaluationPrior, candidatePrior, lookAhead, ...(labelCosts === null ? {} : { labelCosts }) });
}
