import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Learner } from "@xpal/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run as runCommand } from "../../../src/run.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-other-"));
const run = (...words: string[]) => runHere(folder, words);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await run("datasets", "get", "iris", "--out", "iris.csv");
  await run("datasets", "get", "iris", "--labels", "15", "--out", "flowers.csv");
});

describe("xpal predict", () => {
  test("predicts the unlabelled rows of a file, and the same from the stored model", async () => {
    const { code, out } = await run("predict", "flowers.csv", "--label", "class", "--save", "m.json", "--json");
    expect(code).toBe(0);
    const direct = JSON.parse(out).predictions;
    expect(direct).toHaveLength(135);
    const stored = JSON.parse((await run("predict", "m.json", "flowers.csv", "--json")).out).predictions;
    for (const { cells: _, ...prediction } of direct) expect(stored[prediction.row]).toMatchObject(prediction);
  });

  test("learns the kernel from the labels unless told otherwise, and stored models keep which it was", async () => {
    const words = ["predict", "flowers.csv", "--label", "class", "--json"];
    const [learned, plain] = [[], ["--kernel", "auto"]];
    const found = [];
    for (const more of [learned, plain]) {
      const direct = JSON.parse((await run(...words, ...more, "--save", "a.json")).out).predictions;
      const stored = JSON.parse((await run("predict", "a.json", "flowers.csv", "--json")).out).predictions;
      for (const { cells: _, ...prediction } of direct) expect(stored[prediction.row]).toMatchObject(prediction);
      const { kernel, strategy, features } = JSON.parse(readFileSync(join(folder, "a.json"), "utf8")).learner;
      found.push({ kernel: kernel.name, ownRisk: strategy.ownRisk ?? 0, rows: features.rows });
      expect(direct).toEqual(JSON.parse((await run(...words, "--kernel", more[1] ?? "learned")).out).predictions);
    }
    expect(found).toEqual([
      { kernel: "learned", ownRisk: 1, rows: 150 },
      { kernel: "rbf", ownRisk: 0, rows: 15 },
    ]);
    expect((await run(...words, ...plain)).out).not.toBe((await run(...words)).out);
  });

  test("predicts from a stored model what the library reads out of it", async () => {
    const words = ["predict", "flowers.csv", "--label", "class", "--json", "--save", "l.json"];
    const { predictions } = JSON.parse((await run(...words)).out);
    const learner = await Learner.fromJSON(JSON.parse(readFileSync(join(folder, "l.json"), "utf8")).learner);
    const [names, chances] = [await learner.predict(), await learner.probabilities()];
    for (const { row, class: name, probability } of predictions) {
      expect([name, probability]).toEqual([names[row], Math.max(...chances.data.subarray(3 * row, 3 * row + 3))]);
    }
    await learner.close();
  });

  test("learns from texts, which are points for RBF, and a stored model predicts the same", async () => {
    const bugs = ["the page crashes", "crash on start", "an error on the page", "the export crashes"];
    const asked = ["how do I export", "where do I find invoices", "how do I find the page", "where do I start"];
    const lines = bugs.flatMap((bug, i) => [`${bug} again,bug`, `${asked[i]} please,question`]);
    const open = ["crash on export,", "how do I start,"];
    writeFileSync(join(folder, "texts.csv"), ["message,kind", ...lines, ...open].join("\n"));
    const words = ["predict", "texts.csv", "--label", "kind", "--role", "message=text", "--json"];
    const direct = JSON.parse((await run(...words, "--save", "t.json")).out).predictions;
    expect(direct.map((found: { class: string }) => found.class)).toEqual(["bug", "question"]);
    const { kernel, predictor } = JSON.parse(readFileSync(join(folder, "t.json"), "utf8")).learner;
    // bug and question are words, by which texts are predicted until the labels are better
    expect([kernel.name, predictor.name, predictor.rest.name]).toEqual(["rbf", "classPoints", "ridge"]);
    const stored = JSON.parse((await run("predict", "t.json", "texts.csv", "--json")).out).predictions;
    for (const { cells: _, ...prediction } of direct) expect(stored[prediction.row]).toMatchObject(prediction);
    const plain = JSON.parse((await run(...words, "--kernel", "auto")).out).predictions;
    expect(plain[0].probability).not.toBe(direct[0].probability);
  });

  test("does not give the vectors of the labelled rows to the new rows", async () => {
    writeFileSync(join(folder, "old.csv"), "id,class\n1,a\n2,b\n3,a\n4,b\n");
    writeFileSync(join(folder, "new.csv"), "id\n5\n6\n7\n8\n");
    const lines = Array.from({ length: 8 }, (_, i) => `${8 - i},${(8 - i) % 2},0.5`);
    writeFileSync(join(folder, "keyed.csv"), ["id,e0,e1", ...lines].join("\n"));
    writeFileSync(join(folder, "order.csv"), "e0,e1\n1,0.5\n0,0.5\n1,0.5\n0,0.5\n");
    writeFileSync(join(folder, "other.csv"), "e0,e1\n0,0.5\n0,0.5\n1,0.5\n1,0.5\n");
    const words = ["predict", "old.csv", "new.csv", "--label", "class", "--kernel", "cosine", "--json"];
    const classes = async (...more: string[]) =>
      JSON.parse((await run(...words, ...more)).out).predictions.map((one: { class: string }) => one.class);
    expect(await classes("--embeddings", "keyed.csv")).toEqual(["a", "b", "a", "b"]);
    expect(await run(...words, "--embeddings", "order.csv")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--embeddings must have a key column .* with --new-embeddings\n$/),
    });
    const two = ["--embeddings", "order.csv", "--new-embeddings", "other.csv"];
    expect(await classes(...two)).toEqual(["b", "b", "a", "a"]);
  });

  test("warns of a row that is far from all labels", async () => {
    const head = readFileSync(join(folder, "iris.csv"), "utf8").split("\n")[0];
    writeFileSync(join(folder, "far.csv"), `${head.replace(",class", "")}\n5.1,3.5,1.4,0.2\n90,90,90,90\n`);
    const { out, err } = await run("predict", "flowers.csv", "far.csv", "--label", "class");
    expect(out).toMatch(/ 3 .*far from all labels\n/); // the third line of the file
    expect(err).toMatch(/^note: 1 row is farther from every labelled row than labelled rows are from each other/);
  });

  test("prints the columns of the file as they were written, with the line, beside the prediction", async () => {
    const text =
      "id;when;size;note;class\n007;2024-01-02 10:00;1,00;+;a\n008;2024-01-03;NA;'=1;\n009;;3,50;@me;b\n010;;9;x;a\n";
    writeFileSync(join(folder, "odd.csv"), text);
    const { code, out } = await run("predict", "odd.csv", "--label", "class", "--csv");
    expect(code).toBe(0);
    const [head, ...lines] = out.trimEnd().split("\n");
    expect(head).toBe("row,line,id,when,size,note,class,probability,distance,far");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^1,3,008,2024-01-03,NA,'=1,[ab],/);
    const [prediction] = JSON.parse((await run("predict", "odd.csv", "--label", "class", "--json")).out).predictions;
    expect(prediction).toMatchObject({ row: 1, line: 3, cells: { id: "008", size: null, note: "'=1" } });
    const shown = await run("predict", "odd.csv", "--label", "class", "--role", "id=id");
    expect(shown.out).toMatch(/^line +id +class .*\n +3 +008 /);
  });

  test("keeps a label column that says something under its own name", async () => {
    writeFileSync(join(folder, "new.csv"), "x,class\n1,b\n9,a\n");
    writeFileSync(join(folder, "old.csv"), "x,class\n1,a\n2,a\n9,b\n8,b\n");
    const { out } = await run("predict", "old.csv", "new.csv", "--label", "class", "--csv");
    expect(out.split("\n")[0]).toBe("row,line,x,class,xpal_class,probability,distance,far");
    expect(out.split("\n")[1]).toMatch(/^0,2,1,b,a,/);
  });

  test.each([
    [["predict", "m.json"], /the second argument must name the rows to predict/],
    [["predict", "iris.csv", "--label", "class"], /must have an empty cell, but every row is labelled/],
    [["predict", "nothing.json", "iris.csv"], /nothing\.json/],
    [
      ["predict", "flowers.csv", "--label", "class", "--save", "no/m.json"],
      /--save must be a file that can be written/,
    ],
  ])("rejects %j", async (words, sentence) => {
    const { code, out, err } = await run(...words);
    expect(err).toMatch(sentence);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});

describe("xpal evaluate", () => {
  test("compares strategies on the same splits and says the honest sentence", async () => {
    const words = [
      "evaluate",
      "iris.csv",
      "--label",
      "class",
      "--budget",
      "12",
      "--repetitions",
      "6",
      "--out",
      "e.svg",
    ];
    const { code, out } = await run(...words);
    expect(code).toBe(0);
    expect(out).toMatch(/xPAL (reaches|does not reach) random's error at 12 labels/);
    const report = JSON.parse((await run(...words, "--json")).out);
    expect(report.strategies.map(({ strategy }: { strategy: string }) => strategy)).toEqual(["xpal", "random", "us"]);
    for (const { errors, aulc, aulcs } of report.strategies) {
      expect(errors).toHaveLength(13);
      const mean = errors.reduce((a: number, b: number) => a + b) / 13;
      expect(aulc.mean).toBeCloseTo(mean, 12); // the mean of the areas is the area of the mean
      expect(aulcs).toHaveLength(6);
      expect(aulc.lower).toBeLessThanOrEqual(aulc.mean);
    }
    expect(readFileSync(join(folder, "e.svg"), "utf8")).toContain('<path class="band"');
  });

  test("does not learn the class from a row number: columns have the roles that inspect shows", async () => {
    // Sorted by class, with nothing to learn from but a pandas index; shuffled, the index no longer counts the rows.
    const noise = Array.from({ length: 60 }, (_, i) => (i * 37) % 11);
    const line = (i: number) => `${noise[i]},${i < 30 ? "a" : "b"}`;
    writeFileSync(join(folder, "plain.csv"), ["x,class", ...noise.map((_, i) => line(i))].join("\n"));
    writeFileSync(join(folder, "indexed.csv"), ["n,x,class", ...noise.map((_, i) => `${i},${line(i)}`)].join("\n"));
    const errors = async (file: string) => {
      const words = ["evaluate", file, "--label", "class", "--budget", "10", "--repetitions", "2", "--json"];
      return JSON.parse((await run(...words)).out).strategies.map((one: { errors: number[] }) => one.errors);
    };
    expect(await errors("indexed.csv")).toEqual(await errors("plain.csv"));
  });

  test("printed an interval of an area beyond 0 and 1 where repetitions are few", async () => {
    const rows = Array.from({ length: 14 }, (_, i) => `${(i * 37) % 101},${"ab"[((i * i) % 7) % 2]}`);
    writeFileSync(join(folder, "noise.csv"), `x,class\n${rows.join("\n")}\n`);
    const words = ["evaluate", "noise.csv", "--label", "class", "--budget", "1", "--repetitions"];
    const intervals = async (times: string) =>
      JSON.parse((await run(...words, times, "--json")).out).strategies.map(
        ({ aulc }: { aulc: { lower: number | null; upper: number | null } }) => [aulc.lower, aulc.upper],
      );
    for (const [lower, upper] of await intervals("3")) {
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(upper).toBeLessThanOrEqual(1);
    }
    expect((await run(...words, "3")).out).toContain("95 % confidence");
    for (const [times, sentence] of [
      ["1", "1 repetition is too few for 95 % confidence; --repetitions 3 or more gives it."],
      ["2", "2 repetitions are too few for 95 % confidence; --repetitions 3 or more gives it."],
    ]) {
      expect(new Set((await intervals(times)).flat())).toEqual(new Set([null]));
      const { out } = await run(...words, times);
      expect(out).toContain(sentence);
      expect(out.replace(sentence, "")).not.toContain("95 % confidence");
    }
  });

  test("uses the kernel of suggest and predict, and all say which", async () => {
    const sentence = /Kernel: learned, learns from the labels and starts from rbf on numbers, bandwidth /;
    const words = ["iris.csv", "--label", "class", "--budget", "5", "--repetitions", "1"];
    expect((await run("evaluate", ...words)).out).toMatch(sentence);
    expect(JSON.parse((await run("evaluate", ...words, "--json")).out).kernel).toBe("learned");
    expect((await run("suggest", "flowers.csv", "--label", "class")).out).toMatch(sentence);
    expect((await run("predict", "flowers.csv", "--label", "class")).out).toMatch(sentence);
    const plain = ["--kernel", "auto"];
    expect((await run("evaluate", ...words, ...plain)).out).toMatch(
      /Kernel: rbf on numbers, bandwidth 0\.\d+, fixed\./,
    );
  });

  test("replays with the learned kernel", async () => {
    const words = ["evaluate", "iris.csv", "--label", "class", "--budget", "12", "--repetitions", "2", "--json"];
    const errors = async (...more: string[]) =>
      JSON.parse((await run(...words, "--strategies", "random", ...more)).out).strategies[0].errors;
    const [plain, learned] = [await errors("--kernel", "auto"), await errors()];
    expect(learned[0]).toBe(plain[0]); // nothing is predicted without a label
    expect(learned).not.toEqual(plain);
  });

  test("writes a page that repeats the sentences", async () => {
    const { code, out } = await run(
      "evaluate",
      "iris.csv",
      "--label",
      "class",
      "--budget",
      "5",
      "--repetitions",
      "2",
      "--out",
      "e.html",
      "--json",
    );
    expect(code).toBe(0);
    const page = readFileSync(join(folder, "e.html"), "utf8");
    for (const sentence of JSON.parse(out).sentences) expect(page).toContain(sentence.replaceAll("'", "&#39;"));
  });

  test("rejects an image of an unknown kind, a strategy it does not know, and too few labels", async () => {
    expect((await run("evaluate", "iris.csv", "--label", "class", "--out", "e.png")).err).toMatch(
      /--out must end in .svg or .html/,
    );
    expect((await run("evaluate", "iris.csv", "--label", "class", "--strategies", "xpal,best")).err).toMatch(
      /got "best"/,
    );
    writeFileSync(join(folder, "few.csv"), "x,class\n1,a\n2,b\n3,\n");
    expect(await run("evaluate", "few.csv", "--label", "class")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/at least 10 labelled rows/),
    });
  });
});

describe("xpal inspect", () => {
  test("counts classes, gaps and duplicates, and checks the kernel against the labels", async () => {
    writeFileSync(join(folder, "gaps.csv"), "x,same,kind,class\n1,7,u,a\n1,7,u,\n,7,v,b\n9,7,v,b\n");
    const { code, out } = await run("inspect", "gaps.csv", "--label", "class", "--json");
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found).toMatchObject({ rows: 4, unlabelled: 1, duplicates: [1], missing: { x: 1 } });
    expect(found.classes).toEqual([
      { class: "a", rows: 1 },
      { class: "b", rows: 2 },
    ]);
    expect(found.notices.map(({ column }: { column?: string }) => column)).toContain("same");
  });

  test("shows the recipe in words and writes it to a file", async () => {
    const { out } = await run("inspect", "iris.csv", "--label", "class", "--write-recipe", "recipe.json");
    expect(out).toContain("Kernel: rbf on numbers");
    expect(out).toMatch(
      /the most similar labelled row has the same class in 9\d\.\d % of 150 cases, and all .* in 9\d\.\d %;/,
    );
    expect(out).not.toMatch(/too much alike|--embed/);
    expect(JSON.parse(readFileSync(join(folder, "recipe.json"), "utf8")).format).toBe("xpal-recipe");
  });
});

describe("xpal datasets", () => {
  test("lists, shows and writes datasets with the shape it promises", async () => {
    const sets = JSON.parse((await run("datasets", "list", "--json")).out);
    expect(sets.length).toBeGreaterThanOrEqual(11);
    for (const { name, rows, features, source } of sets) {
      if (source === "openml") continue; // not without a network
      const shown = JSON.parse((await run("datasets", "show", name, "--json")).out);
      expect({ name, rows: shown.rows, features: shown.columns.length - 1 }).toEqual({ name, rows, features });
    }
  });

  test("hides all labels but some", async () => {
    const lines = readFileSync(join(folder, "flowers.csv"), "utf8").trim().split("\n").slice(1);
    expect(lines.filter((line) => !line.endsWith(","))).toHaveLength(15);
  });

  test("rejects a name it does not know, and a word it does not know", async () => {
    expect(await run("datasets", "get", "irs")).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/iris/) });
    expect(await run("datasets", "gte", "iris")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/list, get or show/),
    });
  });
});

describe("xpal demo", () => {
  const words = ["demo", "--labels", "2", "--repetitions", "1"];
  const demo = async (keys: string, isTerminal: boolean, ...more: string[]) => {
    rmSync(join(folder, "demo.svg"), { force: true });
    const terminal = fakeTerminal({ isTerminal, keys: [...keys] });
    const before = process.cwd();
    process.chdir(folder);
    const code = await runCommand([...words, ...more], terminal).finally(() => process.chdir(before));
    return { code, out: terminal.outText(), isWritten: existsSync(join(folder, "demo.svg")) };
  };

  test("wrote SVG into a file that is called a PNG", async () => {
    expect((await run(...words, "--out", "x.png")).err).toMatch(/--out must end in \.svg, got "x\.png"\n$/);
    expect(existsSync(join(folder, "x.png"))).toBe(false);
  });

  test("asks before it writes into the folder", async () => {
    expect(await demo("n", true)).toMatchObject({ code: 0, isWritten: false });
    const { out, isWritten } = await demo("y", true);
    expect(out).toMatch(/Write an image of the curves to .*demo\.svg\? \[y\/N\] yes\n$/);
    expect(isWritten).toBe(true);
  });

  test("writes nothing when nobody can be asked, unless told to", async () => {
    const { out, isWritten } = await demo("y", false);
    expect(out).toMatch(/No image was written; --out FILE writes one\.\n$/);
    expect(isWritten).toBe(false);
    expect(await demo("", false, "--yes")).toMatchObject({ code: 0, isWritten: true });
  });
});

describe("xpal completion", () => {
  test.each(["bash", "zsh", "fish"])("knows the commands and options in %s", async (shell) => {
    const { code, out } = await run("completion", shell);
    expect(code).toBe(0);
    for (const word of ["suggest", "evaluate", "repetitions", "show-prediction"]) expect(out).toContain(word);
  });
});
