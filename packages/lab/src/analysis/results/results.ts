// The outcomes of an experiment, sorted into cells of one strategy on one dataset. An experiment may be unfinished, so
// a cell may hold fewer repetitions than planned or be missing; comparisons use the repetitions that all sides share.

import { checkFiniteNumbers, reject } from "@xpal/core/check";
import { meanOf } from "../../mean-of.ts";
import type { DatasetCard, Experiment, RunRecord, StrategyCard } from "../../records/experiment.ts";
import { type MeanCurve, meanCurve } from "../statistics/mean-curve.ts";
import { honestTitle } from "./knows-labels.ts";

/** One strategy on one dataset. */
export interface Cell {
  /** In the order of their repetitions. */
  readonly records: readonly RunRecord[];
  readonly mean: number;
  /** Population standard deviation of the area under the learning curve. */
  readonly std: number;
  readonly curve: MeanCurve;
  /** Mean seconds per query. */
  readonly seconds: number;
}

/** What tables and figures are made of. */
export interface Results {
  readonly experiment: Experiment;
  /** Those with at least one run, in the experiment's order. */
  readonly datasets: readonly DatasetCard[];
  /** Those with at least one run: the reference first, then in the experiment's order. */
  readonly strategies: readonly StrategyCard[];
  readonly reference: StrategyCard;
  cell(dataset: string, strategy: string): Cell | null;
  /** The areas of several strategies on the repetitions they share, or null where they share none. */
  paired(dataset: string, strategies: readonly string[]): number[][] | null;
}

/**
 * Sorts the runs of an experiment.
 * @throws XpalError if there is no run of the reference, a run names an unknown dataset or strategy, occurs twice, or has an invalid curve.
 */
export function resultsOf(experiment: Experiment): Results {
  const known = { dataset: namesOf(experiment.datasets, "name"), strategy: namesOf(experiment.strategies, "key") };
  const runs = new Map<string, RunRecord[]>();
  for (const [i, record] of experiment.records.entries()) {
    checkRecord(record, i, known);
    const at = place(record.dataset, record.strategy);
    const cell = runs.get(at) ?? [];
    if (cell.some(({ repetition }) => repetition === record.repetition)) {
      reject("writeReport", `records[${i}]`, "must not repeat a run", `${at}, repetition ${record.repetition}`);
    }
    runs.set(at, [...cell, record]);
  }
  const cells = new Map([...runs].map(([at, records]) => [at, cellOf(records)]));
  const ran = new Set(experiment.records.flatMap(({ dataset, strategy }) => [`d ${dataset}`, `s ${strategy}`]));
  const strategies = experiment.strategies
    .filter(({ key }) => ran.has(`s ${key}`))
    .map((card) => ({ ...card, title: honestTitle(card) }));
  const reference = strategies.find(({ key }) => key === experiment.reference);
  if (reference === undefined) {
    reject("writeReport", "records", `must have a run of the reference ${experiment.reference}`, "none");
  }
  const cell = (dataset: string, strategy: string) => cells.get(place(dataset, strategy)) ?? null;
  return {
    experiment,
    datasets: experiment.datasets.filter(({ name }) => ran.has(`d ${name}`)),
    strategies: [reference, ...strategies.filter((strategy) => strategy !== reference)],
    reference,
    cell,
    paired: (dataset, keys) => pairedAreas(keys.map((key) => cell(dataset, key))),
  };
}

function namesOf<Card>(cards: readonly Card[], member: keyof Card): Set<unknown> {
  return new Set(cards.map((card) => card[member]));
}

function checkRecord(record: RunRecord, i: number, known: Record<"dataset" | "strategy", Set<unknown>>): void {
  for (const member of ["dataset", "strategy"] as const) {
    if (known[member].has(record[member])) continue;
    reject("writeReport", `records[${i}].${member}`, `must be a ${member} of the experiment`, record[member]);
  }
  checkFiniteNumbers("writeReport", `records[${i}].errors`, record.errors);
  checkFiniteNumbers("writeReport", `records[${i}].aulc`, [record.aulc]);
}

function place(dataset: string, strategy: string): string {
  return JSON.stringify([dataset, strategy]);
}

function cellOf(runs: readonly RunRecord[]): Cell {
  const records = [...runs].sort((a, b) => a.repetition - b.repetition);
  const areas = records.map(({ aulc }) => aulc);
  const mean = meanOf(areas);
  const length = Math.min(...records.map(({ errors }) => errors.length));
  const seconds = records.flatMap((record) => record.seconds);
  return {
    records,
    mean,
    std: Math.sqrt(meanOf(areas.map((area) => (area - mean) ** 2))),
    curve: meanCurve(
      records.map(({ errors }) => errors.slice(0, length)),
      { range: [0, 1] },
    ),
    seconds: seconds.length === 0 ? Number.NaN : meanOf(seconds),
  };
}

function pairedAreas(cells: readonly (Cell | null)[]): number[][] | null {
  const areas = cells.map((cell) => new Map(cell?.records.map(({ repetition, aulc }) => [repetition, aulc])));
  const shared = [...(areas[0]?.keys() ?? [])].filter((repetition) => areas.every((area) => area.has(repetition)));
  if (shared.length === 0) return null;
  return areas.map((area) => shared.map((repetition) => area.get(repetition) as number));
}
