import { describeLearned } from "../kernels/learning/describe-learned.ts";
import type { Explanation } from "./engine.ts";

/** An explanation in words. */
export function inWords(explanation: Explanation): string {
  const { engine, learnsFrom } = explanation;
  return learnsFrom === null ? engine : `${engine}; ${describeLearned(explanation, learnsFrom)}`;
}
