import type { Forecast } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { forecastWords } from "../../../src/project/forecast-words.ts";

const found = (more: Forecast["more"], chance = 1): Forecast => {
  return { target: 0.05, level: 0.9, more, chance, now: { low: 0, median: 0, high: 0 }, curve: [] };
};

describe("a forecast in words", () => {
  test("called the range of an estimate 90 % sure: it is rough", () => {
    const words = forecastWords(found({ low: 90, median: 140, high: 260 }), 1000);
    expect(words).toBe("About 140 more labels to an estimated error of 5 % (rough: 90 to 260).");
    expect(forecastWords(found({ low: 0, median: 1, high: 2 }), 9)).toContain("About 1 more label to");
    expect(forecastWords(found({ low: 0, median: 0, high: 0 }), 9)).not.toContain("sure");
  });

  test("has no upper end where only labelling everything would be enough", () => {
    expect(forecastWords(found({ low: 90, median: 140, high: 400 }), 400)).toContain("(rough: 90 or more)");
  });

  test("called a chance of 49 % probably out of reach: it is about even", () => {
    const words = (chance: number) => forecastWords(found({ low: 200, median: 390, high: 400 }, chance), 400);
    expect(words(0.49)).toContain("labelled: about even (estimated chance 49 %)");
    expect(words(0.12)).toContain("labelled: unlikely (estimated chance 12 %)");
  });

  test("gave the chance of what is out of reach as 2.3e-13 %", () => {
    const words = forecastWords(found({ low: 200, median: 390, high: 400 }, 2.3e-15), 400);
    expect(words).toMatch(/very unlikely \(estimated chance less than 0\.01 %\)\.$/);
  });

  test("says so where the estimate is at the target already", () => {
    expect(forecastWords(found({ low: 0, median: 0, high: 0 }), 400)).toContain("5 % or less already (rough)");
    expect(forecastWords(found({ low: 0, median: 0, high: 30 }), 400)).toContain("it may take 30 more labels");
  });
});
