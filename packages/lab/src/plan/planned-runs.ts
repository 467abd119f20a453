// The runs of a plan, each under a key that names its content: a changed value of the data, option or
// protocol gives other keys, and with more repetitions the former ones are already done.

import { createHash } from "node:crypto";
import { checkParts } from "@xpal/core/check";
import { type Dataset, groupsOf } from "../replay/dataset.ts";
import { bytesOf, groupHeader, groupNumbers, learningHeader } from "../replay/dataset-numbers.ts";
import type { Plan, PlannedDataset, StrategySource } from "./plan.ts";

/** Grows when the same plan would give other numbers: a changed draw, order of operations or measure. */
const PROTOCOL_VERSION = 1;

/** One run to be. */
export interface PlannedRun {
  readonly key: string;
  /** Its position in the plan's list. */
  readonly dataset: number;
  /** Its position in the plan's list. */
  readonly strategy: number;
  /** 1, 2, ... */
  readonly repetition: number;
}

/**
 * All runs, ordered by repetition, so that an unfinished experiment has results for every dataset.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * plannedRuns(plan).length // 2
 */
export function plannedRuns(plan: Plan): PlannedRun[] {
  checkParts("plannedRuns", "plan", plan, "a plan", ["datasets", "strategies", "repetitions"]);
  const contents = contentKeys(plan);
  const runs: PlannedRun[] = [];
  for (let repetition = 1; repetition <= plan.repetitions; repetition++) {
    plan.datasets.forEach(({ card }, dataset) => {
      plan.strategies.forEach((strategy, s) => {
        const key = runKey(contents[dataset][s], card.name, strategy.key, repetition);
        runs.push({ key, dataset, strategy: s, repetition });
      });
    });
  }
  return runs;
}

/** The key of a run: the hash of data and options, dataset, strategy and repetition. */
export function runKey(content: string, dataset: string, strategy: string, repetition: number): string {
  return `run/${content}/${dataset}/${strategy}/${repetition}`;
}

/** Per dataset and strategy the hash of all that decides their runs. */
export function contentKeys(plan: Plan): string[][] {
  return plan.datasets.map((planned) => {
    const data = datasetHash(planned.dataset);
    const measures = measuresOn(planned, plan);
    return plan.strategies.map(({ source }) => contentKey(data, planned.options, measures, source));
  });
}

/** What is measured on a dataset of a plan. */
export function measuresOn(
  { measures: own = [] }: Pick<PlannedDataset, "measures">,
  { measures }: Pick<Plan, "measures">,
): Plan["measures"] {
  return [...measures, ...own];
}

/** A plan's own key: what it compares, on what, how often. */
export function planKey(plan: Plan): string {
  return namedKey({ ...plan, datasets: plan.datasets.map(({ card }) => card), contents: contentKeys(plan) });
}

/** The key of a plan of which only the names and the hashes of the contents are known. */
export function namedKey(plan: NamedPlan): string {
  const { title, reference, repetitions, paper, datasets, strategies, contents } = plan;
  const names = [datasets.map(({ name }) => name), strategies.map(({ key, title }) => [key, title])];
  return hashOf([title, reference, repetitions, paper, names, contents]);
}

/** What a plan's key is made of. */
interface NamedPlan extends Pick<Plan, "title" | "reference" | "repetitions" | "paper"> {
  readonly datasets: readonly { readonly name: string }[];
  readonly strategies: readonly { readonly key: string; readonly title: string }[];
  readonly contents: readonly (readonly string[])[];
}

/**
 * The hash of all that decides the runs of one strategy on one dataset.
 * @param data The hash of the dataset.
 */
export function contentKey(
  data: string,
  options: PlannedDataset["options"],
  measures: Plan["measures"],
  source: StrategySource,
): string {
  const { path: _, ...content } = source.kind === "module" ? source : { ...source, path: "" };
  return hashOf([PROTOCOL_VERSION, data, options, measures, content, ...corrections(options, measures, source)]);
}

/** What was measured wrongly once, in few plans: their runs are done again, and all others keep their keys. */
function corrections(
  { costs }: PlannedDataset["options"],
  measures: Plan["measures"],
  source: StrategySource,
): string[] {
  const isBalanced = source.kind === "library" && source.measure === "balanced";
  const errors = costs?.flatMap((row, y) => row.filter((_, called) => called !== y)) ?? [1];
  const isFree = costs?.every((row, y) => row[y] === 0) ?? true;
  const areEqual = isFree && errors[0] !== 1 && errors.every((cost) => cost === errors[0]);
  return [
    ...(areEqual ? ["mean costs in their own unit"] : []),
    ...(isBalanced && measures.includes("stopping") ? ["stop traces by balanced decisions"] : []),
  ];
}

/** The hash of a dataset's values and of how a model learns on them; its name is not part of it. */
export function datasetHash(dataset: Dataset): string {
  const hash = createHash("sha256");
  const { kernel, features, classes, labels, others } = dataset;
  hash.update(JSON.stringify([kernel, features.rows, features.cols, classes]));
  for (const group of groupsOf(dataset)) {
    const header = groupHeader(group);
    // A dataset of one plain group has the hash it always had: stores hold runs under it.
    if (others !== undefined || Object.keys(header).length > 3) hash.update(JSON.stringify(header));
    for (const numbers of groupNumbers(group)) hash.update(bytesOf(numbers));
  }
  hash.update(bytesOf(labels));
  const learning = learningHeader(dataset);
  // Without one a dataset has the hash it always had, for the same reason.
  if (Object.keys(learning).length > 0) hash.update(sortedJson(learning));
  return hash.digest("hex");
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(sortedJson(value)).digest("hex").slice(0, 20);
}

/** Objects are written with their keys in order, so that the order in a plan file or a blob does not count. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    member !== null && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
