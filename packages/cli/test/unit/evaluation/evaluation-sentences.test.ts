import { describe, expect, test } from "vitest";
import { evaluationSentences } from "../../../src/evaluation/evaluation-sentences.ts";

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
  test("say it when nothing can be said", () => {
    const chance = outcome("a", [1, 1, 1], { pValue: 0.3, firstNeeds: 0 });
    const equal = outcome("b", [1, 1, 1], { pValue: null, firstNeeds: 0 });
    const few = outcome("c", [1, 1, 1], { pValue: 0.25, firstNeeds: 0, aulcs: [1, 2, 3] });
    const [first, second, third] = evaluationSentences([own, chance, equal, few]);
    expect(first).toContain("the difference may be chance (p = 0.300)");
    expect(second).toContain("the two do not differ at all");
    expect(third).toContain("3 repetitions are too few to tell the two apart");
  });
});
