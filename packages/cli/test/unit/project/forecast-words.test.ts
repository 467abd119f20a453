import { describe, expect, test } from "vitest";
import type { Forecast } from "xpal";
import { forecastWords } from "../../../src/project/forecast-words.ts";

const found = (more: Forecast["more"], chance = 1): Forecast => {
  return { target: 0.05, level: 0.9, more, chance, now: { low: 0, median: 0, high: 0 }, curve: [] };
};

describe("a forecast in words", () => {
  test("gives the middle and the interval", () => {
    const words = forecastWords(found({ low: 90, median: 140, high: 260 }), 1000);
    expect(words).toBe("About 140 more labels to 5 % error (90 % sure: 90 to 260).");
    expect(forecastWords(found({ low: 0, median: 1, high: 2 }), 9)).toContain("About 1 more label to");
  });

  test("has no upper end where only labelling everything would be enough", () => {
    expect(forecastWords(found({ low: 90, median: 140, high: 400 }), 400)).toContain("(90 % sure: 90 or more)");
  });

  test("does not promise what is probably out of reach", () => {
    expect(forecastWords(found({ low: 200, median: 390, high: 400 }, 0.12), 400)).toBe(
      "5 % error is probably out of reach with these rows: the chance to get there before three in four of them are labelled is 12 %.",
    );
  });

  test("gave the chance of what is out of reach as 2.3e-13 %", () => {
    const words = forecastWords(found({ low: 200, median: 390, high: 400 }, 2.3e-15), 400);
    expect(words).toMatch(/are labelled is less than 0\.01 %\.$/);
  });

  test("says so where the target is reached already", () => {
    expect(forecastWords(found({ low: 0, median: 0, high: 0 }), 400)).toContain(
      "or less among the unlabelled rows already",
    );
    expect(forecastWords(found({ low: 0, median: 0, high: 30 }), 400)).toContain("after 30 more labels at most");
  });
});
