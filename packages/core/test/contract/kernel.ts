// What every kernel promises, run on each of them. A kernel of one's own can be held to it in the same way.
import { describe, expect, test } from "vitest";
import { createPool, frequencies, kernelFromJSON, Labels, query, similarities } from "../../src/index.ts";
import type { KernelCase } from "../made-up-pools.ts";

/** What differs between kernels. */
export interface KernelPromise extends KernelCase {
  /** K(x, x), where it is the same for all items. */
  readonly self?: number;
  /** Whether the file form is enough to read the kernel back. */
  readonly writable: boolean;
  /** Pairs of items that are equally far apart, so that their similarities must be the same bits. */
  readonly equal: readonly (readonly [readonly [number, number], readonly [number, number]])[];
}

/** Holds a kernel to the promises of the interface. */
export function kernelContract({ name, kernel, features, self, writable, equal }: KernelPromise): void {
  describe(`the kernel ${name}`, () => {
    const values = similarities(kernel, features, features);
    const at = (i: number, j: number) => values.data[i * values.cols + j];

    test("is symmetric to the bit", () => {
      for (let i = 0; i < values.rows; i++) for (let j = 0; j < i; j++) expect(at(i, j)).toBe(at(j, i));
    });

    test("lies in [0, 1] up to rounding", () => {
      for (const value of values.data) expect(value >= 0 && value <= 1 + 4 * Number.EPSILON).toBe(true);
    });

    if (self !== undefined) {
      test("has its value at distance 0 for every item with itself", () => {
        for (let i = 0; i < values.rows; i++) expect(at(i, i)).toBeCloseTo(self, 14);
      });
    }

    test("gives equal distances equal bits", () => {
      expect(equal.length).toBeGreaterThan(0);
      for (const [[a, b], [c, d]] of equal) expect(at(a, b)).toBe(at(c, d));
    });

    test("gives the same bits twice", () => {
      expect(similarities(kernel, features, features)).toEqual(values);
    });

    if (writable) {
      test("reads back from JSON with the same bits", () => {
        const again = kernelFromJSON(JSON.parse(JSON.stringify(kernel)));
        expect(again.toJSON()).toEqual(kernel.toJSON());
        expect(similarities(again, features, features)).toEqual(values);
      });
    }

    test("serves a pool: frequencies are its values, and every item can be scored", async () => {
      const pool = createPool({ features, kernel, classes: ["a", "b"] });
      const freq = frequencies(pool, Labels.from(pool, [[2, "b"]]));
      for (let i = 0; i < pool.size; i++) expect([freq.data[2 * i], freq.data[2 * i + 1]]).toEqual([0, at(i, 2)]);
      const { scores } = await query({ pool });
      expect(scores.every(Number.isFinite)).toBe(true);
    });
  });
}
