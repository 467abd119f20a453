import { strategyCatalogue } from "@xpal/core";
import { lineStyles } from "@xpal/data/chart";
import { describe, expect, test } from "vitest";
import { PAPER_STRATEGIES } from "../../../src/paper/strategies/paper-settings.ts";
import { studyStrategy } from "../../../src/plan/file/study-strategy.ts";
import { paperPlanned } from "../../../src/plan/paper-plan.ts";

describe("the names of strategies in plans", () => {
  test("keep the keys, titles and settings under which runs are stored", () => {
    expect(PAPER_STRATEGIES.map((key) => paperPlanned(key))).toEqual([
      stored("xpal", "xPAL", { evaluationPrior: 0.001, candidatePrior: 0.001 }),
      stored("pal", "PAL", { labelCount: 2, prior: 1 }),
      stored("us", "US", { measure: "leastConfidence" }),
      stored("alce", "ALCE", { ridge: 1 }),
      stored("qbc", "QBC", { memberCount: 25 }),
      stored("eer", "EER", { loss: "zeroOne", epsilon: 0.001 }),
      stored("rand", "RAND", {}),
      stored("xpal1", "xPAL, prior 1", { evaluationPrior: 1, candidatePrior: 1 }),
      stored("greedyAll", "GREEDY-ALL", {}),
    ]);
  });

  test("may be those of the catalogue or of the paper's tables, which run the same", () => {
    expect(paperPlanned("random").source).toEqual(paperPlanned("rand").source);
    const [rand, random] = ["rand", "random"].map((strategy) => studyStrategy({ strategy }, "."));
    expect(rand.source).toEqual(random.source);
    for (const { name } of strategyCatalogue) expect(paperPlanned(name).key).toBe(name);
  });

  test("give a strategy the same line whichever of its names is used", () => {
    const style = (key: string) => lineStyles([key], "xpal").get(key);
    expect(style("random")).toEqual(style("rand"));
    expect(style("random")).not.toEqual(style("xpal"));
  });
});

function stored(key: string, title: string, options: Record<string, unknown>) {
  return { key, title, options, source: { kind: "paper", key } };
}
