// The bundled digits as a task: 60 % to learn from, 40 % to test on, standardised by the part to learn from.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Matrix, matrixFrom, meanBandwidth, rbf } from "xpal";
import type { Task } from "./learning-curve.ts";
import { split } from "./split.ts";

const TEST_SHARE = 0.4;
const POOL_SIZE = 200;

/** The task for a seed. */
export function digitsTask(seed: number): Task {
  const { features, labels } = readDigits();
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

function readDigits(): { features: number[][]; labels: number[] } {
  const path = fileURLToPath(import.meta.resolve("@xpal/data/bundled/digits.csv"));
  const rows = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").map(Number));
  return { features: rows.map((row) => row.slice(0, -1)), labels: rows.map((row) => row[row.length - 1]) };
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
