import { describe, expect, test } from "vitest";
import { comparisonsOf } from "../../../../src/analysis/results/comparisons.ts";
import { labelsNeeded } from "../../../../src/analysis/results/labels-needed.ts";
import { measured } from "../../../../src/analysis/results/measures.ts";
import { priorStudy } from "../../../../src/analysis/results/prior-study.ts";
import {
  priorVariants,
  rankedStrategies,
  shownStrategies,
} from "../../../../src/analysis/results/ranked-strategies.ts";
import { rankingsByKernel } from "../../../../src/analysis/results/ranking.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import type { MeanCurve } from "../../../../src/analysis/statistics/mean-curve.ts";
import { smallExperiment } from "./small-experiment.ts";

/** xPAL, random sampling and a strategy with options of its own. */
function withOptions(key: string, options: Record<string, unknown>) {
  const experiment = smallExperiment({ strategies: ["xpal", "rand", key] });
  const strategies = experiment.strategies.map((card) => (card.key === key ? { ...card, options } : card));
  return { ...experiment, strategies };
}

describe("the results of an experiment", () => {
  test("give mean, population deviation and time of a cell as worked by hand", () => {
    const experiment = smallExperiment({ strategies: ["xpal"], repetitions: 2 });
    const records = experiment.records.map((record) => ({ ...record, aulc: record.repetition === 1 ? 0.25 : 0.5 }));
    const cell = resultsOf({ ...experiment, records }).cell("iris", "xpal");
    expect(cell?.mean).toBe(0.375);
    expect(cell?.std).toBe(0.125);
    expect(cell?.seconds).toBe(0.25);
  });
  test("had bands of an error below 0 and above 1 where repetitions are few", () => {
    const experiment = smallExperiment({ strategies: ["xpal"], repetitions: 2, labels: 1 });
    const records = experiment.records.map((record) => {
      const own = record.repetition === 1 ? 0 : 1;
      return { ...record, errors: [own, 0.5], measures: { macroF1: [own, 0.5], logLoss: [own, 0.5] } };
    });
    const cell = resultsOf({ ...experiment, records }).cell("iris", "xpal") ?? null;
    const bandAt0 = (curve: MeanCurve | undefined) => [curve?.lower[0], curve?.upper[0].toFixed(2)];
    expect(bandAt0(cell?.curve)).toEqual([0, "1.00"]);
    expect(bandAt0(measured(cell, "macroF1")?.curve)).toEqual([0, "1.00"]);
    expect(bandAt0(measured(cell, "logLoss")?.curve)).toEqual([0, "6.85"]); // .5 and 12.7062 times .5
  });
  test("put the reference first, whatever its place in the plan", () => {
    const { strategies } = resultsOf({ ...smallExperiment(), reference: "rand" });
    expect(strategies.map(({ key }) => key)).toEqual(["rand", "xpal", "us", "xpal1", "greedyAll"]);
  });
  test("pair strategies on the repetitions they share, in any order of arrival", () => {
    const experiment = smallExperiment();
    const missing = (r: { strategy: string; repetition: number }) => r.strategy === "us" && r.repetition === 2;
    const records = experiment.records.filter((record) => !missing(record)).reverse();
    const areas = resultsOf({ ...experiment, records }).paired("iris", ["xpal", "us"]);
    const own = experiment.records.filter(({ dataset, strategy }) => dataset === "iris" && strategy === "xpal");
    expect(areas?.[0]).toEqual(own.filter(({ repetition }) => repetition !== 2).map(({ aulc }) => aulc));
    expect(areas?.[1]).toHaveLength(5);
  });
  test("have no cell, and nothing to pair, for a strategy that has not run on a dataset", () => {
    const experiment = smallExperiment();
    const records = experiment.records.filter(({ dataset, strategy }) => !(dataset === "wine" && strategy === "us"));
    const results = resultsOf({ ...experiment, records });
    expect(results.cell("wine", "us")).toBeNull();
    expect(results.paired("wine", ["xpal", "us"])).toBeNull();
    expect(rankingsByKernel(results)[0].strategies.map(({ key }) => key)).toEqual(["xpal", "rand"]);
  });
  test("reject runs that name something unknown, occur twice, or lack the reference", () => {
    const experiment = smallExperiment({ strategies: ["xpal", "us"] });
    const [first] = experiment.records;
    const withRecords = (records: typeof experiment.records) => () => resultsOf({ ...experiment, records });
    expect(withRecords([{ ...first, dataset: "nowhere" }])).toThrow(/records\[0\]\.dataset must be a dataset/);
    expect(withRecords([{ ...first, strategy: "luck" }])).toThrow(/records\[0\]\.strategy must be a strategy/);
    expect(withRecords([first, first])).toThrow(/must not repeat a run/);
    expect(withRecords([{ ...first, strategy: "us" }])).toThrow(/must have a run of the reference xpal/);
    expect(withRecords([{ ...first, errors: [Number.NaN] }])).toThrow(/errors\[0\] must be a finite number/);
  });
});

describe("which strategies are ranked", () => {
  test("not the baseline that knows all labels, and no other prior of xPAL", () => {
    const results = resultsOf(smallExperiment({ strategies: ["xpal", "us", "xpal1", "greedyAll", "xpal-10"] }));
    expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "us"]);
    expect(shownStrategies(results).map(({ key }) => key)).toEqual(["xpal", "us", "xpal1", "greedyAll"]);
    expect(priorVariants(results).map(({ prior }) => prior)).toEqual([0.001, 1, 10]);
  });
  test("not the baseline under a name of its own either, and its title says what it knows", () => {
    const experiment = smallExperiment({ strategies: ["xpal", "us", "bound", "greedyAll"] });
    const strategies = experiment.strategies.map((card) =>
      card.key === "bound" ? { ...card, knowsLabels: true } : card,
    );
    const results = resultsOf({ ...experiment, strategies });
    expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "us"]);
    expect(shownStrategies(results).map(({ title }) => title)).toEqual([
      "XPAL",
      "US",
      "BOUND (knows the labels)",
      "GREEDYALL (knows the labels)",
    ]);
  });
  test("left out strategies that differ from xPAL in more than the prior, by their key alone", () => {
    const priors = { evaluationPrior: 0.1, candidatePrior: 0.1 };
    const more = [{ batch: { size: 5, how: "top" } }, { measure: "balanced" }, { perCost: true }, { ownRisk: 1 }];
    for (const options of more) {
      const results = resultsOf(withOptions("xpal-lists", { ...priors, ...options }));
      expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "rand", "xpal-lists"]);
      expect(priorVariants(results)).toEqual([]);
    }
  });
  test("took another prior at evaluation points only for one at candidates as well", () => {
    const results = resultsOf(withOptions("xpal-points", { evaluationPrior: 0.1 }));
    expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "rand", "xpal-points"]);
  });
  test("let a strategy with the reference's prior take its place in the study of priors", () => {
    const experiment = smallExperiment({ strategies: ["xpal", "rand", "xpal-0.001", "xpal-10"] });
    const results = resultsOf(experiment);
    expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "rand", "xpal-0.001"]);
    expect(priorVariants(results).map(({ strategy }) => strategy.key)).toEqual(["xpal", "xpal-10"]);
    expect(priorStudy(results)?.priors).toEqual([0.001, 10]);
  });
  test("the priors themselves where nothing else took part", () => {
    const results = resultsOf(smallExperiment({ strategies: ["xpal", "xpal1", "xpal-10"] }));
    expect(rankedStrategies(results).map(({ key }) => key)).toEqual(["xpal", "xpal1", "xpal-10"]);
  });
});

describe("mean ranks", () => {
  test("by kernel, with the significance of the reference and each strategy's losses against it", () => {
    // xPAL is always lower than US, and US than RAND; of 12 pairs without ties p = 2^-12 < .001.
    const rankings = rankingsByKernel(resultsOf(smallExperiment({ repetitions: 12 })));
    expect(rankings.map(({ kernel }) => kernel)).toEqual(["rbf", "hamming"]);
    expect(rankings[0].meanRanks).toEqual([1, 2, 3]);
    expect(rankings[0].significance).toEqual([
      [0, 0],
      [3, 3],
      [3, 3],
    ]);
    expect(rankings[0].winsTiesLosses?.[1]).toEqual({ wins: 0, ties: 0, losses: 2 });
    expect(rankings[1].criticalDifference).toBeNull();
  });
});

describe("comparisons with the reference", () => {
  const results = resultsOf(smallExperiment());
  const comparisons = comparisonsOf(results);
  test("have a difference above zero where the reference is better", () => {
    const find = (key: string) => comparisons.find((one) => one.dataset.name === "iris" && one.strategy.key === key);
    expect(find("us")?.difference.estimate).toBeGreaterThan(0);
    expect(find("greedyAll")?.difference.estimate).toBeLessThan(0);
  });
  test("are corrected over the ranked ones only: six tests of the smallest two-sided p of six pairs, 1/32", () => {
    const ranked = comparisons.filter(({ strategy }) => ["us", "rand"].includes(strategy.key));
    expect(ranked).toHaveLength(6);
    for (const { pHolm } of ranked) expect(pHolm).toBeCloseTo(6 / 32, 12);
    for (const { strategy, pHolm } of comparisons) if (!["us", "rand"].includes(strategy.key)) expect(pHolm).toBeNull();
  });
  test("have no p-value where all areas are equal", () => {
    const experiment = smallExperiment({ strategies: ["xpal", "us"] });
    const records = experiment.records.map((record) => ({ ...record, aulc: 0.25 }));
    const [one] = comparisonsOf(resultsOf({ ...experiment, records }));
    expect([one.pLess, one.pGreater, one.pHolm, one.significance]).toEqual([null, null, null, 0]);
  });
});

describe("labels needed", () => {
  test("to reach what random sampling reaches, as worked by hand", () => {
    // On iris the floors are 128/1024 plus at most 16: RAND's mean at the end is 136.67/1024, first reached by mean
    // curves of 512 - 48 t: t = 8 gives 128 for those with a lower floor.
    const [iris] = labelsNeeded(resultsOf(smallExperiment()));
    expect(iris.labels.get("xpal")).toBe(8);
    expect(iris.labels.get("greedyAll")).toBe(8);
    expect(iris.target).toBeCloseTo((128 + (8 + 16 + 4 + 12 + 0 + 8) / 6) / 1024, 12);
  });
});

describe("the prior study", () => {
  test("ranks every prior among the other strategies and among the priors, over the RBF datasets", () => {
    const study = priorStudy(resultsOf(smallExperiment({ strategies: ["xpal", "us", "rand", "xpal1", "xpal-10"] })));
    expect(study?.priors).toEqual([0.001, 1, 10]);
    expect(study?.amongOthers).toEqual([1, 1, 2]); // the floor of prior 10 lies between US and RAND
    expect(study?.amongPriors.datasets.map(({ name }) => name)).toEqual(["iris", "wine"]);
    expect(study?.places).toEqual([0, 1, 2]);
  });
  test("is null without a second prior", () => {
    expect(priorStudy(resultsOf(smallExperiment({ strategies: ["xpal", "us"] })))).toBeNull();
  });
});
