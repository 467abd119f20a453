// What an evaluation shows in plain words: how many labels are saved, if any, and whether that is more than chance.
import { labelsToReach } from "@xpal/lab";
import { finalError } from "../terminal/chart/curve.ts";
import { type CurveAxes, ERROR_AXES, valueText } from "../terminal/chart/curve-axes.ts";
import { MIN_FOR_INTERVAL, type StrategyOutcome } from "./evaluate-strategies.ts";
import { type Tests, testsOf } from "./tested.ts";

/** What strategies are compared by. */
export interface Compared {
  /** "error", "balanced error", "cost" or "balanced cost". */
  readonly name: string;
  readonly axes: CurveAxes;
}

const BY_ERROR: Compared = { name: "error", axes: ERROR_AXES };

/** One sentence for each strategy that the first one is compared with. */
export function evaluationSentences(outcomes: readonly StrategyOutcome[], compared: Compared = BY_ERROR): string[] {
  const [first, ...others] = outcomes;
  const tests = testsOf(outcomes);
  return others.map((other, i) => `${saving(first, other, compared)} ${certainty(first, other, tests, i + 1)}`);
}

/** The interval of an area; empty where there are too few repetitions for one. */
export function intervalText({ aulc: { lower, upper } }: Pick<StrategyOutcome, "aulc">): string {
  return lower === null || upper === null ? "" : `${lower.toFixed(4)} to ${upper.toFixed(4)}`;
}

/** The sentence that explains why no interval is printed; no sentence where there are enough repetitions. */
export function noIntervalWords([first]: readonly StrategyOutcome[]): string[] {
  const { length } = first.aulcs;
  if (length >= MIN_FOR_INTERVAL) return [];
  return [`${repetitions(length)} too few for 95 % confidence; --repetitions ${MIN_FOR_INTERVAL} or more gives it.`];
}

function repetitions(count: number): string {
  return count === 1 ? "1 repetition is" : `${count} repetitions are`;
}

function saving(first: StrategyOutcome, other: StrategyOutcome, { name, axes }: Compared): string {
  const budget = other.curve.errors.length - 1;
  const goal = `${other.curve.name}'s ${name} at ${spending(other, budget)} (${lastWords(other, axes)})`;
  if (other.firstNeeds === null) {
    const end = `ends at ${lastWords(first, axes)}`;
    const at = labelsToReach(first.curve.errors, finalError(other.curve));
    if (at === null) return `${first.curve.name} does not reach ${goal}: it ${end}.`;
    return `${first.curve.name} touches ${goal} with ${spending(other, at)}, but does not keep it: it ${end}.`;
  }
  return `${first.curve.name} reaches ${goal} with ${spending(other, other.firstNeeds)}.`;
}

/** So many steps of a curve: labels, or where these have costs a cost. */
function spending({ curve, spent }: StrategyOutcome, steps: number): string {
  if (spent === null) return steps === 1 ? "1 label" : `${steps} labels`;
  return `a cost of ${Number(((spent * steps) / (curve.errors.length - 1)).toPrecision(3))}`;
}

/** Where a curve ends. */
export function lastWords({ curve }: Pick<StrategyOutcome, "curve">, axes: CurveAxes): string {
  return valueText(axes, finalError(curve));
}

function certainty(first: StrategyOutcome, other: StrategyOutcome, tests: Tests, at: number): string {
  const { pValue, aulcs } = other;
  const times = `${aulcs.length} ${aulcs.length === 1 ? "repetition" : "repetitions"}`;
  if (pValue === null) return `Over ${times} the two do not differ at all.`;
  const { p, holm } = tests.of[at];
  if (p === null)
    return `${repetitions(aulcs.length)} too few to tell the two apart by a test; ${tests.fewest} or more can.`;
  const chance = `Over ${times} the difference may be chance`;
  if (tests.count > 1 && holm === null) {
    return `${chance} (${pWords(p)}): Holm's correction over ${tests.count} comparisons needs at least ${tests.fewestCorrected}.`;
  }
  const words = holm === null ? pWords(p) : `${pWords(p)}, after Holm's correction ${pWords(holm)}`;
  if ((holm ?? p) >= 0.05) return `${chance} (${words}).`;
  const better = first.aulc.mean < other.aulc.mean ? first : other;
  return `Over ${times} ${better.curve.name} is better by more than chance (${words}).`;
}

function pWords(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
