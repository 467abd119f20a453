// How a run is kept: wrong predictions as counts, since all errors are whole multiples of 1 / testCount, and times in
// microseconds with one decimal. Reading gives back the very numbers, times apart.
import type { JsonValue } from "@xpal/store";
import type { Outcome } from "../protocol/run-strategy.ts";
import type { RunRecord } from "./experiment.ts";

/** A run as it is written. */
export interface StoredRun {
  readonly dataset: string;
  readonly strategy: string;
  readonly repetition: number;
  readonly seed: number;
  readonly version: string;
  readonly testCount: number;
  readonly wrong: readonly number[];
  readonly picks: readonly number[];
  readonly microseconds: readonly number[];
  readonly measures?: Readonly<Record<string, readonly number[]>>;
}

/** The JSON of a finished run. */
export function storedRun(
  run: Pick<StoredRun, "dataset" | "strategy" | "repetition" | "version">,
  outcome: Outcome,
): JsonValue {
  const { testErrors, testCount, picks, seconds, measures, seed } = outcome;
  const measured = Object.entries(measures).map(([name, values]) => [name, Array.from(values)]);
  return {
    ...run,
    seed,
    testCount,
    wrong: Array.from(testErrors, (error) => Math.round(error * testCount)),
    picks: Array.from(picks),
    microseconds: Array.from(seconds, (value) => Math.round(value * 1e7) / 10),
    ...(measured.length === 0 ? {} : { measures: Object.fromEntries(measured) }),
  };
}

/** The record of a run that was kept. */
export function recordOf(key: string, stored: StoredRun): RunRecord {
  const { dataset, strategy, repetition, seed, testCount, wrong, picks, microseconds, measures } = stored;
  return {
    key,
    dataset,
    strategy,
    repetition,
    seed,
    errors: wrong.map((count) => count / testCount),
    aulc: wrong.reduce((sum, count) => sum + count, 0) / (testCount * wrong.length),
    picks,
    seconds: microseconds.map((value) => value / 1e6),
    ...(measures === undefined ? {} : { measures }),
  };
}
