import type { Pool } from "../pool.ts";
import type { Strategy } from "../strategies/strategy.ts";

/** What a score of 1 costs: the scores of others than xPAL are no risks. */
export function scoreUnit({ lossUnit }: Pool, { name }: Strategy): number {
  return name === "xpal" ? lossUnit : 1;
}
