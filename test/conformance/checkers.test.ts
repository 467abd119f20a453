import { describe, expect, test } from "vitest";
import { checkKernels } from "./check-kernels.ts";
import { checkScores, checkScoresOnSimilarity } from "./check-scores.ts";
import { checkTrajectories } from "./check-trajectories.ts";
import type { Checker, Content } from "./checker.ts";
import { Tally } from "./tally.ts";

async function tallyOf(check: Checker, content: Content): Promise<Tally> {
  const tally = new Tally();
  await check(content, tally);
  return tally;
}

// Two equal items without labels: only class 1 flips decisions, by 1/3 at both, with chance 1/2.
const pair = {
  S: [
    [1, 1],
    [1, 1],
  ],
  n_classes: 2,
  y_train: [0, 1],
  labelled: [],
  y_labelled: [],
  K_x: [
    [0, 0],
    [0, 0],
  ],
};

describe("a checker of scores", () => {
  test("agrees with a gain worked by hand", async () => {
    const cases = [{ ...pair, scores: { "xpal-1": [1 / 6, 1 / 6], lc: [0.5, 0.5], optimal: [-0.5, -0.5] } }];
    expect(await tallyOf(checkScoresOnSimilarity, { cases })).toMatchObject({ checked: 10, failed: 0 });
  });

  test("fails a wrong value, and one that an unstable position excuses it notes apart", async () => {
    const scores = { "xpal-1": [1 / 6, 1 / 5] };
    const wrong = await tallyOf(checkScoresOnSimilarity, { cases: [{ ...pair, scores }] });
    expect([wrong.failed, wrong.unstable]).toEqual([1, 0]);
    const unstable = { "xpal-1": [1] };
    const excused = await tallyOf(checkScoresOnSimilarity, { cases: [{ ...pair, scores, unstable }] });
    expect([excused.failed, excused.unstable]).toEqual([0, 1]);
  });

  test("fails a strategy it does not know and goes on", async () => {
    const cases = [{ ...pair, scores: { "magic-1": [1, 1], sm: [1, 1], qbc: null } }];
    expect(await tallyOf(checkScoresOnSimilarity, { cases })).toMatchObject({ checked: 7, failed: 1 });
  });

  test("finds the bandwidth from gamma where only that is given", async () => {
    const content = { metric: "rbf", n_classes: 2, gamma: Math.LN2, X_train: [[0], [1], [1]], y_train: [0, 1, 1] };
    // One label at 0: K = 1/2 at the two others; with frequencies (1/2, 0) nothing is uncertain.
    const cases = [{ labelled: [0], y_labelled: [0], scores: { lc: [0, 0], "xpal-1": xpalByHand() } }];
    expect(await tallyOf(checkScores, { ...content, cases })).toMatchObject({ checked: 4, failed: 0 });
  });
});

/** Label 1 at either right item flips both (w = 1 > gap 1/2): (1 - 1/2) / (5/2 + 1) each, of three; chance 1 / (5/2). */
function xpalByHand(): number[] {
  const gain = ((2 * 0.5) / 3.5 / 3) * (1 / 2.5);
  return [gain, gain];
}

describe("the checker of trajectories", () => {
  const run = {
    strategy: "lc",
    steps: [
      { chosen: 1, max: 0.5, ties: "all" },
      { chosen: 0, max: 0, ties: [0, 2] },
      { chosen: 2, stable: false, max: 77, ties: [] },
    ],
    test_error: [1, 0, 0, 0],
    test_error_range: [
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    aulc: 0.25,
  };
  const data = {
    metric: "rbf",
    n_classes: 2,
    bandwidth: 1,
    X_train: [[0], [0], [0]],
    y_train: [1, 1, 1],
    X_test: [[0]],
    y_test: [1],
  };

  test("follows the choices, skips what is not stable, and knows the range that ties leave", async () => {
    expect(await tallyOf(checkTrajectories, { ...data, runs: [run] })).toMatchObject({ checked: 13, failed: 0 });
  });

  test("finds a wrong tie, a wrong maximum, and a wrong error", async () => {
    const steps = [{ chosen: 1, max: 0.4, ties: [1] }, ...run.steps.slice(1)];
    const { failures } = await tallyOf(checkTrajectories, {
      ...data,
      runs: [{ ...run, steps, test_error_range: null }],
    });
    expect(failures).toHaveLength(2);
    const wrong = { ...run, test_error: [1, 1, 0, 0], test_error_range: null, aulc: 0.5 };
    expect((await tallyOf(checkTrajectories, { ...data, runs: [wrong] })).failed).toBe(2); // both ends of the range
  });
});

describe("the checker of kernels", () => {
  test("takes the share of differing columns of two one-hot coded features", async () => {
    const X_codes = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const want = { metric: "categorical", n_categories: [2, 2], X_codes, Y_codes: [[0, 0]], n_onehot_columns: 4 };
    const kernels = [{ ...want, hamming_XY: [[0], [0.5], [1]], mean_hamming_XX: 2 / 3 }];
    expect(await tallyOf(checkKernels, { kernels })).toMatchObject({ checked: 5, failed: 0 });
  });

  test("gives a zero row no similarity, and fails a metric it does not know", async () => {
    const kernels = [
      {
        metric: "cosine",
        X: [
          [0, 0],
          [3, 4],
        ],
        Y: [[6, 8]],
        K_XY: [[0], [1]],
        K_XX: [
          [0, 0],
          [0, 1],
        ],
      },
      { metric: "taxi", X: [[0]], Y: [[0]], K_XY: [[1]] },
    ];
    expect(await tallyOf(checkKernels, { kernels })).toMatchObject({ checked: 7, failed: 1 });
  });
});
