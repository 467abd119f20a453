// With few repetitions no test can reach a level: "0 wins at p < .001" of five repetitions says nothing of the strategies.
import { describe, expect, test } from "vitest";
import { comparisonsOf } from "../../../../src/analysis/results/comparisons.ts";
import { rankingsByKernel } from "../../../../src/analysis/results/ranking.ts";
import { relativeAreas } from "../../../../src/analysis/results/relative-areas.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { aulcTable } from "../../../../src/report/tables/aulc-table.ts";
import { comparisonTable } from "../../../../src/report/tables/comparison-table.ts";
import { rankTable } from "../../../../src/report/tables/rank-table.ts";
import { relativeByDatasetTable, relativeTable } from "../../../../src/report/tables/relative-tables.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

function tablesOf(repetitions: number) {
  const results = resultsOf(smallExperiment({ strategies: ["xpal", "us", "rand"], repetitions }));
  const comparisons = comparisonsOf(results);
  const areas = relativeAreas(results, comparisons);
  return {
    aulc: aulcTable(results, comparisons, []),
    differences: comparisonTable(results, comparisons),
    ranks: rankTable(rankingsByKernel(results)[0], comparisons),
    relative: relativeTable(results, areas, null),
    byDataset: relativeByDatasetTable(results, areas),
  };
}
const titles = ({ columns }: { columns: readonly { title: string }[] }) => columns.map(({ title }) => title);

describe("tables of five repetitions", () => {
  const { aulc, differences, ranks, relative } = tablesOf(5);
  test("leave out wins that cannot occur, and say how many repetitions they take", () => {
    expect(titles(relative)).toEqual(["Strategy", "Change", "Lower on", "Mean rank", "Best on", "Worst on"]);
    expect(relative.caption).toContain("need at least 10 repetitions and are left out");
    expect(ranks.groups[1].rows[0].map(({ beside }) => beside)).toEqual([undefined, undefined, undefined, undefined]);
    expect(ranks.caption).toContain("need at least 10 repetitions and are left out");
    expect(relative.data.rows[0].slice(3, 9)).toEqual([null, null, null, null, null, null]);
  });
  test("say that at most one star can occur, and that no corrected p-value can be below .05", () => {
    expect(aulc.caption).toContain("no p-value can be below 1/32 = .031, so at most one star or dagger occurs");
    // six tests, two-sided: 6 * 2 / 256 is the first below .05
    expect(differences.caption).toContain("fewer than 8 repetitions none of 6 corrected p-values can be below .05");
  });
  test("call no interval one of 95 %: the widest of five differences misses in 2 of 32 cases", () => {
    expect(differences.caption).toContain("With fewer than 6 repetitions no interval");
    const cells = differences.groups[0].rows.flatMap((row) => row.slice(1));
    expect(cells.map(({ beside }) => beside)).toEqual(cells.map(() => undefined)); // nor "p = 1.000"
    expect(differences.data.rows.map((row) => row.slice(4, 6))).toEqual(differences.data.rows.map(() => [null, null]));
  });
});

describe("tables of ten repetitions", () => {
  const { differences, relative } = tablesOf(10);
  test("show the interval and the corrected p-value of each difference", () => {
    expect(differences.groups[0].rows[0][1].beside).toMatch(/^\S+ to \S+, p /);
    expect(differences.caption).not.toContain("left out");
  });
  test("show plain wins, and leave out corrected ones: 3 / 1024 is not below .001", () => {
    expect(titles(relative)).toContain("W/T/L");
    expect(titles(relative)).not.toContain("W/T/L, Holm");
    expect(relative.caption).toContain("after Holm's correction over 3 datasets need at least 12 repetitions");
  });
});

describe("tables of twelve repetitions", () => {
  const { aulc, ranks, relative, byDataset } = tablesOf(12);
  test("show both counts of wins", () => {
    expect(titles(relative).slice(3, 5)).toEqual(["W/T/L", "W/T/L, Holm"]);
    expect(relative.caption).not.toContain("left out");
  });
  test("show beside plain marks what Holm's correction leaves: six tests of 2 / 4096 are .003, two stars of three", () => {
    const us = aulc.groups[0].rows[0][2];
    expect([us.text.endsWith("***"), us.beside]).toEqual([true, "Holm **"]);
    expect(ranks.groups[0].rows[0][2].beside).toBe("Holm **");
    expect(byDataset.groups[0].rows[0][2].beside).toBe("Holm **");
    expect(aulc.data.header.indexOf("significanceHolm")).toBe(7);
    expect(aulc.data.rows[1].slice(6, 8)).toEqual([3, 2]);
  });
  test("say that repetitions overlap wherever p-values are read", () => {
    for (const { caption } of [aulc, relative]) expect(caption).toContain("their training parts overlap");
  });
});
