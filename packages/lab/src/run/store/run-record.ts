// The record of a run, which is what a store keeps of it: plain data, times in tenths of a microsecond, sums of probabilities
// and weights rounded to the digits that refits agree on. What is read is checked, since a store may be anybody's.
import { z } from "zod";
import type { ColumnsRecord, RunRecord, StopRecord } from "../../records/experiment.ts";
import type { Outcome } from "../../replay/run-strategy.ts";
import { parseStored } from "./parse-stored.ts";

/** The record of a finished run. */
export function runRecord(
  run: Pick<RunRecord, "key" | "dataset" | "strategy" | "repetition" | "version">,
  outcome: Outcome,
): RunRecord {
  const { testErrors, aulc, picks, seconds, measures, reliability, weights, columns, seed } = outcome;
  const measured = Object.entries(measures).map(([name, values]) => [name, Array.from(values)]);
  return withoutUndefined({
    ...run,
    seed,
    errors: Array.from(testErrors),
    aulc,
    picks: Array.from(picks),
    seconds: Array.from(seconds, (value) => Math.round(value * 1e7) / 1e7),
    measures: measured.length === 0 ? undefined : Object.fromEntries(measured),
    reliability: reliability?.map(binsOf),
    weights: weights && weightsOf(weights),
    columns: columns && columnsOf(columns),
    stopping: outcome.stopping && roundedLists(outcome.stopping),
  });
}

const numbers = z.array(z.number());
const stopping: z.ZodType<StopRecord> = z.object({
  open: numbers,
  openWrong: numbers,
  expected: numbers,
  uncertainty: numbers,
  entropy: numbers,
  kappa: numbers,
  gain: numbers,
  ahead: numbers,
  leftOutWrong: numbers,
  foretoldWrong: numbers,
  costs: numbers.optional(),
  blindCost: numbers.optional(),
  openAtCost: numbers.optional(),
});
const schema: z.ZodType<RunRecord> = z.object({
  key: z.string(),
  dataset: z.string(),
  strategy: z.string(),
  repetition: z.int().min(1),
  seed: z.int(),
  version: z.string().optional(),
  errors: numbers.min(1),
  aulc: z.number(),
  picks: numbers,
  seconds: numbers,
  measures: z.record(z.string(), numbers).optional(),
  reliability: z.array(z.object({ labels: z.int(), count: numbers, hits: numbers, confidence: numbers })).optional(),
  weights: z
    .object({
      members: z.array(z.object({ scale: z.number(), locality: z.number(), view: z.int().optional() })),
      labels: numbers,
      thousandths: z.array(numbers),
    })
    .optional(),
  columns: z.object({ fittedOn: z.int(), share: z.number(), weights: numbers, variances: numbers }).optional(),
  stopping: stopping.optional(),
});

/**
 * The record that a store has under a key.
 * @throws XpalError if it is none.
 */
export function readRecord(key: string, stored: unknown): RunRecord {
  return parseStored(`the run ${key}`, schema, stored);
}

function binsOf({ labels, count, hits, confidence }: NonNullable<Outcome["reliability"]>[number]) {
  const sums = Array.from(confidence, (sum) => Math.round(sum * 1e4) / 1e4);
  return { labels, count: Array.from(count), hits: Array.from(hits), confidence: sums };
}

/** Six digits are more than a stop rule can tell apart. */
function roundedLists(trace: StopRecord): StopRecord {
  const lists = Object.entries(trace).map(([name, values]) => [name, values.map((one) => Number(one.toPrecision(6)))]);
  return stopping.parse(Object.fromEntries(lists));
}

/** Four digits tell more than refits agree on. */
function columnsOf({ fittedOn, share, weights, variances }: NonNullable<Outcome["columns"]>): ColumnsRecord {
  const rounded = (values: Float64Array) => Array.from(values, (value) => Number(value.toPrecision(4)));
  return { fittedOn, share: Math.round(share * 1000), weights: rounded(weights), variances: rounded(variances) };
}

function weightsOf({ members, labels, rows }: NonNullable<Outcome["weights"]>) {
  const thousandths = rows.map((row) => Array.from(row, (weight) => Math.round(weight * 1000)));
  return { members: members.map((member) => ({ ...member })), labels: [...labels], thousandths };
}

/** A store takes no undefined. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
