// One run: a task, a strategy, and what came of it. Steps 6 and 7 of the paper's protocol.

import {
  type Batch,
  candidatesOf,
  chooseBatch,
  type EngineSession,
  type Generator,
  Labels,
  type Strategy,
  XpalError,
} from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { aulc } from "./aulc.ts";
import { type Measure, type Measured, measure, type Recorded } from "./measures.ts";
import { type Reliability, reliabilityOf } from "./reliability.ts";
import { StopRecorder, type StopTrace } from "./stop-trace.ts";
import type { Task } from "./task.ts";
import type { LearnedFeatures, TestPart, ViewedMember } from "./test-part.ts";

/** Makes the strategy for the next query, for strategies that first draw something from the run's own generator. */
export type StrategyMaker = (labels: Labels, random: Generator) => Strategy;

/** What a run needs besides its task. */
export interface RunOptions {
  readonly strategy: Strategy | StrategyMaker;
  /** An engine's session on the task's pool; strategies may share one. */
  readonly session: EngineSession;
  /** The task's test part; strategies may share one. */
  readonly testPart: TestPart;
  /** Seconds since some moment, to time the queries; without it they count as 0. */
  readonly clock?: () => number;
  readonly signal?: AbortSignal;
  /** What to measure beside the error; nothing by default. */
  readonly measures?: readonly Recorded[];
  /** How many labels are asked for at once, and how they are chosen; one at a time by default. */
  readonly batch?: { readonly size: number; readonly how: Batch };
  /** Told after each label how many there are and the mean test error so far. */
  readonly onLabel?: (labelCount: number, aulcSoFar: number) => void;
}

/** What a run gives. */
export interface Outcome {
  /** Test errors after 0, 1, 2, ... labels. */
  readonly testErrors: Float64Array;
  /** Mean of the test errors: the area under the learning curve. */
  readonly aulc: number;
  /** The items asked for, in order: positions in the pool. */
  readonly picks: Uint32Array;
  /** How long each query took. */
  readonly seconds: Float64Array;
  /** How many test rows there are: test errors are whole multiples of 1 / testCount. */
  readonly testCount: number;
  /** The other measures after 0, 1, 2, ... labels. */
  readonly measures: Readonly<Partial<Record<Measured, Float64Array>>>;
  /** How sure and how right the classifier was at some label counts, where the calibration error is measured. */
  readonly reliability?: readonly ({ readonly labels: number } & Reliability)[];
  /** What the learned kernel had learned at some label counts. */
  readonly weights?: LearnedCurve;
  /** What it had learned about the feature columns at the end. */
  readonly columns?: LearnedFeatures;
  /** What stop rules look at, where the study asks for it. */
  readonly stopping?: StopTrace;
  /** The seed of both generators. */
  readonly seed: number;
}

/** The weights of a kernel's members at some label counts; before the first of them the base kernel served. */
interface LearnedCurve {
  readonly members: readonly ViewedMember[];
  readonly labels: readonly number[];
  /** One row per label count. */
  readonly rows: readonly Float64Array[];
}

/** The label counts at which reliability is kept; the last one is as well. */
const RELIABILITY_AT: readonly number[] = [10, 20, 50, 100, 200];
/** How many labels lie between two weights that are kept. */
const WEIGHTS_EVERY = 5;

/**
 * Lets a strategy label until the budget is spent, with a test before each query and at the end.
 * @throws XpalError if the strategy returns a score that is not a number, or the signal was raised.
 * @example
 * const task = prepareTask(datasetFromTable(monks(), { name: "monks" }), 1, { budget: 3 });
 * const session = await openSession(task.pool);
 * const outcome = await runStrategy(task, { strategy: xpal(), session, testPart: new PlainTestPart(task) });
 * await session.close();
 * outcome.picks.length // 3
 */
export async function runStrategy(task: Task, options: RunOptions): Promise<Outcome> {
  checkParts("runStrategy", "task", task, "a task as prepareTask gives it", ["pool", "testTruth", "chance"]);
  checkParts("runStrategy", "options", options, "an object with a strategy, a session and a test part", [
    "strategy",
    "session",
    "testPart",
  ]);
  const { session, testPart, clock = () => 0, signal, measures = [], onLabel } = options;
  const testCount = task.testTruth.length;
  const random = task.chance.generator(task.seed);
  const tested = testPart.begin();
  const wrong = [await tested.wrongAt(0)];
  let wrongSum = wrong[0];
  const recorder = measures.includes("stopping") ? new StopRecorder(task, session) : null;
  const measured = measures
    .filter((name): name is Measure => name !== "stopping")
    .map((name) => [name, new Float64Array(task.budget + 1)] as const);
  const reliability: ({ labels: number } & Reliability)[] = [];
  const learned: { labels: number; members: readonly ViewedMember[]; weights: Float64Array }[] = [];
  const takeMeasures = async (t: number) => {
    const found = t % WEIGHTS_EVERY === 0 || t === task.budget ? await tested.weights?.() : null;
    if (found) learned.push({ labels: t, ...found });
    if (measured.length === 0) return;
    const predictions = await tested.predictionsAt(t);
    for (const [name, values] of measured) values[t] = measure(name, predictions);
    if (!measures.includes("calibrationError") || !(RELIABILITY_AT.includes(t) || t === task.budget)) return;
    reliability.push({ labels: t, ...reliabilityOf(predictions) });
  };
  await takeMeasures(0);
  const picks = new Uint32Array(task.budget);
  const seconds = new Float64Array(task.budget);
  let labels = Labels.none(task.pool);
  let waiting: number[] = [];
  for (let t = 0; t < task.budget; t++) {
    if (signal?.aborted) throw cancelled();
    const begun = clock();
    const strategy = typeof options.strategy === "function" ? options.strategy(labels, random) : options.strategy;
    if (waiting.length === 0) waiting = await nextItems(strategy, labels, task.budget - t);
    const index = waiting.shift() as number;
    seconds[t] = clock() - begun;
    picks[t] = index;
    await recorder?.observe(labels, index, strategy);
    labels = labels.add(index, task.truth[index]);
    tested.learn(index, labels);
    wrong.push(await tested.wrongAt(t + 1));
    await takeMeasures(t + 1);
    wrongSum += wrong[t + 1];
    onLabel?.(t + 1, wrongSum / (testCount * wrong.length));
  }
  if (recorder !== null) {
    const last = typeof options.strategy === "function" ? options.strategy(labels, random) : options.strategy;
    await recorder.observe(labels, null, last);
  }
  async function nextItems(strategy: Strategy, known: Labels, most: number): Promise<number[]> {
    const { size = 1, how = "top" } = options.batch ?? {};
    if (size > 1) {
      const count = Math.min(size, most);
      return chooseBatch(session, { strategy, labels: known, generator: random, count, batch: how });
    }
    const candidates = candidatesOf(task.pool, known);
    const { best } = await session.scores({ strategy, labels: known, candidates, generator: random });
    return [candidates[best[random.nextIndex(best.length)]]];
  }
  const columns = await tested.columns?.();
  const testErrors = Float64Array.from(wrong, (count) => count / testCount);
  return {
    ...{
      testErrors,
      aulc: aulc(testErrors, testCount),
      picks,
      seconds,
      testCount,
      measures: {
        ...Object.fromEntries(measured),
        ...(task.labelCosts === null ? {} : { spent: spentOn(picks, task.labelCosts) }),
      },
      seed: task.seed,
    },
    ...(recorder === null ? {} : { stopping: recorder.trace }),
    ...(reliability.length === 0 ? {} : { reliability }),
    ...(learned.length === 0 ? {} : { weights: curveOf(learned) }),
    ...(columns ? { columns } : {}),
  };
}

/** What the first 0, 1, 2, ... labels cost together. */
function spentOn(picks: Uint32Array, costs: Float64Array): Float64Array {
  const spent = new Float64Array(picks.length + 1);
  picks.forEach((item, t) => {
    spent[t + 1] = spent[t] + costs[item];
  });
  return spent;
}

function curveOf(
  learned: readonly { labels: number; members: readonly ViewedMember[]; weights: Float64Array }[],
): LearnedCurve {
  const [{ members }] = learned;
  return { members, labels: learned.map(({ labels }) => labels), rows: learned.map(({ weights }) => weights) };
}

function cancelled(): XpalError {
  return new XpalError("cancelled", { who: "runStrategy", argument: "the run", rule: "was cancelled" });
}
