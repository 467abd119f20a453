// One repetition on one dataset, made ready for any strategy: the steps 1 to 5 of the paper's protocol. Where text and
// published code of the paper differ, this is the code, since it made the printed numbers.
import {
  cosine,
  createPool,
  type Features,
  hamming,
  type Kernel,
  type LearnedKernelOptions,
  type Matrix,
  matrixFrom,
  meanBandwidth,
  meanHammingBandwidth,
  type Pool,
  pickItems,
  product,
  rbf,
} from "@xpal/core";
import { checkInteger, checkParts } from "@xpal/core/check";
import { learnedModel } from "@xpal/data";
import type { SeededSplit } from "../paper/numpy/train-test-split.ts";
import { CHANCES, type Chance, type ChanceName, TEST_SHARE } from "./chance.ts";
import { type Dataset, type DatasetGroup, groupsOf } from "./dataset.ts";
import { scalingOf, standardise } from "./standardise.ts";

/** The labels an experiment may ask for at most, unless the training part is smaller. */
const USUAL_BUDGET = 200;

/** What all strategies of a repetition share. */
export interface Task {
  readonly dataset: Dataset;
  /** 1, 2, 3, ... */
  readonly repetition: number;
  /** The seed left over by the split; it seeds the classifier's and the strategy's generator. */
  readonly seed: number;
  /** What draws come from. */
  readonly chance: Chance;
  /** The training part. */
  readonly pool: Pool;
  /** The true class index of every item of the pool. */
  readonly truth: Uint32Array;
  readonly testFeatures: Features;
  readonly testTruth: Uint32Array;
  /** How many labels are asked for. */
  readonly budget: number;
  /** What the label of each item of the pool costs; null where all cost the same. */
  readonly labelCosts: Float64Array | null;
  /** Feature columns that the learned kernel may only make count more. */
  readonly pinned?: readonly number[];
}

/** Where a study departs from the paper. */
export interface TaskOptions {
  /** The most labels to ask for, by default 200; never more than the training part has. */
  readonly budget?: number;
  /** The share of the test part, by default 0.4. */
  readonly testShare?: number;
  /** The kernel's bandwidth instead of the mean bandwidth rule; the cosine kernel has none. */
  readonly bandwidth?: number;
  /** Whether every open item is compared over all items of a large pool, too. */
  readonly exact?: boolean;
  /** Where splits and draws come from; by default NumPy's stream, as in the paper. */
  readonly chance?: ChanceName;
  /** The seed of the first repetition, by default 1; each further one has the next. */
  readonly firstSeed?: number;
  /** What errors cost: the true class in rows, the called class in columns, in the order of the dataset's classes. */
  readonly costs?: readonly (readonly number[])[];
  /** What the label of each row costs. */
  readonly labelCosts?: readonly number[];
  /** For each row the first row that equals it: such rows are in the same part of each split. */
  readonly repeats?: ArrayLike<number>;
  /** Feature columns, groups side by side, that kernels that learn may only make count more. */
  readonly pinned?: readonly number[];
}

/**
 * Splits, standardises and chooses kernel and budget.
 * @param repetition The number of the repetition, from 1.
 * @throws XpalError if an option is out of range or a class has too few members to be in both parts.
 * @example
 * const task = prepareTask(datasetFromTable(monks(), { name: "monks" }), 1, { budget: 3 });
 * [task.pool.size, task.testTruth.length] // [259, 173]
 */
export function prepareTask(dataset: Dataset, repetition: number, options: TaskOptions = {}): Task {
  checkParts("prepareTask", "dataset", dataset, "a dataset", ["features", "labels", "classes"]);
  checkParts("prepareTask", "options", options, "an object", []);
  const { budget = USUAL_BUDGET, testShare = TEST_SHARE, bandwidth, firstSeed = 1, labelCosts } = options;
  const chance = CHANCES[options.chance ?? "numpy"];
  checkInteger("prepareTask", "repetition", repetition, 0);
  checkInteger("prepareTask", "budget", budget, 1);
  checkInteger("prepareTask", "firstSeed", firstSeed, 0);
  const split = chance.split(dataset.labels, firstSeed + repetition - 1, testShare);
  const { train, test, seed } = options.repeats === undefined ? split : keptTogether(split, options.repeats);
  const groups = groupsOf(dataset).map((group) => prepared(group, train, test, bandwidth));
  return {
    dataset,
    repetition,
    seed,
    chance,
    pool: createPool({
      features: together(groups.map((group) => group.train)),
      kernel: groups.length === 1 ? groups[0].kernel : product(groups.map(({ kernel }) => kernel)),
      classes: dataset.classes,
      lossMatrix: options.costs && matrixFrom(options.costs),
      seed,
      exact: options.exact,
    }),
    truth: train.map((i) => dataset.labels[i]),
    testFeatures: together(groups.map((group) => group.test)),
    testTruth: test.map((i) => dataset.labels[i]),
    budget: Math.min(budget, train.length),
    labelCosts: labelCosts === undefined ? null : Float64Array.from(train, (i) => labelCosts[i]),
    ...(options.pinned === undefined ? {} : { pinned: options.pinned }),
  };
}

/** The same split with each row on the side of the first row that equals it: a copy among the test rows would be known already. */
function keptTogether(split: SeededSplit, repeats: ArrayLike<number>): SeededSplit {
  const all = [...split.train, ...split.test];
  const sizes = new Map<number, number>();
  for (const row of all) sizes.set(repeats[row], (sizes.get(repeats[row]) ?? 0) + 1);
  const isTest = new Set(Array.from(split.test).filter((row) => repeats[row] === row));
  let trained = all.filter((row) => !isTest.has(repeats[row])).length;
  for (const row of isTest) {
    if (trained >= split.train.length) break; // as many labels can be asked for as in any other split
    isTest.delete(row);
    trained += sizes.get(row) ?? 0;
  }
  const isTested = (row: number) => isTest.has(repeats[row]);
  return {
    ...split,
    train: Uint32Array.from(all.filter((row) => !isTested(row))),
    test: Uint32Array.from(all.filter(isTested)),
  };
}

/** The learned kernel, and how it learns where that is not left to the dataset. */
export type LearnedKernelChoice = { readonly name: "learned" } & Omit<LearnedKernelOptions, "base">;

/**
 * The same task for a model that learns; the task's own kernel is what it starts from.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learnedTask(task: Task, { name: _, ...options }: LearnedKernelChoice = { name: "learned" }): Task {
  const { pool, dataset, pinned = [] } = task;
  const learned = learnedModel(pool.kernel, { pinned, ...dataset.learning, ...options });
  return { ...task, pool: Object.freeze({ ...pool, ...learned }) };
}

interface PreparedGroup {
  readonly train: Features;
  readonly test: Features;
  readonly kernel: Kernel;
}

/** RBF features are scaled by the training part; categories and texts are left as they are. */
function prepared(
  group: DatasetGroup,
  train: Uint32Array,
  test: Uint32Array,
  bandwidth: number | undefined,
): PreparedGroup {
  const parts = [pickItems(group.features, train), pickItems(group.features, test)] as const;
  if (group.kernel === "cosine") {
    return { train: parts[0], test: parts[1], kernel: cosine({ negative: group.negative ?? "reject" }) };
  }
  const [own, tested] = parts as readonly [Matrix, Matrix];
  if (group.kernel === "hamming") {
    return { train: own, test: tested, kernel: hamming({ bandwidth: bandwidth ?? meanHammingBandwidth(own) }) };
  }
  const scaling = scalingOf(own, group.unscaled);
  // The bandwidth counts the whole training part: the cap at 200 of the paper's text is not in its code.
  return {
    train: standardise(own, scaling),
    test: standardise(tested, scaling),
    kernel: rbf({ bandwidth: bandwidth ?? meanBandwidth(own.rows, own.cols) }),
  };
}

function together(groups: readonly Features[]): Features {
  return groups.length === 1 ? groups[0] : { rows: groups[0].rows, groups };
}
