// xPAL with the option lookAhead: only where no label has a gain above 0 it differs from xPAL without, so the fast twins
// answer first, and the definition looks ahead where they find nothing.
import type { Strategy } from "../strategies/strategy.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

/** Whether a strategy looks ahead. */
export function looksAhead(strategy: Strategy): strategy is XpalStrategy {
  return strategy.name === "xpal" && ((strategy as XpalStrategy).lookAhead ?? 1) > 1;
}

/** The same strategy without looking ahead, and with another share of the own risk where one is given. */
export function myopic(strategy: XpalStrategy, own = strategy.ownRisk): XpalStrategy {
  const { evaluationPrior, candidatePrior, labelCosts } = strategy;
  const costs = labelCosts === null ? {} : { labelCosts };
  return xpal({ evaluationPrior, candidatePrior, ownRisk: own, ...costs });
}
