// A strategy is checked against its pool when a learner is created and before every question, whichever engine answers: what it
// would reject only at some labels is rejected before anybody has given one (docs/decisions/0480).
import { reject } from "../check.ts";
import type { Pool } from "../pool.ts";
import type { Strategy } from "./strategy.ts";

/** Rejects what is not a strategy, and one that cannot score this pool. */
export function checkStrategy(who: string, strategy: unknown, pool: Pool): asserts strategy is Strategy {
  const { scores, check } = (strategy ?? {}) as Partial<Record<keyof Strategy, unknown>>;
  if (typeof scores !== "function") reject(who, "strategy", "must be a strategy such as xpal()", strategy);
  if (check !== undefined && typeof check !== "function")
    reject(who, "strategy.check", "must be a function, if it is there", check);
  (strategy as Strategy).check?.(pool);
}
