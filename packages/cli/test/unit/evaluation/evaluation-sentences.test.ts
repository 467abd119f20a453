import { labelsToKeep } from "@xpal/lab";
import { describe, expect, test } from "vitest";
import { evaluationSentences } from "../../../src/evaluation/evaluation-sentences.ts";
import { overlapWords, testColumns, testsOf } from "../../../src/evaluation/tested.ts";

const outcome = (name: string, errors: number[], more: object = {}) => ({
  key: name,
  curve: { key: name, name, mark: name[0], errors },
  aulcs: Array.from({ length: 20 }, () => 0.1),
  aulc: { mean: errors[0], lower: 0, upper: 1 },
  pValue: null,
  firstNeeds: null,
  spent: null,
  balancedError: 0,
  macroF1: 1,
  splits: [],
  ...more,
});

describe("evaluationSentences", () => {
  const own = outcome("xPAL", [0.5, 0.2, 0.1]);
  test("say how many labels were needed and that it was more than chance", () => {
    const rival = outcome("random", [0.6, 0.4, 0.2], { pValue: 0.0002, firstNeeds: 1 });
    expect(evaluationSentences([own, rival])).toEqual([
      "xPAL reaches random's error at 2 labels (20.0 %) with 1 label. Over 20 repetitions xPAL is better by more than chance (p < 0.001).",
    ]);
  });
  test("say it when the rival is better", () => {
    const rival = outcome("random", [0.4, 0.1, 0.05], {
      pValue: 0.01,
      firstNeeds: null,
      balancedError: 0,
      macroF1: 1,
    });
    expect(evaluationSentences([own, rival])).toEqual([
      "xPAL does not reach random's error at 2 labels (5.00 %): it ends at 10.0 %. Over 20 repetitions random is better by more than chance (p = 0.010).",
    ]);
  });
  test("praised a strategy that touched the rival's last error once and ended far above it", () => {
    const loser = outcome("xPAL", [0.7, 0.46, 0.635]);
    const rival = outcome("random", [0.6, 0.5, 0.46], { pValue: 0.25, aulcs: [1, 2, 3], firstNeeds: null });
    expect(evaluationSentences([loser, rival])[0]).toMatch(
      /^xPAL touches random's error at 2 labels \(46\.0 %\) with 1 label, but does not keep it: it ends at 63\.5 %\. 3 rep/,
    );
    expect(labelsToKeep([0.7, 0.46, 0.635], 0.46)).toBeNull();
    expect(labelsToKeep([0.4, 0.5, 0.46, 0.3], 0.46)).toBe(2);
    expect(labelsToKeep([0.4, 0.4], 0.46)).toBe(0);
    expect(labelsToKeep([0.7, 0.1 + 0.2], 0.3)).toBe(1); // the same but for rounding
  });
  test("say it when nothing can be said", () => {
    const chance = outcome("a", [1, 1, 1], { pValue: 0.3, firstNeeds: 0 });
    const equal = outcome("b", [1, 1, 1], { pValue: null, firstNeeds: 0 });
    const [first, second] = evaluationSentences([own, chance, equal]);
    expect(first).toContain("the difference may be chance (p = 0.300)");
    expect(second).toContain("the two do not differ at all");
  });
  // The smallest two-sided p-value of n pairs is 2 / 2^n: 1/16 of 5 and 1/32 of 6; Holm multiplies it by the comparisons.
  test("name no p-value that could not have been small, and from how many repetitions on it can", () => {
    const few = { pValue: 0.0625, firstNeeds: 0, aulcs: [1, 2, 3, 4, 5] };
    const [said] = evaluationSentences([own, outcome("a", [1, 1, 1], few)]);
    expect(said).toMatch(/5 repetitions are too few to tell the two apart by a test; 6 or more can\.$/);
    expect(testColumns(testsOf([own, outcome("a", [1, 1, 1], few)]))).toEqual([]);
  });
  test("correct for several comparisons, beside the plain p-value", () => {
    const of = (pValue: number, repetitions: number) => ({
      pValue,
      firstNeeds: 0,
      aulcs: new Array(repetitions).fill(1),
    });
    const rivals = [outcome("a", [1, 1, 1], of(0.02, 20)), outcome("b", [1, 1, 1], of(0.03, 20))];
    const [a, b] = evaluationSentences([own, ...rivals]);
    expect(a).toMatch(/is better by more than chance \(p = 0\.020, after Holm's correction p = 0\.040\)\.$/);
    expect(b).toMatch(/\(p = 0\.030, after Holm's correction p = 0\.040\)\.$/);
    expect(testColumns(testsOf([own, ...rivals]))).toEqual([
      { head: "p", cells: ["", "0.020", "0.030"] },
      { head: "p (Holm)", cells: ["", "0.040", "0.040"] },
    ]);
    expect(overlapWords(testsOf([own, ...rivals]))).toHaveLength(1);
    const six = [outcome("a", [1, 1, 1], of(0.03125, 6)), outcome("b", [1, 1, 1], of(0.03125, 6))];
    const [said] = evaluationSentences([own, ...six]);
    expect(said).toMatch(/may be chance \(p = 0\.031\): Holm's correction over 2 comparisons needs at least 7\.$/);
  });
});
