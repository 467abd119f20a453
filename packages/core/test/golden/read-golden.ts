// The golden files, which make-golden.py wrote, as the values that this library computes with.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { createPool, type Features, type KernelJSON, kernelFromJSON, matrixFrom, type Pool } from "../../src/index.ts";

/** The content of a golden file. */
export function readGolden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

/** Items as the script writes them: rows of numbers, or a list of rows per item where there are groups. */
export type GoldenItems = number[][] | number[][][];

/** A pool as the script writes it. */
export interface GoldenPool {
  readonly name: string;
  readonly items: GoldenItems;
  readonly kernel: KernelJSON;
  readonly classes: string[];
  readonly evaluation?: { readonly items?: GoldenItems; readonly indices?: number[]; readonly weights?: number[] };
  readonly loss?: number[][];
}

/** The features of golden items. */
export function featuresOf(items: GoldenItems): Features {
  const [first] = items[0];
  if (typeof first === "number") return matrixFrom(items as number[][]);
  const groups = (items as number[][][])[0].map((_, g) => matrixFrom((items as number[][][]).map((item) => item[g])));
  return { rows: items.length, groups };
}

/** The pool that a golden pool describes. */
export function poolOf({ items, kernel, classes, evaluation, loss }: GoldenPool): Pool {
  const { items: others, ...rest } = evaluation ?? {};
  return createPool({
    features: featuresOf(items),
    kernel: kernelFromJSON(kernel),
    classes,
    evaluation: { ...rest, ...(others === undefined ? {} : { features: featuresOf(others) }) },
    ...(loss === undefined ? {} : { lossMatrix: matrixFrom(loss) }),
  });
}

/** Holds numbers to golden ones, relative to their size where that is above 1. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const off = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    if (!(off <= tolerance)) expect.fail(`at ${i}: expected ${expected[i]}, got ${actual[i]}`);
  }
}
