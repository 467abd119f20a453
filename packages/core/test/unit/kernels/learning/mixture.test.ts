import { describe, expect, test } from "vitest";
import { frequencies } from "../../../../src/classifier/frequencies.ts";
import { evidence } from "../../../../src/kernels/learning/evidence.ts";
import { kernelBank } from "../../../../src/kernels/learning/kernel-bank.ts";
import { LeftOut } from "../../../../src/kernels/learning/left-out.ts";
import { mixtureKernel } from "../../../../src/kernels/learning/mixture.ts";
import { ownKernel } from "../../../../src/kernels/own-kernel.ts";
import { rbf } from "../../../../src/kernels/rbf.ts";
import { Labels } from "../../../../src/labels.ts";
import { matrixFrom } from "../../../../src/matrix.ts";
import { createPool } from "../../../../src/pool.ts";

/** With bandwidth 1/2 the distance behind the kernel is 2 d^2: 2 and 2 to the nearest neighbours, 8 for the last. */
const line = matrixFrom([[0], [1], [3]]);
const base = rbf({ bandwidth: 0.5 });
const classes = ["a", "b"];
const one = (scale: number, locality: number) => [{ scale, locality }];

describe("a mixture", () => {
  test("of one member is exp(-scale * D / (f f')^(locality / 2))", () => {
    const value = (scale: number, locality: number) =>
      mixtureKernel(kernelBank(base, line, one(scale, locality), 1), Float64Array.of(1)).similarity(line, 1, line, 2);
    expect(value(1, 0)).toBeCloseTo(Math.exp(-8), 15);
    expect(value(0.5, 0)).toBeCloseTo(Math.exp(-4), 15);
    expect(value(1, 1)).toBeCloseTo(Math.exp(-8 / 2), 15);
    expect(value(1, 0.5)).toBeCloseTo(Math.exp(-8 / Math.SQRT2), 15);
    expect(value(1, 2)).toBeCloseTo(Math.exp(-8 / 4), 15);
  });

  test("weighs its members, in its values and in its frequencies", () => {
    const bank = kernelBank(base, line, [...one(1, 0), ...one(0.5, 0)], 1);
    const mixed = mixtureKernel(bank, Float64Array.of(0.25, 0.75));
    const expected = 0.25 * Math.exp(-2) + 0.75 * Math.exp(-1);
    expect(mixed.similarity(line, 0, line, 1)).toBeCloseTo(expected, 15);
    const pool = createPool({ features: line, kernel: mixed, classes });
    expect(frequencies(pool, Labels.from(pool, [[1, "b"]])).data[1]).toBeCloseTo(expected, 15);
  });

  test("reads the distance of a kernel that knows none from its value", () => {
    const near = ownKernel("near", (a, b) => 1 / (1 + Math.abs(a[0] - b[0])));
    const squared = mixtureKernel(kernelBank(near, line, one(2, 0), 1), Float64Array.of(1));
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
});
