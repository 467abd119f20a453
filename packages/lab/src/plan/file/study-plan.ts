// A plan file becomes a plan: datasets are read, strategies checked. Whatever is wrong stops the study before it begins:
// a dataset that was asked for by name is never dropped. Of a whole folder those that cannot be split are left out, and
// that is said.
import { dirname, resolve } from "node:path";
import { checkParts, checkText, reject } from "@xpal/core/check";
import type { Dataset } from "../../replay/dataset.ts";
import type { Recorded } from "../../replay/measures.ts";
import type { TaskOptions } from "../../replay/task.ts";
import { checkClasses } from "../datasets/check-classes.ts";
import { leftOut } from "../datasets/usable-datasets.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { Plan, PlannedDataset, PlannedStrategy } from "../plan.ts";
import { checkColumns } from "./check-columns.ts";
import type { PlanFile } from "./plan-schema.ts";
import { studyCosts } from "./study-costs.ts";
import { studyDatasets } from "./study-datasets.ts";
import { studyStrategy } from "./study-strategy.ts";

/** A plan with remarks on its datasets: columns and rows that were left out, and how ambiguous cells were read. */
export interface StudyPlan {
  readonly plan: Plan;
  readonly remarks: readonly string[];
}

/** What is given beside a plan file: folders, and which part of the plan to run. */
export interface StudyWishes {
  /** The folder that `$data` stands for. */
  readonly data?: string;
  /** The names of the datasets to run; all by default. */
  readonly datasets?: readonly string[];
  /** The keys of the strategies to run, the reference among them; all by default. */
  readonly strategies?: readonly string[];
  /** Instead of the file's. */
  readonly repetitions?: number;
}

/**
 * The plan that a plan file describes, or a part of it: runs of a part are reused for the whole later.
 * @param path The path of the file; paths inside it are relative to its folder.
 * @throws XpalError if names clash, a strategy's options are wrong or need costs that a dataset lacks, a strategy
 *   cannot read a dataset's columns, a requested part does not exist, or no dataset can be used.
 * @example
 * const path = `${folder}/study.yaml`;
 * writeFileSync(path, EXAMPLE_PLAN);
 * const { plan } = await studyPlan(readPlanFile(path), path);
 * plan.title // "My first study"
 */
export async function studyPlan(file: PlanFile, path: string, wishes: StudyWishes = {}): Promise<StudyPlan> {
  checkText("studyPlan", "path", path);
  checkParts("studyPlan", "file", file, "a plan as readPlanFile gives it", ["datasets", "strategies"]);
  const folder = dirname(resolve(path));
  const entries = file.datasets.map((entry) => withDataFolder(entry, wishes.data));
  const all = file.strategies.map((entry) => studyStrategy(entry, folder));
  checkDistinct(
    "strategies",
    all.map(({ key }) => key),
    "give one of them another key",
  );
  const reference = file.reference ?? all[0].key;
  if (!all.some(({ key }) => key === reference)) {
    const keys = all.map(({ key }) => key);
    reject("study", "reference", `must be one of ${keys.join(", ")}`, reference, didYouMean(reference, keys));
  }
  const strategies = chosen("--strategies", all, ({ key }) => key, wishes.strategies);
  if (!strategies.some(({ key }) => key === reference)) {
    const wayOut = "the others are compared with it";
    reject("study", "--strategies", `must name the reference ${reference} as well`, wishes.strategies?.join(), wayOut);
  }
  const found: { readonly planned: PlannedDataset; readonly remarks: readonly string[] }[] = [];
  const left: string[] = [];
  for (const entry of entries) {
    for (const { remarks, labelCosts, pinned, ...planned } of await studyDatasets(entry, folder)) {
      try {
        checkClasses(planned.dataset);
        const { options, warnings } = taskOptions(file, entry, folder, planned.dataset);
        const all = {
          ...options,
          ...(labelCosts === undefined ? {} : { labelCosts }),
          ...(pinned === undefined ? {} : { pinned }),
        };
        found.push({ planned: { ...planned, options: all }, remarks: [...remarks, ...warnings] });
      } catch (error) {
        if (!("folder" in entry) || entry.only !== undefined) throw error;
        left.push(leftOut(error));
      }
    }
  }
  if (found.length === 0) reject("study", "datasets", `must include one that can be used; ${left[0]}`);
  const nameOf = ({ planned }: (typeof found)[number]) => planned.card.name;
  checkDistinct("datasets", found.map(nameOf), "give one of them another name");
  const some = chosen("--datasets", found, nameOf, wishes.datasets);
  const asked = (file.measures ?? []).filter((name): name is Recorded => name !== "error");
  const unasked = file.measures === undefined ? { unasked: UNASKED } : {};
  const { title = "A study with xpal", budget = 200 } = file;
  const repetitions = wishes.repetitions ?? file.repetitions ?? 20;
  const datasets = some.map(({ planned }) => (asked.includes("cost") ? planned : withCost(planned)));
  checkPerCost(strategies, datasets);
  checkColumns(strategies, datasets);
  return {
    plan: { title, reference, repetitions, budget, paper: false, measures: asked, ...unasked, datasets, strategies },
    remarks: [...left, ...some.flatMap(({ remarks }) => remarks)],
  };
}

/** Costs of one dataset are nothing to the others, whose runs are the same with and without it. */
function withCost(planned: PlannedDataset): PlannedDataset {
  return planned.options.costs === undefined ? planned : { ...planned, measures: ["cost"] };
}

/** What a report has beside the error where a plan does not say: both show what happens to rare classes. */
const UNASKED: readonly Recorded[] = ["balancedError", "macroF1"];

/** The entry with `$data`, alone or at the beginning of a path, replaced by the folder that it stands for. */
function withDataFolder(entry: PlanFile["datasets"][number], data: string | undefined): typeof entry {
  const inData = (path: string, holds = `the file ${path}`): string => {
    if (path !== "$data" && !path.startsWith("$data/")) return path;
    if (data === undefined) reject("study", "--data", `must name a folder with ${holds}, as the plan asks for one`);
    return resolve(data, `.${path.slice("$data".length)}`);
  };
  if ("folder" in entry) return { ...entry, folder: inData(entry.folder, "a datasets.json") };
  if (!("file" in entry)) return entry;
  const { file, embeddings } = entry;
  return { ...entry, file: inData(file), ...(embeddings === undefined ? {} : { embeddings: inData(embeddings) }) };
}

/** Those of some names, in the order of the plan. */
function chosen<T>(
  option: string,
  all: readonly T[],
  nameOf: (one: T) => string,
  names: readonly string[] | undefined,
): T[] {
  const known = all.map(nameOf);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    reject("study", option, `must be among ${known.join(", ")}`, unknown, didYouMean(unknown, known));
  }
  return all.filter((one) => names?.includes(nameOf(one)) ?? true);
}

function taskOptions(
  file: PlanFile,
  entry: PlanFile["datasets"][number],
  folder: string,
  dataset: Dataset,
): { options: TaskOptions; warnings: readonly string[] } {
  const { budget = file.budget ?? 200, testShare = file.testShare, bandwidth, costs } = entry;
  const found = costs === undefined ? null : studyCosts(costs, folder, dataset);
  const options = {
    budget,
    ...(testShare === undefined ? {} : { testShare }),
    ...(bandwidth === undefined ? {} : { bandwidth }),
    ...(found === null ? {} : { costs: found.costs }),
  };
  return { options, warnings: found?.warnings ?? [] };
}

/** A strategy that chooses per cost would fail on a dataset without costs, while it runs. */
function checkPerCost(strategies: readonly PlannedStrategy[], datasets: readonly PlannedDataset[]): void {
  const priced = strategies.find(({ source }) => source.kind === "library" && source.perCost);
  const free = datasets.find(({ options }) => options.labelCosts === undefined);
  if (priced === undefined || free === undefined) return;
  const rule = "must go with datasets that all have a labelCost";
  reject("study", `perCost of ${priced.key}`, rule, free.card.name, "choose others with --datasets or --strategies");
}

function checkDistinct(what: string, names: readonly string[], wayOut: string): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) reject("study", what, "must have different names", twice, wayOut);
}
