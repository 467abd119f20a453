import { describe, expect, test } from "vitest";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { xpal } from "../../../src/strategies/xpal.ts";
import { laterRejection, rejection } from "../../rejection.ts";

const pool = createPool({
  features: matrixFrom([
    [1, 0.5],
    [0.5, 1],
  ]),
  kernel: "precomputed",
  classes: ["a", "b"],
});

describe("xpal", () => {
  test("scores an unlabelled pair by hand: 2/15", async () => {
    const { scores } = await query({ pool, strategy: xpal({ evaluationPrior: 1, candidatePrior: 1 }) });
    scores.forEach((score) => {
      expect(score).toBeCloseTo(2 / 15, 15);
    });
  });

  test("adds the candidate's own risk when asked to: 1/2 over two items", async () => {
    const { scores } = await query({ pool, strategy: xpal({ evaluationPrior: 1, candidatePrior: 1, ownRisk: 1 }) });
    scores.forEach((score) => {
      expect(score).toBeCloseTo(2 / 15 + 1 / 4, 15);
    });
  });

  test("rejects priors that are not above 0 or of another number of classes, and a negative own risk", async () => {
    expect(rejection(() => xpal({ evaluationPrior: [1, -1] }))).toBe(
      "xpal: evaluationPrior[1] must be a finite number, not negative, got -1",
    );
    expect(rejection(() => xpal({ candidatePrior: Number.NaN }))).toBe(
      "xpal: candidatePrior must be a finite number above 0, got NaN",
    );
    expect(rejection(() => xpal({ ownRisk: -1 }))).toBe("xpal: ownRisk must be a finite number, not negative, got -1");
    expect(await laterRejection(() => query({ pool, strategy: xpal({ candidatePrior: [1, 2, 3] }) }))).toBe(
      "xpal: candidatePrior must have one number per class, 2, got 3",
    );
    expect(rejection(() => xpal({ alpha: 1 } as never))).toMatch(/^xpal: options.alpha is unknown; known are /);
  });
});
