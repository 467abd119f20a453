import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Matrix, matrixFrom, type SparseMatrix } from "@xpal/core";
import { fitRecipe, readTable } from "@xpal/data";
import { afterAll, describe, expect, test } from "vitest";
import { checkColumns } from "../../../../src/plan/file/check-columns.ts";
import { EXAMPLE_PLAN } from "../../../../src/plan/file/example-plan.ts";
import { planJsonSchema } from "../../../../src/plan/file/plan-schema.ts";
import { checkPlanFile, readPlanFile } from "../../../../src/plan/file/read-plan-file.ts";
import { dearestIsRarest } from "../../../../src/plan/file/study-costs.ts";
import { studyPlan } from "../../../../src/plan/file/study-plan.ts";
import { plannedRuns } from "../../../../src/plan/planned-runs.ts";
import type { Dataset } from "../../../../src/replay/dataset.ts";
import { prepareTask } from "../../../../src/replay/task.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const good = { datasets: [{ bundled: "iris" }], strategies: ["xpal", "rand"] };

describe("a plan file", () => {
  test("is what the published schema says; regenerate plan.schema.json when this fails", () => {
    const published = JSON.parse(readFileSync(new URL("../../../../plan.schema.json", import.meta.url), "utf8"));
    expect(published).toEqual(planJsonSchema());
  });

  test("may give every dataset of a folder costs by a rule: the rarer a class, the dearer it is to miss", () => {
    const labels = Uint32Array.from([0, 0, 1, 1, 1, 1, 2]);
    // From frequent to rare: b, a, c; 9 ** (0, 1/2, 1).
    expect(dearestIsRarest({ classes: ["a", "b", "c"], labels }, 9)).toEqual([
      [0, 3, 3],
      [1, 0, 1],
      [9, 9, 0],
    ]);
    const alike = { classes: ["a", "b"], labels: Uint32Array.from([1, 0]) };
    expect(dearestIsRarest(alike, 5)[1][0]).toBe(5); // as frequent: the later is dearer
    for (const dearest of [1, 0, -1, "much", null]) {
      const plan = {
        datasets: [{ generator: "moons", costs: { dearest } }],
        strategies: ["xpal"],
      };
      expect(() => checkPlanFile(plan, "plan.json")).toThrow(/costs|datasets/);
    }
  });

  test("merged the classes 1.1 and 1.10 of a CSV file, named as its label or last in it", async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * 3) % 11},${["1.1", "1.10"][i % 2]}`);
    written("versions.csv", `x,y,ver\n${lines.join("\n")}\n`);
    for (const entry of [{ file: "versions.csv", label: "ver" }, { file: "versions.csv" }]) {
      const path = written("versions.json", JSON.stringify({ datasets: [entry], strategies: ["xpal", "rand"] }));
      const { plan } = await studyPlan(readPlanFile(path), path);
      expect(plan.datasets[0].dataset.classes).toEqual(["1.1", "1.10"]);
    }
  });

  test("of the example becomes a plan with all that it says", async () => {
    const path = written("example.yaml", EXAMPLE_PLAN);
    const { plan, remarks } = await studyPlan(readPlanFile(path), path);
    expect(remarks).toEqual([]);
    expect(plan.datasets.map(({ card }) => [card.name, card.instances])).toEqual([
      ["wine", 178],
      ["moons", 150],
    ]);
    expect(plan.strategies.map(({ key }) => key)).toEqual(["xpal", "us", "rand", "xpal-0.1", "xpal-learned"]);
    expect(plan).toMatchObject({ reference: "xpal", repetitions: 5, budget: 40, measures: ["balancedError"] });
    expect(plan.datasets[0].options).toEqual({ budget: 40, testShare: 0.4 });
  });

  test("that names no measures has the balanced error and macro F1; one that names the error has no other", async () => {
    const measuresOf = async (more: object) => {
      const path = written("measures.json", JSON.stringify({ ...good, ...more }));
      const { measures, unasked } = (await studyPlan(readPlanFile(path), path)).plan;
      return { measures, unasked };
    };
    expect(await measuresOf({})).toEqual({ measures: [], unasked: ["balancedError", "macroF1"] });
    expect(await measuresOf({ measures: ["error"] })).toEqual({ measures: [], unasked: undefined });
  });

  test("may say what labels cost by a rule, whose columns stay features; a column that is the cost does not", async () => {
    const rows = Array.from({ length: 24 }, (_, i) => `${((i * 7) % 11) / 3},${1 + (i % 3)},${i < 12 ? "a" : "b"}`);
    written("priced.csv", `x,pages,kind\n${rows.join("\n")}\n`);
    const planOf = async (labelCost: string) => {
      const datasets = [{ file: "priced.csv", label: "kind", labelCost }];
      const path = written("priced.json", JSON.stringify({ ...good, datasets }));
      const [{ dataset, options }] = (await studyPlan(readPlanFile(path), path)).plan.datasets;
      return { features: dataset.features.cols, costs: options.labelCosts?.slice(0, 3) };
    };
    expect(await planOf("pages")).toEqual({ features: 1, costs: [1, 2, 3] });
    expect(await planOf("1 + 2 * pages")).toEqual({ features: 2, costs: [3, 5, 7] });
    await expect(planOf("1 + 2 * page")).rejects.toThrow('column "page" must be a column of the table; did you mean');
  });

  test("began with a strategy per cost on a dataset without costs, which failed there", async () => {
    const rows = Array.from({ length: 24 }, (_, i) => `${((i * 7) % 11) / 3},${1 + (i % 3)},${i < 12 ? "a" : "b"}`);
    written("dear.csv", `x,minutes,kind\n${rows.join("\n")}\n`);
    const datasets = [{ file: "dear.csv", label: "kind", labelCost: "minutes" }, { bundled: "iris" }];
    const strategies = ["xpal", { strategy: "xpal", key: "thrifty", perCost: true }];
    const path = written("thrifty.json", JSON.stringify({ datasets, strategies }));
    const file = readPlanFile(path);
    await expect(studyPlan(file, path)).rejects.toThrow(
      /perCost of thrifty must go with datasets that all have a labelCost, got "iris"/,
    );
    expect((await studyPlan(file, path, { datasets: ["dear"] })).plan.strategies).toHaveLength(2);
    expect((await studyPlan(file, path, { strategies: ["xpal"] })).plan.datasets).toHaveLength(2);
  });

  test("began with strategies that read columns on tables of several kinds of column, where every run failed", async () => {
    const rows = Array.from({ length: 24 }, (_, i) => [i / 3, ["red", "blue"][(i >> 1) % 2], i < 12 ? "a" : "b"]);
    written("mixed.csv", ["x,colour,kind", ...rows.map((row) => row.join(","))].join("\n"));
    written("narrow.csv", ["x,kind", ...rows.map(([x, , kind]) => `${x},${kind}`)].join("\n"));
    const planOf = (strategies: unknown[], name: string) => {
      const datasets = [{ bundled: "iris" }, { file: `${name}.csv`, label: "kind" }];
      const path = written("columns.json", JSON.stringify({ datasets, strategies: ["xpal", ...strategies] }));
      return studyPlan(readPlanFile(path), path);
    };
    const mixed = /must have columns of one kind, .*, got "columns of several kinds"; choose others with --datasets or/;
    for (const strategy of ["qbc", "alce", { strategy: "alce", key: "own" }]) {
      const key = typeof strategy === "string" ? strategy : strategy.key;
      await expect(planOf([strategy], "mixed")).rejects.toThrow(mixed);
      await expect(planOf([strategy], "mixed")).rejects.toThrow(`study: the strategy ${key} on mixed must`);
    }
    await expect(planOf(["qbc"], "narrow")).rejects.toThrow("the strategy qbc on narrow must have at least 2 columns");
    expect((await planOf([{ strategy: "qbc", key: "own" }, "alce"], "narrow")).plan.strategies).toHaveLength(3);
    const { plan: others } = await planOf(["us", "pal", "eer", "rand"], "mixed");
    expect(others.strategies).toHaveLength(5);
    const [{ card, dataset, options }] = others.datasets;
    const features: SparseMatrix = {
      rows: 150,
      cols: 1,
      starts: new Uint32Array(151),
      columns: new Uint32Array(),
      values: new Float64Array(),
    };
    const sparse = { card, dataset: { ...dataset, features }, options };
    const alce = { key: "alce", title: "ALCE", options: {}, source: { kind: "paper", key: "alce" } } as const;
    expect(() => checkColumns([alce], [sparse])).toThrow("the strategy alce on iris must have columns of one kind");
  });

  test("with a dataset that has costs ran all others again, whose runs were finished without it", async () => {
    const datasets = [
      { generator: "moons", name: "plain" },
      { generator: "moons", name: "dear", costs: { dearest: 5 } },
    ];
    const path = written("parts.json", JSON.stringify({ ...good, datasets, measures: ["brier"], repetitions: 1 }));
    const keysOf = async (names?: string[]) => {
      const { plan } = await studyPlan(readPlanFile(path), path, names === undefined ? {} : { datasets: names });
      return plannedRuns(plan).map(({ key }) => key);
    };
    const parts = [...(await keysOf(["plain"])), ...(await keysOf(["dear"]))];
    expect(await keysOf()).toEqual(parts);
  });

  test("may be JSON", () => {
    expect(readPlanFile(written("plan.json", JSON.stringify(good)))).toEqual(good);
  });

  test.each([
    [{ ...good, repetition: 5 }, 'must not have the key "repetition"; did you mean "repetitions"?'],
    [
      { ...good, datasets: [{ file: "a.csv", lable: "class" }] },
      'must not have the key "lable" in datasets[0]; did you mean "label"?',
    ],
    [
      { ...good, datasets: [{ file: "a.csv", read: { seperator: ";" } }] },
      'must not have the key "seperator" in datasets[0].read; did you mean "separator"?',
    ],
    [{ ...good, datasets: [{ flie: "a.csv" }] }, 'did you mean "file"?'],
    [{ ...good, datasets: [{ bundled: "irsi" }] }, 'got "irsi"; did you mean "iris"?'],
    [
      { ...good, datasets: [{ csv: "a.csv" }] },
      "datasets[0] must have one of file, openml, bundled, generator, folder",
    ],
    [{ ...good, strategies: [{ strategy: "xpall" }] }, 'got "xpall"; did you mean "xpal"?'],
    [{ ...good, strategies: ["xpal", "radn"] }, "strategies[1] must be one of xpal, "],
    [{ ...good, strategies: ["xpal", "radn"] }, 'got "radn"; did you mean "rand"?'],
    [{ ...good, strategies: [] }, "strategies"],
    [
      { ...good, strategies: [{ strategy: "us", kernel: "rbf" }] },
      'strategies[0].kernel must be one of learned, got "rbf"',
    ],
    [
      { ...good, strategies: [{ strategy: "us", kernel: "learned", kernelOptions: { scale: [1] } }] },
      'must not have the key "scale" in strategies[0].kernelOptions',
    ],
    [
      { ...good, strategies: [{ strategy: "us", kernel: "learned", kernelOptions: { views: ["worst"] } }] },
      "strategies[0].kernelOptions.views[0] must be one of given, decorrelated, ranks",
    ],
    [
      { ...good, strategies: [{ module: "./mine.mjs", key: "mine", kernel: "learned" }] },
      'strategies[0].kernel must go with a strategy of the library, got "a module"',
    ],
    [{ ...good, repetitions: 0 }, "repetitions"],
    [{ ...good, budget: 2.5 }, "budget"],
    [{ ...good, measures: ["accuracy"] }, "measures[0] must be one of"],
    [{ strategies: ["xpal"] }, "datasets"],
    [[], "plan.yaml"],
    [null, "plan.yaml"],
  ])("rejects %j in one sentence", (content, words) => {
    let message = "";
    try {
      checkPlanFile(content, "plan.yaml");
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(words);
    expect(message).not.toContain("\n");
  });

  test("that is no YAML is rejected with the line", () => {
    const path = written("broken.yaml", "datasets: [\nstrategies: }");
    expect(() => readPlanFile(path)).toThrow(/broken\.yaml, line 2 must be YAML or JSON: /);
    expect(() => readPlanFile(join(folder, "none.yaml"))).toThrow(/must be a file that can be read, got "ENOENT"/);
  });
});

describe("a study's plan", () => {
  const plan = (content: object) => studyPlan(checkPlanFile(content, "plan.yaml"), join(folder, "plan.yaml"));

  test("leaves out the columns that a dataset ignores, and pins others", async () => {
    const wine = { bundled: "wine" };
    const [all] = (await plan({ ...good, datasets: [wine] })).plan.datasets;
    const { plan: made, remarks } = await plan({ ...good, datasets: [{ ...wine, ignore: ["ash"], pin: ["hue"] }] });
    const [{ dataset, card, options }] = made.datasets;
    expect(dataset.features.cols).toBe(all.dataset.features.cols - 1);
    expect(card.columns?.map(({ name }) => name)).not.toContain("ash");
    expect(options.pinned).toEqual([card.columns?.findIndex(({ name }) => name === "hue")]);
    expect(all.options.pinned).toBeUndefined();
    expect(remarks.join()).toContain("ash (ignored");
  });

  test.each([
    [{ pin: ["heu"] }, 'study: pin of wine, column "heu" must be one that items are compared by; did you mean "hue"?'],
    [{ pin: ["ash"], ignore: ["ash"] }, 'study: pin of wine, column "ash" must be one that items are compared by'],
    [{ ignore: ["hash"] }, 'study: ignore of wine must name columns of the table, got "hash"; did you mean "ash"?'],
    [{ ignore: "ash" }, "datasets[0].ignore"],
    [{ pin: [] }, "datasets[0].pin"],
  ])("rejects %j of a dataset in one sentence", async (columns, words) => {
    const rejected = await (async () => plan({ ...good, datasets: [{ bundled: "wine", ...columns }] }))().catch(
      (error: Error) => error,
    );
    expect((rejected as Error).message).toContain(words);
    expect((rejected as Error).message).not.toContain("\n");
  });

  test("ignored a choice of reading that the file does not have", async () => {
    written("sheet.csv", "x,class\n1,a\n2,b\n3,a\n");
    await expect(plan({ ...good, datasets: [{ file: "sheet.csv", read: { sheet: "Data" } }] })).rejects.toThrow(
      'study: read.sheet must go with an XLSX file, but sheet.csv is delimited text, got "Data"; leave it out',
    );
  });

  test("told people to declare classes, which plans cannot", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 13},${i}.${i % 7}5`);
    written("prices.csv", `x,price\n${lines.join("\n")}\n`);
    await expect(plan({ ...good, datasets: [{ file: "prices.csv" }] })).rejects.toThrow(
      /60 different numbers in 60 labelled rows; cut the numbers into ranges, or name another label column$/,
    );
    written("one.csv", "x,class\n1,a\n2,a\n3,a\n");
    await expect(plan({ ...good, datasets: [{ file: "one.csv" }] })).rejects.toThrow(/but only "a" occurs$/);
    written(
      "marked.csv",
      `x,class\n${Array.from({ length: 20 }, (_, i) => `${i % 7},${["a", "b", "?"][i % 3]}`).join("\n")}\n`,
    );
    const { remarks } = await plan({ ...good, datasets: [{ file: "marked.csv" }] });
    expect(remarks.join("\n")).toContain('"?" counts as not labelled in lines 4, 7');
  });

  test("rejects a dataset with a class of one member, and leaves it out of a whole folder", async () => {
    written("lonely.csv", `x,class\n1,a\n2,a\n3,b\n4,b\n5,c\n`);
    await expect(plan({ ...good, datasets: [{ file: "lonely.csv" }, { bundled: "iris" }] })).rejects.toThrow(
      'lonely, class "c" must have at least two members, one to train and one to test on, got 1; drop the class, or merge it with another',
    );
    written("datasets.json", JSON.stringify([{ name: "lonely", file: "lonely.csv", kernel: "rbf" }]));
    const { plan: made, remarks } = await plan({ ...good, datasets: [{ folder: "." }, { bundled: "iris" }] });
    expect(made.datasets.map(({ card }) => card.name)).toEqual(["iris"]);
    expect(remarks[0]).toMatch(/^a dataset was left out: lonely, class "c" must have at least two members/);
    await expect(plan({ ...good, datasets: [{ folder: ".", only: ["lonely"] }] })).rejects.toThrow(/two members/);
  });

  test.each([
    [{ file: "gonee.csv" }, /gonee\.csv must exist; did you mean "gone\.csv"\?/],
    [{ file: "gone.csv", label: "clas" }, /column "clas" must be a column of the table; did you mean "class"\?/],
    [{ file: "gone.csv", roles: { colur: "id" } }, /roles\.colur is unknown; did you mean "colour"\?/],
    [{ file: "gone.csv", kernel: "hamming", roles: { colour: "text" } }, /must be able to read text in colour/],
    [{ file: "gone.csv", missing: "reject" }, /column "x" must have no missing value/],
    [{ folder: ".", only: ["gon"] }, /datasets must be in .*, got "gon"; did you mean "gone"\?/],
    [{ folder: ".", except: ["gon"] }, /except must name datasets of the folder, got "gon"; did you mean "gone"\?/],
  ])("rejects %j, whose names or options do not fit, and runs nothing", async (entry, sentence) => {
    written("gone.csv", "x,colour,class\n1,red,a\n,blue,b\n3,red,a\n4,blue,b\n");
    written("datasets.json", JSON.stringify([{ name: "gone", file: "gone.csv", kernel: "hamming" }]));
    await expect(plan({ ...good, datasets: [{ bundled: "iris" }, entry] })).rejects.toThrow(sentence);
  });

  test("rejects a module that is not there", async () => {
    const strategies = [{ module: "./gone.mjs", key: "mine" }];
    await expect(plan({ ...good, strategies })).rejects.toThrow(
      /gone\.mjs must be a file that can be read, got "ENOENT"/,
    );
  });

  test("rejects names that clash, an unknown reference and options that a strategy does not know", async () => {
    await expect(plan({ ...good, strategies: ["xpal", "xpal"] })).rejects.toThrow(
      /strategies must have different names/,
    );
    await expect(plan({ ...good, datasets: [{ bundled: "iris" }, { bundled: "iris" }] })).rejects.toThrow(
      /datasets must have/,
    );
    await expect(plan({ ...good, reference: "us" })).rejects.toThrow("study: reference must be one of xpal, rand");
    const strategies = [{ strategy: "xpal", options: { prior: 1 } }];
    await expect(plan({ ...good, strategies })).rejects.toThrow(/prior/);
  });

  test("gives a strategy a kernel of its own, and leaves the keys of the others' runs as they were", async () => {
    const kernel = { kernel: "learned", kernelOptions: { localities: [0], metrics: [] } };
    const content = { ...good, strategies: ["xpal", { strategy: "us", key: "best", ...kernel }, { strategy: "us" }] };
    const { plan: made } = await plan(content);
    const [, best] = made.strategies;
    expect(best.source).toEqual({
      kind: "library",
      name: "us",
      options: {},
      kernel: { name: "learned", localities: [0], metrics: [] },
    });
    expect(best.options).toEqual({ kernel: { name: "learned", localities: [0], metrics: [] } });
    const [xpal, learned, us] = plannedRuns(made).map(({ key }) => key.split("/")[1]);
    expect(new Set([xpal, learned, us]).size).toBe(3);
    const { plan: without } = await plan({ ...good, strategies: ["xpal", { strategy: "us" }] });
    expect(plannedRuns(without).map(({ key }) => key.split("/")[1])).toEqual(
      Array.from({ length: 20 }, () => [xpal, us]).flat(),
    );
    expect(us).toBe("8b0583cb8a581c1ba533"); // stores out there hold runs under it
  });

  test.each([
    [{ strategy: "qbc", kernel: "learned" }, "study: kernel: learned of qbc must go with one of xpal, pal"],
    [{ strategy: "us", kernelOptions: { from: 3 } }, "study: kernelOptions of us must go with kernel: learned"],
    [
      { strategy: "us", kernel: "learned", kernelOptions: { localities: [11] } },
      "study: kernelOptions of us, localities must be a number from 0 to 10, got 11",
    ],
  ])("rejects the kernel of %j in one sentence", async (strategy, sentence) => {
    await expect(plan({ ...good, strategies: [strategy] })).rejects.toThrow(sentence);
  });

  test("runs a part of it, under the keys of the whole", async () => {
    const content = {
      ...good,
      datasets: [{ bundled: "iris" }, { bundled: "wine" }],
      strategies: ["rand", "xpal", "us"],
    };
    const file = checkPlanFile({ ...content, reference: "xpal" }, "plan.yaml");
    const whole = await studyPlan(file, "plan.yaml");
    const wishes = { datasets: ["wine"], strategies: ["us", "xpal"], repetitions: 2 };
    const { plan: part } = await studyPlan(file, "plan.yaml", wishes);
    expect(part.strategies.map(({ key }) => key)).toEqual(["xpal", "us"]);
    const keys = plannedRuns(whole.plan).map(({ key }) => key);
    expect(plannedRuns(part)).toHaveLength(4);
    for (const { key } of plannedRuns(part)) expect(keys).toContain(key);
    await expect(studyPlan(file, "plan.yaml", { strategies: ["rand"] })).rejects.toThrow(
      'study: --strategies must name the reference xpal as well, got "rand"; the others are compared with it',
    );
    await expect(studyPlan(file, "plan.yaml", { datasets: ["iri"] })).rejects.toThrow(
      'study: --datasets must be among iris, wine, got "iri"',
    );
  });

  test("takes its data from the folder that the caller names, but for what it leaves out", async () => {
    const entry = (name: string) => ({ name, file: `${name}.csv`, kernel: "rbf" });
    written("datasets.json", JSON.stringify([entry("one"), entry("two")]));
    for (const name of ["one", "two"]) written(`${name}.csv`, "x,class\n1,a\n2,b\n3,a\n4,b\n");
    const file = checkPlanFile({ ...good, datasets: [{ folder: "$data", except: ["one", "three"] }] }, "plan.yaml");
    const { plan: made } = await studyPlan(file, "elsewhere/plan.yaml", { data: folder });
    expect(made.datasets.map(({ card }) => card.name)).toEqual(["two"]);
    await expect(studyPlan(file, "plan.yaml")).rejects.toThrow(/study: --data must name a folder/);
  });

  test("takes single files from the folder that the caller names", async () => {
    written("three.csv", "x,class\n1,a\n2,b\n3,a\n4,b\n");
    written("vectors.csv", "v1,v2\n1,0\n0,1\n1,1\n2,1\n");
    const entry = { file: "$data/three.csv", embeddings: "$data/vectors.csv", label: "class" };
    const file = checkPlanFile({ ...good, datasets: [entry] }, "plan.yaml");
    const { plan: made } = await studyPlan(file, "elsewhere/plan.yaml", { data: folder });
    expect(made.datasets.map(({ card }) => [card.name, card.instances])).toEqual([["three", 4]]);
    await expect(studyPlan(file, "plan.yaml")).rejects.toThrow(
      "study: --data must name a folder with the file $data/three.csv, as the plan asks for one",
    );
  });

  test("that is shipped is valid and compares each strategy with plain xPAL over seeds 1 to 100", async () => {
    const path = fileURLToPath(new URL("../../../../../../studies/learned-kernel.yaml", import.meta.url));
    const { plan: made } = await studyPlan(readPlanFile(path), path, { data: folder });
    expect(made).toMatchObject({ reference: "xpal", repetitions: 100, budget: 200 });
    const learned = made.strategies.filter(({ source }) => source.kind === "library" && source.kernel !== undefined);
    expect(learned.map(({ key }) => key)).toEqual([
      "learned",
      "no-metric",
      "weights-only",
      "full-only",
      "no-forest",
      "no-own-risk",
      "margin-learned",
      "rand-learned",
    ]);
  });

  test("reads a table as every other command does: ids left out, dates as numbers, one kernel per kind of column", async () => {
    const lines = Array.from({ length: 12 }, (_, i) => {
      const size = i === 4 ? "" : i / 2;
      return `${100 + i},2024-01-${10 + i},${size},${["red", "blue", "green"][i % 3]},${i % 2 === 0 ? "a" : "b"}`;
    });
    written("mixed.csv", ["ticket_id,opened,size,colour,class", ...lines, "112,2024-02-01,3,red,"].join("\n"));
    const { plan: made, remarks } = await plan({
      ...good,
      datasets: [{ file: "mixed.csv" }, { generator: "monks-1" }],
    });
    const [{ dataset, card }, monks] = made.datasets;
    const { recipe } = fitRecipe(await readTable(join(folder, "mixed.csv")), { label: "class" });
    expect(recipe.columns.map(({ role }) => role)).toEqual(["id", "numeric", "numeric", "categorical", "label"]);
    expect(
      [dataset, ...(dataset.others ?? [])].map(({ kernel, features }) => [kernel, features.rows, features.cols]),
    ).toEqual([
      ["rbf", 12, 3], // opened, size, and whether it is missing; the row without a class is left out
      ["hamming", 12, 3],
    ]);
    expect(dataset.unscaled).toEqual([2]);
    expect(card).toMatchObject({ kernel: "rbf x hamming", features: 3, instances: 12 });
    expect(remarks[0]).toMatch(/^mixed: left out of the features: ticket_id \(id: .*\)/);
    expect(monks.card).toMatchObject({ kernel: "hamming", features: 6, instances: 432 });
    const { plan: other } = await plan({
      ...good,
      datasets: [{ file: "mixed.csv", roles: { size: "ignored", opened: "ignored" } }],
    });
    expect(other.datasets[0].dataset.kernel).toBe("hamming");
  });

  test("scales numbers by the training part and leaves indicators as they are", () => {
    const features = matrixFrom(Array.from({ length: 20 }, (_, i) => [100 * i, i % 4 === 0 ? 1 : 0]));
    const labels = Uint32Array.from({ length: 20 }, (_, i) => i % 2);
    const words = matrixFrom(Array.from({ length: 20 }, (_, i) => [i % 3 === 0 ? 1 : 0, i % 3 === 0 ? 0 : 1]));
    const others = [{ kernel: "hamming" as const, features: words }];
    const dataset: Dataset = { name: "d", kernel: "rbf", features, unscaled: [1], classes: ["a", "b"], labels, others };
    const { pool, testFeatures } = prepareTask(dataset, 1);
    const [numbers] = (pool.features as unknown as { groups: Matrix[] }).groups;
    const column = (d: number) => Array.from({ length: numbers.rows }, (_, i) => numbers.data[2 * i + d]);
    expect(column(0).reduce((sum, x) => sum + x, 0)).toBeCloseTo(0, 10);
    expect(new Set(column(1))).toEqual(new Set([0, 1]));
    expect(pool.kernel.name).toBe("product");
    expect((testFeatures as unknown as { groups: Matrix[] }).groups[1].rows).toBe(8);
  });
});
