import { describe, expect, test } from "vitest";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import { learnedKernel } from "../../../src/kernels/learning/learned-kernel.ts";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { precomputed } from "../../../src/kernels/precomputed.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { similarities } from "../../../src/kernels/similarities.ts";
import { Labels } from "../../../src/labels.ts";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { generator } from "../../../src/random/generator.ts";
import { alce } from "../../../src/strategies/alce.ts";
import { disagreement, drawCommittee, qbc } from "../../../src/strategies/qbc.ts";
import type { Strategy } from "../../../src/strategies/strategy.ts";
import { laterRejection, rejection } from "../../rejection.ts";

describe("the learned kernel", () => {
  /** The second column alone tells the classes apart; the first is noise. */
  const features = matrixFrom(Array.from({ length: 24 }, (_, i) => [((i * 7) % 11) / 3, i % 2 === 0 ? 0 : 2, i / 24]));
  const base = rbf({ bandwidth: 0.5 });
  const taught = Array.from({ length: 10 }, (_, i) => [i, i % 2 === 0 ? "even" : "odd"] as const);
  const ask = async (kernel: Kernel, strategy: Strategy, engine: "wasm" | "definition") => {
    const pool = createPool({ features, kernel, classes: ["even", "odd"] });
    return query({ pool, labels: Labels.from(pool, taught), strategy, engine });
  };

  test.each([
    ["all of it", learnedKernel({ base, from: 4 })],
    ["scales only", learnedKernel({ base, from: 4, metrics: [] })],
  ])(
    "once made members compare the wrong columns (%s): they use the kernel as it is before learning",
    async (_, kernel) => {
      for (const strategy of [qbc({ memberCount: 5 }), alce({ ridge: 1 })]) {
        const expected = await ask(base, strategy, "definition");
        for (const engine of ["wasm", "definition"] as const) {
          const found = await ask(kernel, strategy, engine);
          expect(found.indices).toEqual(expected.indices);
          found.scores.forEach((score, i) => {
            if (!Number.isNaN(expected.scores[i])) expect(score).toBeCloseTo(expected.scores[i], 9);
          });
        }
      }
    },
  );

  test("that learns from a precomputed kernel is rejected as the precomputed kernel is", async () => {
    const square = similarities(base, features, features);
    const pool = createPool({
      features: square,
      kernel: learnedKernel({ base: precomputed() }),
      classes: ["even", "odd"],
    });
    const labels = Labels.from(pool, taught);
    for (const engine of ["wasm", "definition"] as const) {
      expect(await laterRejection(() => query({ pool, labels, strategy: qbc(), engine }))).toMatch(
        /^qbc: kernel must be computed from features/,
      );
    }
  });
});

describe("disagreement", () => {
  test("of two members that are sure of different classes is 2 ln 2", () => {
    expect(disagreement([matrixFrom([[1, 0]]), matrixFrom([[0, 1]])])[0]).toBeCloseTo(2 * Math.LN2, 15);
  });

  test("sums KL(member || mean) over the members, row by row", () => {
    const members = [
      matrixFrom([
        [0.5, 0.5],
        [0.75, 0.25],
      ]),
      matrixFrom([
        [0.5, 0.5],
        [0.25, 0.75],
      ]),
    ];
    const [agreed, split] = disagreement(members);
    expect(agreed).toBe(0);
    expect(split).toBeCloseTo(2 * (0.75 * Math.log(1.5) + 0.25 * Math.log(0.5)), 15);
  });

  test("rejects no member, different shapes, and rows that are no probabilities", () => {
    expect(rejection(() => disagreement([]))).toBe(
      "disagreement: members must be a list of matrices, got an Array of length 0",
    );
    expect(rejection(() => disagreement([matrixFrom([[1, 0]]), matrixFrom([[1]])]))).toBe(
      'disagreement: members[1] must be 1 x 2 as the first, got "1 x 1"',
    );
    expect(rejection(() => disagreement([matrixFrom([[Number.NaN]])]))).toBe(
      "disagreement: members[0], row 0, column 0 must be a finite number, not negative, got NaN",
    );
  });
});

describe("qbc", () => {
  /** One column says 0 is near 2, the other that 1 is. */
  const pool = createPool({
    features: matrixFrom([
      [1, 0],
      [0, 1],
      [1, 1],
    ]),
    kernel: ownKernel("dot", (a, b) => a.reduce((sum, value, d) => sum + value * b[d], 0)),
    classes: ["a", "b"],
  });
  const labels = Labels.from(pool, [
    [0, "a"],
    [1, "b"],
  ]);

  test("asks given members, each on its own columns and samples", async () => {
    const members = [
      { samples: [0, 1], columns: [0] }, // sees only that 2 is like 0: class a
      { samples: [0, 1], columns: [1] }, // sees only that 2 is like 1: class b
    ];
    const { scores } = await query({ pool, labels, strategy: qbc({ members }) });
    expect(scores[2]).toBeCloseTo(2 * Math.LN2, 15);
  });

  test("counts a sample as often as it was drawn", async () => {
    const member = { samples: [0, 0, 0, 1], columns: [0, 1] }; // 3/4 against 1/4
    const other = { samples: [0, 1, 1, 1], columns: [0, 1] };
    const { scores } = await query({ pool, labels, strategy: qbc({ members: [member, other] }) });
    expect(scores[2]).toBeCloseTo(2 * (0.75 * Math.log(1.5) + 0.25 * Math.log(0.5)), 15);
  });

  test("scores 0 while fewer than two classes have labels", async () => {
    const { scores } = await query({ pool, labels: Labels.from(pool, [[0, "a"]]), strategy: qbc() });
    expect([...scores.slice(1)]).toEqual([0, 0]);
  });

  test("draws members with half to all but one of the columns, without repetition, and bootstraps of the labels", () => {
    const wide = createPool({
      features: matrixFrom([
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
      ]),
      classes: ["a", "b"],
    });
    const known = Labels.from(wide, [
      [0, "a"],
      [1, "b"],
    ]);
    const sizes = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const committee = drawCommittee({ pool: wide, labels: known }, 4, generator(seed));
      for (const { samples, columns } of committee) {
        expect(Array.from(samples).every((item) => item === 0 || item === 1)).toBe(true);
        expect(samples.length).toBe(2);
        expect(new Set(Array.from(columns)).size).toBe(columns.length);
        expect(columns.length).toBe(committee[0].columns.length);
        sizes.add(columns.length);
      }
    }
    expect(sizes).toEqual(new Set([3, 4]));
  });

  test("rejects members that name unlabelled items or missing columns, and similarities without features", async () => {
    const of = (samples: number[], columns: number[]) =>
      laterRejection(() => query({ pool, labels, strategy: qbc({ members: [{ samples, columns }] }) }));
    expect(await of([2], [0])).toBe("qbc: members[0].samples[0] must be a labelled item, got 2");
    expect(await of([0], [2])).toBe("qbc: members[0].columns[0] must be an integer from 0 to 1, got 2");
    expect(rejection(() => qbc({ members: [null] as never }))).toBe(
      "qbc: members[0].samples must be an array of numbers, got undefined",
    );
    const known = createPool({
      features: matrixFrom([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      kernel: "precomputed",
      classes: ["a", "b"],
    });
    const both = Labels.from(known, [
      [0, "a"],
      [1, "b"],
    ]);
    expect(await laterRejection(() => query({ pool: known, labels: both, strategy: qbc() }))).toBe(
      'qbc: kernel must be computed from features, got "precomputed"',
    );
  });
});
