// What can be said about the labels of a file before anything is learned from it.

import type { Features, Kernel } from "@xpal/core";
import { type PoolData, UNLABELLED } from "@xpal/data";
import { amount } from "../terminal/amount.ts";
import { percent } from "../terminal/chart/curve.ts";

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
  /** The share of them for whose class all other labelled rows decide, each by its similarity, as the classifier does. */
  readonly decided: number;
  /** What guessing the most frequent class would reach. */
  readonly largestClass: number;
  /** The median similarity to the nearest neighbour. */
  readonly medianSimilarity: number;
}

/** If there are more rows than this, an evenly spaced part of them is checked. */
const MAX_ROWS = 1000;

/**
 * Compares each labelled row with its nearest labelled neighbour, and with all of them. Neighbours alone do not check a
 * kernel: vectors that share an offset keep their neighbours while every pair is alike (docs/decisions/0160).
 * @returns null when fewer than two rows are labelled.
 */
export function neighbourCheck({ features, kernel, labels, classes }: PoolData): NeighbourCheck | null {
  const labelled = Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  const step = Math.ceil(labelled.length / MAX_ROWS);
  const rows = labelled.filter((_, i) => i % step === 0);
  if (rows.length < 2) return null;
  const similarities: number[] = [];
  let agreeing = 0;
  let decided = 0;
  for (const row of rows) {
    const votes = new Float64Array(classes.length);
    const { neighbour, similarity } = nearestOf(kernel, features, row, rows, (other, value) => {
      votes[labels[other]] += value;
    });
    similarities.push(similarity);
    if (labels[neighbour] === labels[row]) agreeing++;
    if (votes.indexOf(Math.max(...votes)) === labels[row]) decided++;
  }
  const perClass = classes.map((_, y) => rows.filter((row) => labels[row] === y).length);
  return {
    rows: rows.length,
    agreement: agreeing / rows.length,
    decided: decided / rows.length,
    largestClass: Math.max(...perClass) / rows.length,
    medianSimilarity: similarities.sort((a, b) => a - b)[similarities.length >> 1],
  };
}

function nearestOf(
  kernel: Kernel,
  features: Features,
  row: number,
  rows: readonly number[],
  seen: (other: number, similarity: number) => void,
) {
  let neighbour = -1;
  let similarity = -1;
  for (const other of rows) {
    if (other === row) continue;
    const value = kernel.similarity(features, row, features, other);
    seen(other, value);
    if (value > similarity) {
      similarity = value;
      neighbour = other;
    }
  }
  return { neighbour, similarity };
}

/** A loss of this share of the cases, and of half of what neighbours know, is the kernel's. */
const LOST = 0.1;

/** The check in a sentence or two. */
export function neighbourWords(check: NeighbourCheck | null): string {
  if (check === null) return "Too few labels to check the kernel.";
  const { rows, agreement, decided, largestClass } = check;
  return [
    `Check: the most similar labelled row has the same class in ${percent(agreement)} of ${amount(rows, "case")}, and`,
    `all labelled rows together, each by its similarity, decide for it in ${percent(decided)}; always guessing the`,
    `largest class would reach ${percent(largestClass)}.${verdictOf(check)}`,
  ].join(" ");
}

function verdictOf({ agreement, decided, largestClass }: NeighbourCheck): string {
  if (agreement <= largestClass)
    return " The kernel tells nothing about the classes; try other columns or another kernel.";
  const lost = agreement - decided;
  if (lost < LOST || lost < (agreement - largestClass) / 2) return "";
  return " The kernel finds the neighbours but makes all rows too much alike; try another --kernel or a smaller --bandwidth.";
}
