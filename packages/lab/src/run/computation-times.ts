// Computation time against pool size, as the paper's study of it: clusters with ten features, 2, 4 and 6 classes, 500 to
// 2,500 points; the mean time of the first queries of a run, for each strategy.

import { createPool, Labels, meanBandwidth, openSession, rbf, XpalError } from "@xpal/core";
import { clusters } from "@xpal/data";
import type { PaperStrategy } from "../paper/strategies/paper-settings.ts";
import { paperStrategy } from "../paper/strategies/paper-strategies.ts";
import type { ComputationTime } from "../records/computation-time.ts";
import { CHANCES } from "../replay/chance.ts";
import type { Dataset } from "../replay/dataset.ts";
import { scalingOf, standardise } from "../replay/standardise.ts";
import type { Task } from "../replay/task.ts";

/** What is measured, and with what clock. */
export interface ComputationTimesOptions {
  readonly strategies: readonly PaperStrategy[];
  /** Seconds since some moment. */
  readonly clock: () => number;
  /** 500, 1000, 1500, 2000 and 2500 by default. */
  readonly pointCounts?: readonly number[];
  /** 2, 4 and 6 by default. */
  readonly classCounts?: readonly number[];
  /** How many queries a mean is taken over; 50 by default. */
  readonly queries?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Mean seconds per query for every strategy, number of points and number of classes.
 * @example (await computationTimes({ strategies: ["rand"], clock: () => 0, pointCounts: [20], classCounts: [2], queries: 2 })).length // 1
 */
export async function computationTimes(options: ComputationTimesOptions): Promise<ComputationTime[]> {
  const { strategies, clock, pointCounts = [500, 1000, 1500, 2000, 2500], classCounts = [2, 4, 6] } = options;
  const { queries = 50, signal, onProgress } = options;
  const total = strategies.length * pointCounts.length * classCounts.length;
  const times: ComputationTime[] = [];
  for (const pointCount of pointCounts) {
    for (const classCount of classCounts) {
      const task = clustersTask(pointCount, classCount);
      for (const strategy of strategies) {
        const seconds = await meanSeconds(task, strategy, Math.min(queries, pointCount), clock, signal);
        times.push({ strategy, pointCount, classCount, seconds });
        onProgress?.(times.length, total);
      }
    }
  }
  return times;
}

function clustersTask(pointCount: number, classCount: number): Task {
  const { features, labels, classes } = clusters({ pointCount, classCount, featureCount: 10, seed: 1 });
  const truth = Uint32Array.from(labels);
  const dataset: Dataset = { name: "clusters", kernel: "rbf", features, classes, labels: truth };
  const kernel = rbf({ bandwidth: meanBandwidth(pointCount, features.cols) });
  const pool = createPool({ features: standardise(features, scalingOf(features)), kernel, classes });
  const none = {
    testFeatures: { rows: 0, cols: features.cols, data: new Float64Array() },
    testTruth: new Uint32Array(),
    labelCosts: null,
  };
  return { dataset, repetition: 1, seed: 1, chance: CHANCES.numpy, pool, truth, ...none, budget: pointCount };
}

async function meanSeconds(
  task: Task,
  key: PaperStrategy,
  queries: number,
  clock: () => number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const session = await openSession(task.pool, { worker: false });
  const strategyOrMaker = paperStrategy(key, task);
  const random = task.chance.generator(task.seed);
  let labels = Labels.none(task.pool);
  let seconds = 0;
  for (let t = 0; t < queries; t++) {
    if (signal?.aborted) {
      throw new XpalError("cancelled", { who: "computationTimes", argument: "the measurement", rule: "was stopped" });
    }
    const begun = clock();
    const strategy = typeof strategyOrMaker === "function" ? strategyOrMaker(labels, random) : strategyOrMaker;
    const candidates = labels.unlabelled();
    const { best } = await session.scores({ strategy, labels, candidates, generator: random });
    const index = candidates[best[random.nextIndex(best.length)]];
    seconds += clock() - begun;
    labels = labels.add(index, task.truth[index]);
  }
  await session.close();
  return seconds / queries;
}
