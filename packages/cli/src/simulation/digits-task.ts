// The bundled digits as a task: 60 % to learn from, 40 % to test on, standardised by the part to learn from.
import { bundled, cellText, columnOf, type Table } from "@xpal/data";
import { type Matrix, matrixFrom, meanBandwidth, rbf } from "xpal";
import type { Task } from "./learning-curve.ts";
import { split } from "./split.ts";

const TEST_SHARE = 0.4;
const POOL_SIZE = 200;

/** The task for a seed. */
export async function digitsTask(seed: number): Promise<Task> {
  const { features, labels } = await readDigits();
  const parts = split(features.length, TEST_SHARE, seed);
  const train = parts.train.slice(0, POOL_SIZE);
  const [trainMatrix, testMatrix] = standardise(pick(features, train), pick(features, parts.test));
  return {
    train: trainMatrix,
    test: testMatrix,
    kernel: rbf({ bandwidth: meanBandwidth(trainMatrix.rows, trainMatrix.cols) }),
    classes: Array.from({ length: 10 }, (_, digit) => String(digit)),
    trainLabels: pick(labels, train),
    testLabels: pick(labels, parts.test),
  };
}

async function readDigits(): Promise<{ features: number[][]; labels: number[] }> {
  const { rows, columns } = await bundled("digits");
  const pixels = columns.filter(({ name }) => name !== "class");
  const digits = columnOf({ columns } as Table, "class");
  return {
    features: Array.from({ length: rows }, (_, i) => pixels.map(({ values }) => (values as Float64Array)[i])),
    labels: Array.from({ length: rows }, (_, i) => Number(cellText(digits, i))),
  };
}

function pick<T>(values: readonly T[], indices: Uint32Array): T[] {
  return Array.from(indices, (index) => values[index]);
}

/** Mean 0 and deviation 1 in the first matrix; constant columns are only shifted. */
function standardise(first: number[][], second: number[][]): [Matrix, Matrix] {
  const columns = first[0].map((_, j) => first.map((row) => row[j]));
  const means = columns.map((column) => column.reduce((a, b) => a + b, 0) / column.length);
  const spreads = columns.map(
    (column, j) => Math.sqrt(column.reduce((a, b) => a + (b - means[j]) ** 2, 0) / column.length) || 1,
  );
  const scale = (rows: number[][]) =>
    matrixFrom(rows.map((row) => row.map((value, j) => (value - means[j]) / spreads[j])));
  return [scale(first), scale(second)];
}
