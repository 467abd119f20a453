import { describe, expect, test } from "vitest";
import { rbf } from "../../../src/kernels/rbf.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

const points = matrixFrom([
  [0, 0],
  [1, 0],
  [1, 1],
]);

describe("rbf", () => {
  test("with bandwidth 1/2 is exp(-2 d^2)", () => {
    const { similarity } = rbf({ bandwidth: 0.5 });
    expect(similarity(points, 0, points, 1)).toBeCloseTo(0.1353352832366127, 15); // e^-2
    expect(similarity(points, 0, points, 2)).toBeCloseTo(0.01831563888873418, 15); // e^-4
  });

  test("of an item with itself is exactly 1", () => {
    expect(rbf({ bandwidth: 0.01 }).similarity(points, 2, points, 2)).toBe(1);
  });

  test("of items that are too far apart for doubles is 0, not NaN", () => {
    const far = matrixFrom([[-1e308], [1e308]]);
    expect(rbf({ bandwidth: 1 }).similarity(far, 0, far, 1)).toBe(0);
  });

  test.each([0, -1, Number.NaN, Infinity, "1", undefined])("rejects the bandwidth %s", (bandwidth) => {
    const message = rejection(() => rbf({ bandwidth: bandwidth as number }));
    expect(message).toMatch(/^rbf: bandwidth must be a finite number above 0, got /);
  });

  test("rejects a bandwidth whose coefficient leaves the range of doubles", () => {
    expect(rejection(() => rbf({ bandwidth: 1e-200 }))).toBe(
      "rbf: 1 / (2 * bandwidth^2) must be a finite number above 0, got Infinity",
    );
  });

  test("rejects an unknown option", () => {
    expect(rejection(() => rbf({ bandwith: 1 } as never))).toBe(
      'rbf: options.bandwith is unknown; did you mean "bandwidth"?',
    );
  });
});
