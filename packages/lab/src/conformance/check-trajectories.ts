// Whole runs: at each step the largest score and who shares it, then the reference's choice is followed; after each
// label the test error, up to how ties between classes are broken.
import { type Features, frequencies, Labels, type Pool, probabilitiesOf } from "xpal";
import { aulc } from "../statistics/aulc.ts";
import { scoresOf } from "./check-scores.ts";
import { type Content, given } from "./checker.ts";
import { bandwidthOf, type DatasetInputs, featuresOf, referencePool } from "./reference-pool.ts";
import { className, referenceStrategy, type StrategyInputs, scoreTolerance } from "./reference-strategy.ts";
import type { Tally } from "./tally.ts";

/** Scores (and probabilities) this close to the largest, relatively, count as equal to it. */
const TIED = 1e-12;
const NEARLY_TIED = 1e-9;

interface Inputs extends DatasetInputs, StrategyInputs {
  readonly y_test?: number[] | null;
}

interface Run {
  readonly strategy: string;
  readonly steps: readonly Step[];
  readonly test_error?: number[] | null;
  readonly test_error_range?: [lowest: number, highest: number][] | null;
  readonly aulc?: number | null;
}

interface Step {
  readonly chosen: number;
  readonly max?: number | null;
  readonly ties?: number[] | "all" | null;
  readonly near?: number[] | "all" | null;
  readonly stable?: boolean | null;
}

/** Checks a file of runs. */
export async function checkTrajectories(content: Content, tally: Tally): Promise<void> {
  const inputs = content as unknown as Inputs;
  const pool = referencePool(inputs);
  await tally.each<Run>("runs", content.runs, (run, where) => checkRun(`${where}, ${run.strategy}`, run, pool, inputs, tally));
}

async function checkRun(where: string, run: Run, pool: Pool, inputs: Inputs, tally: Tally): Promise<void> {
  const strategy = referenceStrategy(run.strategy, { ...inputs, bandwidth: bandwidthOf(inputs) });
  const tests = given(inputs.y_test) && given(run.test_error) ? featuresOf(inputs, "test") : undefined;
  let labels = Labels.none(pool);
  for (const [t, step] of run.steps.entries()) {
    if (tests !== undefined) checkError(`${where}, test_error[${t}]`, t, run, errorRange(pool, labels, tests, inputs), tally);
    if (step.stable !== false) {
      const scores = await scoresOf(pool, labels, strategy);
      checkStep(`${where}, step ${t}`, run.strategy, step, scores, labels.unlabelled(), tally);
    }
    labels = labels.add(step.chosen, inputs.y_train[step.chosen]);
  }
  const last = run.steps.length;
  if (tests !== undefined) checkError(`${where}, test_error[${last}]`, last, run, errorRange(pool, labels, tests, inputs), tally);
  if (given(run.aulc) && given(run.test_error)) {
    tally.number(`${where}, aulc`, aulc(run.test_error), run.aulc, { within: 1e-9 });
  }
}

function checkStep(where: string, name: string, step: Step, scores: number[], candidates: Uint32Array, tally: Tally): void {
  const most = Math.max(...scores);
  if (given(step.max)) tally.number(`${where}, max`, most, step.max, scoreTolerance(name, [step.max]));
  const sharing = (within: number) =>
    written(Array.from(candidates).filter((_, i) => most - scores[i] <= within * Math.abs(most)));
  const wanted = (ties: number[] | "all") => written(ties === "all" ? Array.from(candidates) : ties);
  if (given(step.ties)) tally.same(`${where}, ties`, sharing(TIED), wanted(step.ties));
  const near = step.near ?? step.ties; // left out where nothing lies between the two
  if (given(near)) tally.same(`${where}, near`, sharing(NEARLY_TIED), wanted(near));
}

function written(indices: readonly number[]): string {
  return [...indices].sort((a, b) => a - b).join(" ");
}

function checkError(where: string, t: number, run: Run, got: [number, number], tally: Tally): void {
  const want = run.test_error?.[t];
  if (!given(want)) return;
  const [lowest, highest] = run.test_error_range?.[t] ?? [want, want];
  if (given(run.test_error_range) || got[0] === got[1]) tally.vector(where, got, [lowest, highest], { within: 1e-12 });
}

/** The lowest and the highest test error over all ways of breaking ties between classes. */
function errorRange(pool: Pool, labels: Labels, tests: Features, { y_test: truth }: Inputs): [number, number] {
  const { rows, cols, data } = probabilitiesOf(frequencies(pool, labels, tests));
  let surelyWrong = 0;
  let surelyRight = 0;
  for (let i = 0; i < rows; i++) {
    const p = data.subarray(i * cols, (i + 1) * cols);
    const most = Math.max(...p);
    const tied = Array.from(p.keys()).filter((y) => most - p[y] <= TIED * most);
    const right = tied.includes(truth?.[i] ?? -1);
    if (!right) surelyWrong++;
    else if (tied.length === 1) surelyRight++;
  }
  return [surelyWrong / rows, 1 - surelyRight / rows];
}
