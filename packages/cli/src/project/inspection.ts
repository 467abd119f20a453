// What can be said about the labels of a file before anything is learnt from it.
import { type PoolData, UNLABELLED } from "@xpal/data";
import type { Features, Kernel } from "xpal";

/** How many rows each class has, in the order of the classes, and how many rows have no label. */
export function classCounts({ labels, classes }: Pick<PoolData, "labels" | "classes">): {
  counts: { class: string; rows: number }[];
  unlabelled: number;
} {
  const rows = classes.map(() => 0);
  let unlabelled = 0;
  for (const label of labels) {
    if (label === UNLABELLED) unlabelled++;
    else rows[label]++;
  }
  return { counts: classes.map((name, y) => ({ class: name, rows: rows[y] })), unlabelled };
}

/** Whether the kernel finds rows of the same class alike. */
export interface NeighbourCheck {
  /** How many labelled rows were looked at. */
  readonly rows: number;
  /** The share of them whose nearest labelled neighbour has their class. */
  readonly agreement: number;
  /** What guessing the most frequent class would reach. */
  readonly largestClass: number;
  /** The median similarity to the nearest neighbour. */
  readonly medianSimilarity: number;
}

/** If there are more rows than this, an evenly spaced part of them is checked. */
const MOST_ROWS = 1000;

/** Compares each labelled row with its nearest labelled neighbour; null when fewer than two rows are labelled. */
export function neighbourCheck({ features, kernel, labels, classes }: PoolData): NeighbourCheck | null {
  const labelled = Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  const step = Math.ceil(labelled.length / MOST_ROWS);
  const rows = labelled.filter((_, i) => i % step === 0);
  if (rows.length < 2) return null;
  const similarities: number[] = [];
  let agreeing = 0;
  for (const row of rows) {
    const { neighbour, similarity } = nearestOf(kernel, features, row, rows);
    similarities.push(similarity);
    if (labels[neighbour] === labels[row]) agreeing++;
  }
  const perClass = classes.map((_, y) => rows.filter((row) => labels[row] === y).length);
  return {
    rows: rows.length,
    agreement: agreeing / rows.length,
    largestClass: Math.max(...perClass) / rows.length,
    medianSimilarity: similarities.sort((a, b) => a - b)[similarities.length >> 1],
  };
}

function nearestOf(kernel: Kernel, features: Features, row: number, rows: readonly number[]) {
  let neighbour = -1;
  let similarity = -1;
  for (const other of rows) {
    if (other === row) continue;
    const value = kernel.similarity(features, row, features, other);
    if (value > similarity) {
      similarity = value;
      neighbour = other;
    }
  }
  return { neighbour, similarity };
}
