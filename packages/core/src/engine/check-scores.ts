import { refuse } from "../check.ts";

/** Refuses what a strategy of one's own may get wrong: not one number per candidate. */
export function checkScores(name: string, scores: unknown, count: number): void {
  const who = `strategy ${name}`;
  if (!(scores instanceof Float64Array) || scores.length !== count) {
    refuse(who, "scores", `must be a Float64Array of length ${count}`, scores);
  }
  const at = scores.findIndex(Number.isNaN);
  if (at >= 0) refuse(who, `scores[${at}]`, "must be a number", scores[at]);
}
