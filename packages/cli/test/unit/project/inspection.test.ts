import { cosine, type Kernel, matrixFrom, rbf } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { neighbourCheck, neighbourWords } from "../../../src/project/inspection.ts";

/** Two classes of ten vectors each, far from 0: the offset is all that their cosines see. */
const rows = Array.from({ length: 20 }, (_, i) => [100 + (i % 2) * 2 + 0.01 * i, 100]);
const check = (kernel: Kernel) =>
  neighbourCheck({
    ...{ features: matrixFrom(rows), kernel, classes: ["a", "b"], notices: [] },
    labels: Int32Array.from(rows, (_, i) => i % 2),
  });

describe("the check of a kernel", () => {
  test("does not trust neighbours alone: vectors with a common offset have them, and no pair is unlike under cosine", () => {
    const found = check(cosine());
    // Without itself a row sees nine of its own class and ten of the other, all with a cosine of almost 1.
    expect(found).toMatchObject({ rows: 20, agreement: 1, decided: 0, largestClass: 0.5 });
    expect(neighbourWords(found)).toMatch(
      /in 100\.0 % of 20 cases, .* decide for it in 0\.0 %; .* too much alike; try/,
    );
  });

  test("is content where all rows together decide as neighbours do", () => {
    const found = check(rbf({ bandwidth: 0.5 }));
    expect(found).toMatchObject({ agreement: 1, decided: 1 });
    expect(neighbourWords(found)).toMatch(/would reach 50\.0 %\.$/);
  });

  test("says that a kernel tells nothing, and that there is nothing to check", () => {
    expect(neighbourWords({ rows: 9, agreement: 0.5, decided: 0.5, largestClass: 0.6, medianSimilarity: 1 })).toMatch(
      /The kernel tells nothing about the classes/,
    );
    expect(neighbourWords(null)).toBe("Too few labels to check the kernel.");
  });
});
