// How a run is kept: wrong predictions as counts, since all errors are whole multiples of 1 / testCount, and times in
// microseconds with one decimal. Reading gives back the very numbers, apart from times, sums of probabilities and weights.
import type { JsonValue } from "@xpal/store";
import type {
  ColumnsRecord,
  ReliabilityRecord,
  RunRecord,
  StopRecord,
  WeightsRecord,
} from "../../records/experiment.ts";
import { aulc } from "../../replay/aulc.ts";
import type { Outcome } from "../../replay/run-strategy.ts";

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
  readonly reliability?: readonly ReliabilityRecord[];
  readonly weights?: WeightsRecord;
  readonly columns?: ColumnsRecord;
  readonly stopping?: StopRecord;
}

/** The JSON of a finished run. */
export function storedRun(
  run: Pick<StoredRun, "dataset" | "strategy" | "repetition" | "version">,
  outcome: Outcome,
): JsonValue {
  const { testErrors, testCount, picks, seconds, measures, reliability, weights, columns, stopping, seed } = outcome;
  const measured = Object.entries(measures).map(([name, values]) => [name, Array.from(values)]);
  return {
    ...run,
    seed,
    testCount,
    wrong: Array.from(testErrors, (error) => Math.round(error * testCount)),
    picks: Array.from(picks),
    microseconds: Array.from(seconds, (value) => Math.round(value * 1e7) / 10),
    ...(measured.length === 0 ? {} : { measures: Object.fromEntries(measured) }),
    ...(reliability === undefined ? {} : { reliability: reliability.map(binsOf) }),
    ...(weights === undefined ? {} : { weights: weightsOf(weights) }),
    ...(columns === undefined ? {} : { columns: columnsOf(columns) }),
    ...(stopping === undefined ? {} : { stopping: roundedLists(stopping) }),
  };
}

/** The record of a run that was kept. */
export function recordOf(key: string, stored: StoredRun): RunRecord {
  const { dataset, strategy, repetition, seed, testCount, wrong, picks, microseconds, measures, reliability, weights } =
    stored;
  const { stopping, columns, version } = stored;
  const errors = wrong.map((count) => count / testCount);
  return {
    key,
    dataset,
    strategy,
    repetition,
    seed,
    ...(version === undefined ? {} : { version }),
    errors,
    aulc: aulc(errors, testCount),
    picks,
    seconds: microseconds.map((value) => value / 1e6),
    ...(measures === undefined ? {} : { measures }),
    ...(reliability === undefined ? {} : { reliability }),
    ...(weights === undefined ? {} : { weights }),
    ...(columns === undefined ? {} : { columns }),
    ...(stopping === undefined ? {} : { stopping }),
  };
}

function binsOf({ labels, count, hits, confidence }: NonNullable<Outcome["reliability"]>[number]): JsonValue {
  const sums = Array.from(confidence, (sum) => Math.round(sum * 1e4) / 1e4);
  return { labels, count: Array.from(count), hits: Array.from(hits), confidence: sums };
}

/** Six digits are more than a stop rule can tell apart. */
function roundedLists(stopping: StopRecord): JsonValue {
  const lists = Object.entries(stopping).map(([name, values]) => [
    name,
    values.map((one) => Number(one.toPrecision(6))),
  ]);
  return Object.fromEntries(lists);
}

/** Four digits tell more than refits agree on. */
function columnsOf({ fittedOn, share, weights, variances }: NonNullable<Outcome["columns"]>): JsonValue {
  const rounded = (values: Float64Array) => Array.from(values, (value) => Number(value.toPrecision(4)));
  return {
    fittedOn,
    share: Math.round(share * 1000),
    weights: rounded(weights),
    variances: rounded(variances),
  };
}

function weightsOf({ members, labels, rows }: NonNullable<Outcome["weights"]>): JsonValue {
  return {
    members: members.map((member) => ({ ...member })),
    labels: [...labels],
    thousandths: rows.map((row) => Array.from(row, (weight) => Math.round(weight * 1000))),
  };
}
