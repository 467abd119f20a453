import { describeLearnt } from "../kernels/learning/describe-learnt.ts";
import type { Explanation } from "./engine.ts";

/** An explanation in words. */
export function inWords(explanation: Explanation): string {
  const { engine, learnsFrom } = explanation;
  return learnsFrom === null ? engine : `${engine}; ${describeLearnt(explanation, learnsFrom)}`;
}
