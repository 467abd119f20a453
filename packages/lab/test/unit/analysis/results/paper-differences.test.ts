import { paperSets } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { comparisonsOf } from "../../../../src/analysis/results/comparisons.ts";
import { likelyReason } from "../../../../src/analysis/results/likely-reason.ts";
import { otherDataRemarks, paperCells } from "../../../../src/analysis/results/paper-differences.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { printedArea, printedInstances, printedSeconds } from "../../../../src/paper/printed/printed.ts";
import type { Experiment } from "../../../../src/records/experiment.ts";
import { timesTable } from "../../../../src/report/tables/times-table.ts";
import { smallExperiment } from "./small-experiment.ts";

/** Two strategies on iris, 100 repetitions at mean ± std exactly, the paper's budget. */
function likeThePaper(areas: Record<string, readonly [mean: number, std: number]>): Experiment {
  const experiment = smallExperiment({ strategies: Object.keys(areas), repetitions: 100 });
  const records = experiment.records
    .filter(({ dataset }) => dataset === "iris")
    .map((record) => {
      const [mean, std] = areas[record.strategy];
      return { ...record, aulc: mean + (record.repetition % 2 === 0 ? std : -std) };
    });
  return { ...experiment, budget: 200, records };
}

function cellsOf(experiment: Experiment) {
  const results = resultsOf(experiment);
  return paperCells(results, comparisonsOf(results));
}

describe("the printed values", () => {
  test("are those of the paper's tables, and null where it has none", () => {
    expect(printedArea("iris", "xpal")).toEqual({ mean: 0.084, std: 0.022, significance: 0 });
    expect(printedArea("iris", "xpal1")).toBeNull();
    expect(printedArea("mine", "xpal")).toBeNull();
    expect(printedSeconds("steel-plates-fault", "greedyAll")).toBe(26.3854);
    expect(printedInstances("reports-mozilla")).toBe(675);
    expect(printedInstances("mine")).toBeNull();
  });
  test("know as many instances as the catalogue of OpenML has rows", () => {
    const rows = paperSets.map((set) => set.rows);
    const names = ["prnn-crabs", "chscase-vine2", "blood-transfusion", "qualitative-bankruptcy", "monks-problems-1"];
    const other = [...names, "tic-tac-toe", "car-evaluation"];
    const known = paperSets.flatMap(({ name }) => printedInstances(name) ?? []);
    const renamed = other.flatMap((name) => printedInstances(name) ?? []);
    expect([...known, ...renamed].sort()).toEqual(rows.sort());
  });
});

describe("other data of the same name", () => {
  const experiment = smallExperiment({ strategies: ["xpal", "us"] });
  const datasets = experiment.datasets.map((card) => (card.name === "iris" ? { ...card, instances: 60 } : card));
  const results = resultsOf({ ...experiment, datasets });

  test("got the printed areas and times beside its own", () => {
    const compared = paperCells(results, comparisonsOf(results)).map(({ dataset }) => dataset.name);
    expect([...new Set(compared)]).toEqual(["wine", "corral"]);
    const { rows } = timesTable(results, true).data;
    expect(rows.filter(([name]) => name === "iris").map((row) => row.at(-1))).toEqual([null, null]);
    expect(rows.find(([name]) => name === "wine")?.at(-1)).toBe(0.0824);
  });
  test("has a remark, and the paper's own has none", () => {
    expect(otherDataRemarks(results)).toEqual([
      "iris is other data than the paper's: it has 60 instances, that of the paper 150.",
    ]);
    expect(otherDataRemarks(resultsOf(experiment))).toEqual([]);
  });
});

describe("a cell beside the paper", () => {
  test("agrees when mean, deviation and marks are the printed ones after rounding", () => {
    const [xpal, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.1992, 0.0957] }));
    expect([xpal.meanOff, xpal.stdOff, xpal.marksDiffer, xpal.reason]).toEqual([0, 0, false, ""]);
    expect([us.meanOff, us.stdOff, us.significance, us.reason]).toEqual([0, 0, 3, ""]);
  });
  test("differs by the rounded difference, for a reason that fits the strategy", () => {
    const [, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.2016, 0.0957] }));
    expect(us.meanOff).toBe(3);
    // (.2016 - .199) / (.096 / 10)
    expect(us.reason).toMatch(/^Off by \.003, 0\.3 standard errors of the printed mean\. Items that tie .* last bit/);
  });
  test("says what is known of that very cell: kernel, size of the pool, dataset", () => {
    const about = (strategy: string, name: string, kernel: "rbf" | "hamming" | "cosine", instances: number) => {
      const [found] = cellsOf(likeThePaper({ xpal: [0.5, 0.1] }));
      const dataset = { ...found.dataset, name, kernel, instances };
      return likelyReason({ ...found, strategy, dataset, compared: undefined }, 200);
    };
    expect(about("pal", "iris", "rbf", 150)).toMatch(/All 90 items are labelled in the end/);
    expect(about("pal", "diabetes", "rbf", 768)).toMatch(/Where classes are clear/);
    expect(about("pal", "wine", "rbf", 178)).toMatch(/No reason known: on wine/);
    expect(about("us", "car-evaluation", "hamming", 1728)).toMatch(/Few distances occur/);
    expect(about("alce", "car-evaluation", "hamming", 1728)).toMatch(/reached by no label/);
    expect(about("qbc", "corral", "hamming", 160)).toMatch(/alike on a member's columns/);
    expect(about("qbc", "glass", "rbf", 214)).toMatch(/scikit-learn before 0\.23/);
    expect(about("xpal", "reports-compendium", "cosine", 962)).toMatch(/Plain NumPy/);
    expect(about("rand", "iris", "rbf", 150)).toMatch(/No reason known: nothing here/);
  });
  test("says so where only the deviation differs", () => {
    const [xpal] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0232] }));
    expect(xpal.reason).toMatch(/^The mean agrees, the deviation is off by \.001\./);
  });
  test("differs in its marks when the test says otherwise", () => {
    const [, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.0843, 0.0218] }));
    expect(us.marksDiffer).toBe(true);
  });
  test("blames the number of repetitions first", () => {
    const experiment = likeThePaper({ xpal: [0.09, 0.0218] });
    const records = experiment.records.slice(0, 10);
    expect(cellsOf({ ...experiment, records })[0].reason).toBe("10 of the paper's 100 repetitions.");
  });
});
