// The one fast twin of the plain engine: xPAL where all errors cost the same. It names no other part of the engine, so that a bundle in
// one file stays small (docs/decisions/0370).
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import { looksAhead } from "../look-ahead.ts";
import type { TwinKind } from "./fast-twin.ts";
import { hasPlainLoss } from "./few-costs.ts";
import { XpalScores } from "./xpal-scores.ts";

/** xPAL on a pool without costs and bounds. */
export const PLAIN_XPAL: TwinKind = {
  says: "only pairs that can flip a decision are visited",
  load: async () => (states) => new XpalScores(states.evaluation, {}),
};

/** The twin of xPAL, where it needs nothing but the plain kernel. */
export function plainTwinOf(strategy: Strategy, pool: Pool): TwinKind | undefined {
  const isXpal = strategy.name === "xpal" && "evaluationPrior" in strategy;
  return isXpal && !looksAhead(strategy) && hasPlainLoss(pool) ? PLAIN_XPAL : undefined;
}
