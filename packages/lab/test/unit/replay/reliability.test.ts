import { describe, expect, test } from "vitest";
import type { Predictions } from "../../../src/replay/measures.ts";
import { measure } from "../../../src/replay/measures.ts";
import { reliabilityOf } from "../../../src/replay/reliability.ts";

/** Four rows: surely right, surely wrong, 0.75 right, and a tie that was drawn for the second class, wrongly. */
const four: Predictions = {
  truth: Uint32Array.of(0, 1, 0, 0),
  predicted: Uint32Array.of(0, 0, 0, 1),
  probabilities: Float64Array.of(1, 0, 1, 0, 0.75, 0.25, 0.5, 0.5),
  classCount: 2,
};

describe("reliability", () => {
  test("sorts rows by the probability of the class that was predicted; a sure one is in the last bin", () => {
    const { count, hits, confidence } = reliabilityOf(four);
    expect([...count]).toEqual([0, 0, 0, 0, 0, 1, 0, 1, 0, 2]);
    expect([...hits]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
    expect([...confidence]).toEqual([0, 0, 0, 0, 0, 0.5, 0, 0.75, 0, 2]);
  });

  test("errs by the gap of each bin: (0.5 + 0.25 + 1) / 4", () => {
    expect(measure("calibrationError", four)).toBe(1.75 / 4);
  });

  test("errs by nothing where right and sure are the same", () => {
    const sure = { ...four, truth: Uint32Array.of(0, 0), predicted: Uint32Array.of(0, 0) };
    expect(measure("calibrationError", sure)).toBe(0);
  });
});
