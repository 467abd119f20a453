import { describe, expect, test } from "vitest";
import { posterior } from "../../../src/classifier/posterior.ts";
import { rejection } from "../../rejection.ts";

describe("posterior", () => {
  test("adds the prior and normalises", () => {
    expect([...posterior([1, 0], 0.5)]).toEqual([0.75, 0.25]);
    expect([...posterior([0, 0, 0, 0], 1e-3)]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test("takes one prior per class", () => {
    expect([...posterior([1, 0], [1, 2])]).toEqual([0.5, 0.5]);
  });

  test.each([0, -1, Number.NaN, Infinity])("rejects the prior %d", (prior) => {
    expect(rejection(() => posterior([1, 0], prior))).toBe(
      `posterior: prior must be a finite number above 0, got ${prior}`,
    );
  });

  test("rejects a prior of 0 for one class, or for another number of classes", () => {
    expect(rejection(() => posterior([1, 0], [1, 0]))).toBe(
      "posterior: prior[1] must be a finite number above 0, got 0",
    );
    expect(rejection(() => posterior([1, 0], [1]))).toBe("posterior: prior must have one number per class, 2, got 1");
  });

  test("rejects frequencies and priors whose sum would leave the range of doubles", () => {
    expect(rejection(() => posterior([1e308, 1e308], 1))).toBe("posterior: k[0] must be at most 1e+75, got 1e+308");
    expect(rejection(() => posterior([1, 1], 1e308))).toBe("posterior: prior must be from 1e-75 to 1e+75, got 1e+308");
  });
});
