import { describe, expect, test } from "vitest";
import { chanceWords, guaranteeWords, percent, target } from "../../src/words/index.ts";
import { atMost } from "../../src/words/percent.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const state = { target: 0.1, reached: false, bound: 0.104, checks: 39, wrong: 0, toGo: 1, open: 300, isLikely: true };

describe("percent", () => {
  test('said "at most 10 %" of 10.4 %: a bound is rounded up to the digit that is shown', () => {
    expect([0.104, 0.0991, 0.0742, 0.05, 0.1, 0.07, 0].map((share) => plain(atMost(share)))).toEqual([
      "11 %",
      "10 %",
      "7.5 %",
      "5.0 %",
      "10 %",
      "7.0 %",
      "0 %",
    ]);
    expect([0.104, 0.034, 0.995].map((share) => plain(percent(share)))).toEqual(["10 %", "3.4 %", "100 %"]);
    expect([0.05, 0.125, 0.001].map((share) => plain(target(share)))).toEqual(["5 %", "12.5 %", "0.1 %"]);
  });
});

test("49 % was called probably out of reach: it is about even", () => {
  expect([0.01, 0.2, 0.3, 0.49, 0.6, 0.8, 0.99].map(chanceWords)).toEqual([
    "very unlikely",
    "unlikely",
    "rather unlikely",
    "about even",
    "rather likely",
    "likely",
    "very likely",
  ]);
});

describe("guaranteeWords", () => {
  test("says how many checks are missing and how long they take, also where it is too early", () => {
    const words = guaranteeWords({ ...state, toGo: 21, isLikely: false }, { of: "error", noun: "item", seconds: 1.5 });
    expect(plain(words.state)).toBe(
      "To guarantee 10 % error: about 21 more checks, half a minute, if all are predicted rightly.",
    );
    expect(words.advice).toContain("Probably too early");
  });

  test("says at most 11 % while a check is missing for 10 %, and 10 % once it is there", () => {
    const about = { of: "error", noun: "row" } as const;
    expect(plain(guaranteeWords(state, about).bound)).toContain("39 checks, 0 predicted wrongly: at most 11 %");
    const reached = guaranteeWords({ ...state, reached: true, bound: 0.0999, toGo: 0, checks: 40 }, about);
    expect(plain(reached.state)).toBe("You can stop: at most 10 % of the open rows are wrong (95 % confidence).");
  });

  test("rounds a mean cost up too, and says where too few items are open", () => {
    const found = { ...state, target: 0.5, bound: 0.50012, toGo: 400, open: 12 };
    const { state: missing, bound } = guaranteeWords(found, { of: "cost", noun: "item" });
    expect(bound).toContain("the open items cost at most 0.501 each");
    expect(missing).toBe(
      "A mean cost of 0.5 cannot be guaranteed here: it takes about 400 more checks, if all are predicted rightly, and 12 items are open.",
    );
  });
});
