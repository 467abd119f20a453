// One repetition on one dataset, made ready for any strategy: the steps 1 to 5 of the paper's protocol. Where text and
// published code of the paper differ, this is the code, since it made the printed numbers.
import {
  cosine,
  createPool,
  hamming,
  type Kernel,
  type Matrix,
  meanBandwidth,
  meanHammingBandwidth,
  type Pool,
  rbf,
} from "xpal";
import { splitWithAllClasses } from "../paper/numpy/train-test-split.ts";
import { checkInteger } from "../refuse.ts";
import type { Dataset } from "./dataset.ts";
import { scalingOf, standardise } from "./standardise.ts";

/** The labels an experiment may ask for at most, unless the training part is smaller. */
const USUAL_BUDGET = 200;

/** What all strategies of a repetition share. */
export interface Task {
  readonly dataset: Dataset;
  /** 1, 2, 3, ...: the seed of the first split. */
  readonly repetition: number;
  /** The seed left over by the split; it seeds the classifier's and the strategy's generator. */
  readonly seed: number;
  /** The training part. */
  readonly pool: Pool;
  /** The true class index of every item of the pool. */
  readonly truth: Uint32Array;
  readonly testFeatures: Matrix;
  readonly testTruth: Uint32Array;
  /** How many labels are asked for. */
  readonly budget: number;
}

/** Where a study departs from the paper. */
export interface TaskOptions {
  /** The most labels to ask for, by default 200; never more than the training part has. */
  readonly budget?: number;
  /** The share of the test part, by default 0.4. */
  readonly testShare?: number;
  /** The kernel's bandwidth instead of the mean bandwidth rule; the cosine kernel has none. */
  readonly bandwidth?: number;
}

/**
 * Splits, standardises and chooses kernel and budget.
 * @param repetition The number of the repetition, from 1.
 * @throws XpalError if an option is out of range or a class has too few members to be in both parts.
 */
export function prepareTask(dataset: Dataset, repetition: number, options: TaskOptions = {}): Task {
  const { budget = USUAL_BUDGET, testShare, bandwidth } = options;
  checkInteger("prepareTask", "repetition", repetition, 0);
  checkInteger("prepareTask", "budget", budget, 1);
  const { train, test, seed } = splitWithAllClasses(dataset.labels, repetition, testShare);
  const [trainPart, testPart] = prepared(dataset, train, test);
  return {
    dataset,
    repetition,
    seed,
    pool: createPool({
      features: trainPart,
      kernel: kernelOf(dataset, trainPart, bandwidth),
      classes: dataset.classes,
    }),
    truth: train.map((i) => dataset.labels[i]),
    testFeatures: testPart,
    testTruth: test.map((i) => dataset.labels[i]),
    budget: Math.min(budget, train.length),
  };
}

/** RBF features are scaled by the training part; categories and texts are left as they are. */
function prepared({ features, kernel }: Dataset, train: Uint32Array, test: Uint32Array): [Matrix, Matrix] {
  const parts: [Matrix, Matrix] = [pickRows(features, train), pickRows(features, test)];
  if (kernel !== "rbf") return parts;
  const scaling = scalingOf(parts[0]);
  return [standardise(parts[0], scaling), standardise(parts[1], scaling)];
}

/** The bandwidth counts the whole training part: the cap at 200 of the paper's text is not in its code. */
function kernelOf({ kernel }: Dataset, train: Matrix, bandwidth: number | undefined): Kernel {
  if (kernel === "cosine") return cosine();
  if (kernel === "hamming") return hamming({ bandwidth: bandwidth ?? meanHammingBandwidth(train) });
  return rbf({ bandwidth: bandwidth ?? meanBandwidth(train.rows, train.cols) });
}

function pickRows({ cols, data }: Matrix, rows: Uint32Array): Matrix {
  const picked = new Float64Array(rows.length * cols);
  rows.forEach((from, to) => {
    picked.set(data.subarray(from * cols, (from + 1) * cols), to * cols);
  });
  return { rows: rows.length, cols, data: picked };
}
