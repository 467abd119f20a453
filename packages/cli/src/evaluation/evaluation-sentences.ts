// What an evaluation shows in plain words: how many labels are saved, if any, and whether that is more than chance.
import { finalError, percent } from "../terminal/chart/curve.ts";
import type { StrategyOutcome } from "./evaluate-strategies.ts";

/** With fewer pairs the signed-rank test cannot reach p < 0.05 whatever the data say. */
const FEWEST_REPETITIONS = 6;

/** One sentence for each strategy that the first one is compared with. */
export function evaluationSentences(outcomes: readonly StrategyOutcome[], compared = "error"): string[] {
  const [first, ...others] = outcomes;
  return others.map((other) => `${saving(first, other, compared)} ${certainty(first, other)}`);
}

function saving(first: StrategyOutcome, other: StrategyOutcome, compared: string): string {
  const budget = other.curve.errors.length - 1;
  const goal = `${other.curve.name}'s ${compared} at ${spending(other, budget)} (${lastWords(other)})`;
  if (other.firstNeeds === null) {
    return `${first.curve.name} does not reach ${goal}: it ends at ${lastWords(first)}.`;
  }
  return `${first.curve.name} reaches ${goal} with ${spending(other, other.firstNeeds)}.`;
}

/** So many steps of a curve: labels, or where these have costs a cost. */
function spending({ curve, spent }: StrategyOutcome, steps: number): string {
  if (spent === null) return steps === 1 ? "1 label" : `${steps} labels`;
  return `a cost of ${Number(((spent * steps) / (curve.errors.length - 1)).toPrecision(3))}`;
}

/** Where a curve ends: a share in percent, a cost as it is. */
export function lastWords({ curve, most }: StrategyOutcome): string {
  return most === 1 ? percent(finalError(curve)) : (most * finalError(curve)).toPrecision(3);
}

function certainty(first: StrategyOutcome, other: StrategyOutcome): string {
  const { pValue, aulcs } = other;
  const times = `${aulcs.length} ${aulcs.length === 1 ? "repetition" : "repetitions"}`;
  if (pValue === null) return `Over ${times} the two do not differ at all.`;
  if (aulcs.length < FEWEST_REPETITIONS)
    return `${times} ${aulcs.length === 1 ? "is" : "are"} too few to tell the two apart by a test.`;
  const p = pValue < 0.001 ? "p < 0.001" : `p = ${pValue.toFixed(3)}`;
  if (pValue >= 0.05) return `Over ${times} the difference may be chance (${p}).`;
  const better = first.aulc.mean < other.aulc.mean ? first : other;
  return `Over ${times} ${better.curve.name} is better by more than chance (${p}).`;
}
