import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeReport } from "../../src/report/write-report.ts";
import { smallExperiment } from "../unit/analysis/results/small-experiment.ts";

const experiment = smallExperiment({ strategies: ["xpal", "us", "rand", "xpal1", "greedyAll"], repetitions: 12 });
const computationTimes = [500, 1000].flatMap((pointCount) =>
  [2, 4].map((classCount) => ({ strategy: "xpal", pointCount, classCount, seconds: pointCount * classCount * 1e-6 })),
);
let home: string;
let out: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "xpal-report-"));
  out = join(home, "out");
  await writeReport(experiment, out, { maps: { gridSize: 9 }, computationTimes, remarks: ["One <remark>."] });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
const text = (path: string) => readFileSync(join(out, path), "utf8");
const json = (path: string) => JSON.parse(text(path));

describe("a report", () => {
  test("has every table in three formats and every figure", () => {
    const names = [
      "aulc",
      "datasets",
      "differences",
      "labels",
      "paper",
      "priors",
      "ranks-hamming",
      "ranks-priors",
      "ranks-rbf",
      "strategies",
      "times",
    ];
    expect(readdirSync(join(out, "tables")).sort()).toEqual(names.flatMap((n) => [`${n}.csv`, `${n}.tex`]).sort());
    const figures = readdirSync(join(out, "figures"));
    for (const name of [
      "curves-iris",
      "curves-legend",
      "ranks-rbf",
      "ranks-priors",
      "critical-difference-all",
      "time-against-size",
      "usefulness-own-xpal",
      "usefulness-random-qbc",
    ]) {
      expect(figures).toContain(`${name}.svg`);
    }
    expect(figures.filter((name) => name.startsWith("usefulness"))).toHaveLength(12);
  });
  test("has figures that are whole XML without anything to fetch", () => {
    for (const name of readdirSync(join(out, "figures"))) {
      const svg = text(`figures/${name}`);
      expect(unbalanced(svg), name).toEqual([]);
      expect(svg, name).not.toMatch(/NaN|Infinity|undefined|var\(|href/);
    }
  });
  test("has maps with ticks on both axes, and the scores of their colours", () => {
    const svg = text("figures/usefulness-own-xpal.svg");
    for (const words of [">first feature, standardised<", ">second feature, standardised<", ">score<", ">-2<", ">2<"])
      expect(svg).toContain(words);
    const [low, high] =
      /from ([\d.e−]+) to ([\d.e−]+)</
        .exec(svg)
        ?.slice(1)
        .map((one) => Number(one.replaceAll("−", "-"))) ?? [];
    const ticks = [...svg.split(">score<")[1].matchAll(/>([\d.e−]+)<\/text>/g)].map(([, tick]) =>
      Number(tick.replaceAll("−", "-")),
    );
    expect(ticks.length).toBeGreaterThan(1);
    expect(new Set(ticks).size).toBe(ticks.length);
    for (const tick of ticks)
      expect(tick >= low - 0.01 * (high - low) && tick <= high + 0.05 * (high - low)).toBe(true);
  });
  test("gives the areas in the shape of the paper's, unrounded", () => {
    const { strategies, rows } = json("aulc.json");
    expect(strategies).toEqual(["xpal", "us", "rand", "xpal1", "greedyAll"]);
    expect(rows.map((row: { dataset: string }) => row.dataset)).toEqual(["iris", "wine", "corral"]);
    const own = experiment.records.filter(({ dataset, strategy }) => dataset === "wine" && strategy === "us");
    const mean = own.reduce((sum, { aulc }) => sum + aulc, 0) / own.length;
    expect(rows[1].cells.us).toMatchObject({ mean, significance: 3, repetitions: 12 });
    expect(rows[1].cells.xpal.significance).toBe(0);
    expect(rows[1].cells.greedyAll.significance).toBe(-3);
  });
  test("gives ranks with tests and times with the study by size", () => {
    const { groups, comparisons } = json("ranks.json");
    expect(groups.map(({ kernel }: { kernel: string }) => kernel)).toEqual(["rbf", "hamming", "all"]);
    expect(groups[2].meanRanks).toEqual({ xpal: 1, us: 2, rand: 3 });
    expect(comparisons).toHaveLength(12);
    expect(comparisons[0]).toMatchObject({ dataset: "iris", strategy: "us", significance: 3 });
    expect(json("times.json")).toMatchObject({
      rows: [{ dataset: "iris", seconds: { xpal: 0.25 } }, {}, {}],
      bySize: computationTimes,
    });
  });
  test("gives the mean curves as CSV, and those of every run as Parquet, from which the means follow", async () => {
    const bytes = readFileSync(join(out, "curves.parquet"));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    expect(Object.keys(rows[0]).join()).toBe("dataset,strategy,repetition,seed,measure,labels,value");
    expect(rows).toHaveLength(3 * 5 * 12 * 21);
    const [header, ...lines] = text("curves.csv").trim().split("\n");
    expect(header).toBe("dataset,strategy,measure,labels,mean,lower,upper,repetitions");
    expect(lines).toHaveLength(3 * 5 * 21);
    const last = rows.filter((row) => row.dataset === "wine" && row.strategy === "us" && row.labels === 20);
    const mean = last.reduce((sum, { value }) => sum + value / last.length, 0);
    expect(text("curves.csv")).toMatch(new RegExp(`^wine,us,error,20,${String(mean).slice(0, 12)}`, "m"));
  });
  test("is the same bytes when written again", async () => {
    const again = join(home, "again");
    await writeReport(experiment, again, { maps: { gridSize: 9 }, computationTimes, remarks: ["One <remark>."] });
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name, parentPath } of files) {
      const path = join(parentPath.slice(out.length), name);
      expect(readFileSync(join(again, path)).equals(readFileSync(join(out, path))), path).toBe(true);
    }
  });
});

describe("the page", () => {
  test("fetches nothing: no address outside, and links lead to files beside it or into it", () => {
    const page = text("index.html");
    expect(
      page.match(
        /(?:src|href)="(?!#|data:,|tables\/|curves\.|repetitions[./]|aulc\.|ranks\.|times\.|https:\/\/doi\.org\/)[^"]*"/g,
      ),
    ).toBeNull();
    expect(page).not.toMatch(
      /https?:\/\/(?!www\.w3\.org\/2000\/svg|doi\.org\/10\.)|@import|url\((?!#)|fetch\(|XMLHttpRequest/,
    );
    for (const [, path] of page.matchAll(/href="((?:tables|curves|repetitions|aulc|ranks|times)[^"]*)"/g)) {
      expect(() => readFileSync(join(out, path)), path).not.toThrow();
    }
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(page, id).toContain(`id="${id}"`);
  });
  test("has a script and data that parse", () => {
    const scripts = [...text("index.html").matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(2);
    const curves = JSON.parse(scripts[0][2]);
    expect(curves.datasets[0].curves[0].mean.slice(0, 2)).toEqual([500000, 453125]); // 1/2, then 464/1024
    expect(() => new Function(scripts[1][2])).not.toThrow();
  });
  test("shows our value beside the paper's, marks, ranks and the setting", () => {
    const page = text("index.html");
    expect(page).toContain("<small>.084 ±.022 ");
    expect(page).toContain("p = .003"); // Holm: six tests of 2 / 4096
    for (const title of [
      "Against the paper",
      "Mean ranks",
      "Learning curves",
      "The prior of xPAL",
      "Computation time",
    ]) {
      expect(page).toContain(`${title}</h2>`);
    }
    for (const fact of ["a machine", "xpal 0.0.0, Node v0", "2026-01-01T00:00:00Z", "One &#60;remark&#62;."])
      expect(page).toContain(fact);
    expect(page.match(/<figure class="chart"/g)).toHaveLength(3);
    expect(page.match(/class="band"/g)).toHaveLength(15);
    expect(page).toContain("doi:10.1007/s10994-021-05986-9");
    expect(page.match(/>[^<>]*GREEDYALL(?! \(knows the labels\))[^<>]*</g)).toBeNull();
    expect(withoutScripts(page)).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });
});

describe("the report of anyone's experiment", () => {
  test("leaves out, with a sentence, what there is no data for", async () => {
    const study = { ...smallExperiment({ strategies: ["mine"], repetitions: 1, labels: 1 }), reference: "mine" };
    await writeReport(study, join(home, "study"), { maps: false });
    const page = readFileSync(join(home, "study", "index.html"), "utf8");
    for (const sentence of [
      "No ranks: ",
      "Nothing to compare the reference with.",
      "no two priors of xPAL",
      "it was not run",
      "Left out of this report.",
    ]) {
      expect(page).toContain(sentence);
    }
    expect(page).not.toContain("Against the paper");
    expect(withoutScripts(page)).not.toMatch(/NaN|undefined|Infinity/);
  });
  test("shows the other measures of a study, bold where they are highest if that is good", async () => {
    const small = smallExperiment({ strategies: ["xpal", "us"], repetitions: 4 });
    const records = small.records.map((record) => ({
      ...record,
      measures: { macroF1: record.errors.map((e) => 1 - e) },
    }));
    await writeReport({ ...small, records }, join(home, "measures"), { maps: false, paper: false });
    const table = readFileSync(join(home, "measures", "tables", "measures.tex"), "utf8");
    expect(table).toMatch(/macro F1 \(higher is better\)/);
    expect(table).toMatch(/^ +iris & \\textbf\{[^&]*\} & [^&{]* \\\\$/m);
    expect(readFileSync(join(home, "measures", "curves.csv"), "utf8")).toContain("\niris,us,macroF1,0,0.5,0.5,0.5,4\n");
    expect(readdirSync(join(home, "measures", "figures"))).toContain("curves-macroF1-iris.svg");
    expect(readFileSync(join(home, "measures", "index.html"), "utf8")).toContain("Curves of the macro F1</summary>");
  });
  test("says how far it got", async () => {
    const part = smallExperiment({ strategies: ["xpal", "us"] });
    const records = part.records.filter(({ dataset, repetition }) => dataset !== "corral" && repetition < 4);
    const environment = { ...part.environment, finishedAt: "" };
    await writeReport({ ...part, records, environment }, join(home, "part"), { maps: false, paper: false });
    const page = readFileSync(join(home, "part", "index.html"), "utf8");
    expect(page).toContain("Unfinished: 12 of 36 runs are in; numbers will still move.");
    expect(page).not.toContain("Against the paper");
  });
  test("escapes names that look like markup, also inside the data", async () => {
    const small = smallExperiment({ strategies: ["xpal", "us"] });
    const evil = `</script><img src=x onerror="alert(1)">`;
    const rename = (name: string) => (name === "iris" ? evil : name);
    const datasets = small.datasets.map((dataset) => ({ ...dataset, name: rename(dataset.name) }));
    const records = small.records.map((record) => ({ ...record, dataset: rename(record.dataset) }));
    await writeReport({ ...small, title: evil, datasets, records }, join(home, "evil"), { maps: false });
    const page = readFileSync(join(home, "evil", "index.html"), "utf8");
    expect(page).not.toContain("<img");
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });
  test("with no run at all is rejected, and nothing is written", async () => {
    const empty = { ...smallExperiment(), records: [] };
    await expect(writeReport(empty, join(home, "empty"))).rejects.toThrow(
      /must have a run of the reference xpal, got "none"/,
    );
    expect(readdirSync(home)).not.toContain("empty");
  });
});

function withoutScripts(page: string): string {
  return page.replace(/<script[\s\S]*?<\/script>/g, "");
}

/** Tags that are not closed in order. */
function unbalanced(xml: string): string[] {
  const open: string[] = [];
  for (const [, closing, name, self] of xml.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (self === "/") continue;
    if (closing === "") open.push(name);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
}
