// Whole runs: at each step the largest score and who shares it, then the reference's choice is followed; after each
// label the test error, up to how ties between classes are broken.
import { type Features, frequencies, Labels, type Pool, probabilitiesOf } from "@xpal/core";
import { aulc } from "../../packages/lab/dist/replay/aulc.js";
import { scoresOf } from "./check-scores.ts";
import { type Content, given } from "./checker.ts";
import { bandwidthOf, type DatasetInputs, featuresOf, referencePool } from "./reference-pool.ts";
import { referenceStrategy, type StrategyInputs, scoreTolerance } from "./reference-strategy.ts";
import type { Tally, Tolerance } from "./tally.ts";

/** Scores (and probabilities) this close to the largest, relatively, count as equal to it. */
const TIED = 1e-12;
const NEARLY_TIED = 1e-9;

type Inputs = DatasetInputs & Omit<StrategyInputs, "bandwidth"> & { readonly y_test?: number[] | null };

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
  await tally.each<Run>("runs", content.runs, (run, where) =>
    checkRun(`${where}, ${run.strategy}`, run, pool, inputs, tally),
  );
}

async function checkRun(where: string, run: Run, pool: Pool, inputs: Inputs, tally: Tally): Promise<void> {
  const strategy = referenceStrategy(run.strategy, { ...inputs, bandwidth: bandwidthOf(inputs) });
  const tests = given(inputs.y_test) && given(run.test_error) ? featuresOf(inputs, "test") : undefined;
  let labels = Labels.none(pool);
  for (const [t, step] of run.steps.entries()) {
    if (tests !== undefined)
      checkError(`${where}, test_error[${t}]`, t, run, errorRange(pool, labels, tests, inputs), tally);
    if (step.stable !== false) {
      const scores = await scoresOf(pool, labels, strategy);
      checkStep(`${where}, step ${t}`, run.strategy, step, scores, labels.unlabelled(), tally);
    }
    labels = labels.add(step.chosen, inputs.y_train[step.chosen]);
  }
  const last = run.steps.length;
  if (tests !== undefined)
    checkError(`${where}, test_error[${last}]`, last, run, errorRange(pool, labels, tests, inputs), tally);
  if (given(run.aulc) && given(run.test_error)) {
    const testCount = given(inputs.y_test) ? inputs.y_test.length : undefined; // the area that reports print
    tally.number(`${where}, aulc`, aulc(run.test_error, testCount), run.aulc, { within: 1e-9 });
  }
}

function checkStep(
  where: string,
  name: string,
  step: Step,
  scores: number[],
  candidates: Uint32Array,
  tally: Tally,
): void {
  const most = Math.max(...scores);
  const tolerance = scoreTolerance(name, [step.max ?? most]);
  if (given(step.max)) tally.number(`${where}, max`, most, step.max, tolerance);
  const behind = new Map(Array.from(candidates, (index, i) => [index, most - scores[i]]));
  const near = step.near ?? step.ties; // left out where nothing lies between the two
  if (!given(near)) return;
  const setOf = (indices: number[] | "all") => new Set(indices === "all" ? candidates : indices);
  const listed = setOf(near);
  const tied = setOf(step.ties ?? near);
  checkSharing(`${where}, ties`, behind, TIED * Math.abs(most), tied, listed, tolerance, tally);
  if (given(step.near)) {
    checkSharing(`${where}, near`, behind, NEARLY_TIED * Math.abs(most), listed, listed, tolerance, tally);
  }
}

/**
 * Who is within reach of the largest score. An answer may differ in an item that is as near as the tolerance on scores:
 * one of theirs that we see so little behind, or one of ours that they list as near.
 */
function checkSharing(
  where: string,
  behind: ReadonlyMap<number, number>,
  reach: number,
  want: ReadonlySet<number>,
  near: ReadonlySet<number>,
  { within, scale = 1 }: Tolerance,
  tally: Tally,
): void {
  const got = new Set([...behind.keys()].filter((index) => (behind.get(index) ?? Infinity) <= reach));
  const missing = [...want].filter((index) => !got.has(index));
  const extra = [...got].filter((index) => !want.has(index));
  const excused =
    missing.every((index) => (behind.get(index) ?? Infinity) <= 2 * within * scale) &&
    extra.every((index) => near.has(index));
  if (missing.length + extra.length > 0 && excused) tally.unstable++;
  else tally.same(where, written(got), written(want));
}

function written(indices: ReadonlySet<number>): string {
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
