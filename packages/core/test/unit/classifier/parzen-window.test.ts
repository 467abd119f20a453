import { describe, expect, test } from "vitest";
import { predictionsOf, probabilitiesOf } from "../../../src/classifier/parzen-window.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { generator } from "../../../src/random/generator.ts";
import { rejection } from "../../rejection.ts";

describe("probabilitiesOf", () => {
  test("divides frequencies by their sum; without any they are equal", () => {
    const freq = matrixFrom([
      [3, 1, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect([...probabilitiesOf(freq).data]).toEqual([0.75, 0.25, 0, 0, 0.25, 0.25, 0.25, 0.25]);
  });

  test("rejects a negative frequency with its place", () => {
    expect(rejection(() => probabilitiesOf(matrixFrom([[1, -1]])))).toBe(
      "probabilitiesOf: freq, row 0, column 1 must be a finite number, not negative, got -1",
    );
  });
});

describe("predictionsOf", () => {
  test("takes the largest probability without drawing", () => {
    const noChance = { nextIndex: () => expect.unreachable(), nextUnit: () => expect.unreachable() };
    const sure = matrixFrom([
      [0.2, 0.8],
      [0.6, 0.4],
    ]);
    expect([...predictionsOf(sure, noChance)]).toEqual([1, 0]);
  });

  test("breaks ties by the generator, among the tied classes only", () => {
    const tie = matrixFrom([[0.1, 0.45, 0.45]]);
    const bounds: number[] = [];
    const last = { nextIndex: (bound: number) => bounds.push(bound) && bound - 1, nextUnit: () => 0 };
    expect([...predictionsOf(tie, last)]).toEqual([2]);
    expect(bounds).toEqual([2]);
  });

  test("reaches every tied class", () => {
    const chance = generator(1);
    const tie = matrixFrom([[0.5, 0.5]]);
    const seen = new Set(Array.from({ length: 50 }, () => predictionsOf(tie, chance)[0]));
    expect(seen).toEqual(new Set([0, 1]));
  });

  test("rejects what is not a generator", () => {
    expect(rejection(() => predictionsOf(matrixFrom([[1]]), (() => 0) as never))).toBe(
      "predictionsOf: chance must be a generator, got a function; make one with generator(seed)",
    );
  });
});
