import { describe, expect, test } from "vitest";
import { frequencies } from "../../../../src/classifier/frequencies.ts";
import { cosine } from "../../../../src/kernels/cosine.ts";
import { adaptive } from "../../../../src/kernels/learning/adaptive.ts";
import { evidence, softmax } from "../../../../src/kernels/learning/evidence.ts";
import { kernelBank } from "../../../../src/kernels/learning/kernel-bank.ts";
import { LeftOut } from "../../../../src/kernels/learning/left-out.ts";
import { mixture } from "../../../../src/kernels/learning/mixture.ts";
import { ownKernel } from "../../../../src/kernels/own-kernel.ts";
import { rbf } from "../../../../src/kernels/rbf.ts";
import { similarities } from "../../../../src/kernels/similarities.ts";
import { Labels } from "../../../../src/labels.ts";
import { Learner } from "../../../../src/learner/learner.ts";
import { matrixFrom } from "../../../../src/matrix.ts";
import { createPool } from "../../../../src/pool.ts";
import { refusal } from "../../../refusal.ts";

/** With bandwidth 1/2 the distance behind the kernel is 2 d^2: 2 and 2 to the nearest neighbours, 8 for the last. */
const line = matrixFrom([[0], [1], [3]]);
const base = rbf({ bandwidth: 0.5 });
const classes = ["a", "b"];
const one = (scale: number, locality: number) => [{ scale, locality }];

describe("a mixture", () => {
  test("of one member is exp(-scale * D / (f f')^(locality / 2))", () => {
    const value = (scale: number, locality: number) =>
      mixture(kernelBank(base, line, one(scale, locality), 1), Float64Array.of(1)).similarity(line, 1, line, 2);
    expect(value(1, 0)).toBeCloseTo(Math.exp(-8), 15);
    expect(value(0.5, 0)).toBeCloseTo(Math.exp(-4), 15);
    expect(value(1, 1)).toBeCloseTo(Math.exp(-8 / 2), 15);
    expect(value(1, 0.5)).toBeCloseTo(Math.exp(-8 / Math.SQRT2), 15);
    expect(value(1, 2)).toBeCloseTo(Math.exp(-8 / 4), 15);
  });

  test("weighs its members, in its values and in its frequencies", () => {
    const bank = kernelBank(base, line, [...one(1, 0), ...one(0.5, 0)], 1);
    const mixed = mixture(bank, Float64Array.of(0.25, 0.75));
    const expected = 0.25 * Math.exp(-2) + 0.75 * Math.exp(-1);
    expect(mixed.similarity(line, 0, line, 1)).toBeCloseTo(expected, 15);
    const pool = createPool({ features: line, kernel: mixed, classes });
    expect(frequencies(pool, Labels.from(pool, [[1, "b"]])).data[1]).toBeCloseTo(expected, 15);
  });

  test("reads the distance of a kernel that knows none from its value", () => {
    const near = ownKernel("near", (a, b) => 1 / (1 + Math.abs(a[0] - b[0])));
    const squared = mixture(kernelBank(near, line, one(2, 0), 1), Float64Array.of(1));
    expect(squared.similarity(line, 0, line, 1)).toBeCloseTo(1 / 4, 14);
  });
});

describe("the evidence", () => {
  test("is the leave-one-out likelihood with the prior of the scale", () => {
    // Each of two items sees only the other, of the other class: p = (0 + a / 2) / (K + a).
    const pool = createPool({ features: line, kernel: base, classes });
    const labels = Labels.from(pool, [
      [0, "a"],
      [1, "b"],
    ]);
    const bank = kernelBank(base, line, [...one(1, 0), ...one(4, 0)], 1);
    const leftOut = new LeftOut(bank).at(labels);
    const [at1, at4] = evidence(bank.members, labels, { shareWeight: 0.1, scaleWidth: 1 }, leftOut);
    expect(at1).toBeCloseTo(2 * Math.log(0.05 / (Math.exp(-2) + 0.1)), 13);
    expect(at4).toBeCloseTo(2 * Math.log(0.05 / (Math.exp(-8) + 0.1)) - 2, 13); // log2(4)^2 / 2 = 2
  });

  test("becomes weights that sum to 1, also where it is far below what exp can hold", () => {
    const [first, second] = softmax(Float64Array.of(-5000, -5000 - Math.log(3)));
    expect(first).toBeCloseTo(3 / 4, 12);
    expect(second).toBeCloseTo(1 / 4, 12);
  });
});

describe("the adaptive kernel", () => {
  const kernel = adaptive({ base, from: 3, neighbour: 2 });
  const features = matrixFrom([[0], [0.2], [0.4], [2], [2.2], [2.4], [1.1], [4]]);
  const pool = createPool({ features, kernel, classes });
  const labels = Labels.from(pool, [
    [0, "a"],
    [1, "a"],
    [3, "b"],
    [4, "b"],
  ]);

  test("is its base until there are enough labels", () => {
    expect(similarities(kernel, features, features)).toEqual(similarities(base, features, features));
    expect(kernel.stateAt(features, labels.remove(0).remove(1)).kernel).toBe(base);
    expect(kernel.weightsAt(features, labels.remove(0).remove(1))).toBeNull();
  });

  test("then weighs all members of its bank, or takes the best one", () => {
    const weights = kernel.weightsAt(features, labels) as Float64Array;
    expect(weights.length).toBe(15);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    const best = adaptive({ base, from: 3, neighbour: 2, choose: "best" }).weightsAt(features, labels) as Float64Array;
    expect([...best].sort()).toEqual([...new Array(14).fill(0), 1]);
    expect(best.indexOf(1)).toBe(weights.indexOf(Math.max(...weights)));
  });

  test("has no local members over the cosine kernel, which knows no density", () => {
    expect(adaptive({ base: cosine() }).members.every(({ locality }) => locality === 0)).toBe(true);
  });

  test("depends on the labels alone: taking back and reading back repeat the bits", async () => {
    const learner = await Learner.create({ features, classes, kernel });
    for (const [index, name] of [
      [0, "a"],
      [3, "b"],
      [1, "a"],
    ] as const)
      await learner.label(index, name);
    const reading = async (of: Learner) =>
      JSON.stringify([await of.suggest(3), Array.from((await of.probabilities()).data)]);
    const before = await reading(learner);
    await learner.label(4, "b");
    expect(await reading(learner)).not.toBe(before);
    await learner.unlabel(4);
    expect(await reading(learner)).toBe(before);
    expect(await reading(await Learner.fromJSON(JSON.parse(JSON.stringify(learner))))).toBe(before);
  });

  test("predicts other items with what it has learnt, not with its base", async () => {
    const learner = await Learner.create({
      features,
      classes,
      kernel,
      labels: [
        [0, "a"],
        [1, "a"],
        [3, "b"],
        [4, "b"],
      ],
    });
    const copy = { ...features, data: features.data.slice() };
    expect(await learner.probabilities(copy)).toEqual(await learner.probabilities());
    const plain = await Learner.create({
      features,
      classes,
      kernel: base,
      labels: [
        [0, "a"],
        [1, "a"],
        [3, "b"],
        [4, "b"],
      ],
    });
    expect(await plain.probabilities(copy)).not.toEqual(await learner.probabilities(copy));
  });

  test("refuses a base that is no kernel or learns itself, and options that lead out of the range of doubles", () => {
    const refused = (options: object) => refusal(() => adaptive({ base, ...options }));
    expect(refused({ base: {} })).toMatch(/^adaptive: base must be a kernel, got an object; /);
    expect(refused({ base: kernel })).toBe(
      'adaptive: base must be a kernel that does not learn itself, got "adaptive"',
    );
    expect(refused({ scales: [] })).toBe("adaptive: scales and localities must not be empty, got 0");
    expect(refused({ localities: [11] })).toBe("adaptive: localities must be a number from 0 to 10, got 11");
    expect(refused({ shareWeight: 0 })).toBe("adaptive: shareWeight must be a number from 0.000001 to 1000000, got 0");
    expect(refused({ choose: "all" })).toBe('adaptive: choose must be one of mixture, best, got "all"');
    expect(refused({ from: 1 })).toBe("adaptive: from must be an integer of at least 2, got 1");
  });
});
