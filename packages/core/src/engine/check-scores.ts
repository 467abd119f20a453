import { reject } from "../check.ts";

/** Rejects what a strategy of one's own may get wrong: not one number per candidate. */
export function checkScores(name: string, scores: unknown, count: number): void {
  const who = `strategy ${name}`;
  if (!(scores instanceof Float64Array) || scores.length !== count) {
    reject(who, "scores", `must be a Float64Array of length ${count}`, scores);
  }
  const at = scores.findIndex(Number.isNaN);
  if (at >= 0) reject(who, `scores[${at}]`, "must be a number", scores[at]);
}
