// Files larger than memory: the commands work on a sample of their rows and say so, answers carry the numbers of the
// file's rows, and a prediction that was stopped leaves no file.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forecast, generator } from "@xpal/core";
import { fitRecipe, modelFor, openRowSource, readTable, takeRows, trainModel } from "@xpal/data";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { predictToFile } from "../../../../src/project/stream/predict-to-file.ts";
import { runHere } from "../../run-here.ts";

let folder: string;
const ROWS = 24_000;
const CLASSES = ["--label", "class", "--classes", "left,right"];
const LARGE = [...CLASSES, "--stream", "--kernel", "auto"];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-large-"));
  process.env.XPAL_CACHE = join(folder, "cache");
  const chance = generator(4);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const x = 10 * chance.nextUnit() + (i % 2 === 0 ? 0 : 20);
    const name = i % 2 === 0 ? "left" : "right";
    return `${i + 7000},${x},${chance.nextIndex(7)},${i < 20 ? name : ""}`;
  });
  writeFileSync(join(folder, "pool.csv"), `id,x,y,class\n${lines.join("\n")}\n`);
});
afterAll(() => {
  delete process.env.XPAL_CACHE;
  rmSync(folder, { recursive: true });
});

describe("a file that is read in pieces", { timeout: 300_000 }, () => {
  it("was forecast as a file of the size of its sample, with counts that contradict each other", async () => {
    const json = JSON.parse((await runHere(folder, ["forecast", "pool.csv", ...LARGE, "--json"])).out);
    expect([json.labelled, json.skipped, json.rows, json.open]).toEqual([20, 0, ROWS, ROWS - 20]);
    const { labelled: labels, rows: items, expectedError } = json;
    const { curve, chance, more } = forecast({ labels, items, expectedError });
    expect([json.curve, json.chance, json.more]).toEqual([curve, chance, more]);
    const { out } = await runHere(folder, ["forecast", "pool.csv", ...LARGE]);
    expect(out).toContain("20 of 24000 rows are labelled, 23980 are open.");
    const label = JSON.parse((await runHere(folder, ["label", "pool.csv", ...LARGE, "--json"], "q")).out);
    expect(label.forecast).toMatchObject({ chance, more });
  });

  it("merged the classes 1.1 and 1.10, and took - among numbers for a class where it is read whole or in pieces", async () => {
    const cells = ["1.1", "1.10", "1.9", "-", ""];
    const lines = Array.from({ length: 200 }, (_, i) => `${(i * 7) % 41},${(i * 3) % 17},${cells[i % 5]}`);
    writeFileSync(join(folder, "versions.csv"), `x,y,ver\n${lines.join("\n")}\n`);
    const found = async (...more: string[]) => {
      const words = [
        "inspect",
        "versions.csv",
        "--label",
        "ver",
        "--kernel",
        "auto",
        "--json",
        "--no-remembered",
        ...more,
      ];
      const { classes, unlabelled, notices } = JSON.parse((await runHere(folder, words)).out);
      const codes = notices.map(({ code }: { code: string }) => code);
      return { classes, unlabelled, isSaid: codes.includes("similar-classes") };
    };
    const classes = ["1.1", "1.10", "1.9"].map((name) => ({ class: name, rows: 40 }));
    expect(await found()).toEqual({ classes, unlabelled: 80, isSaid: true });
    expect(await found("--stream")).toEqual({ classes, unlabelled: 80, isSaid: true });
    const floats = lines.map((line) =>
      line
        .replace(/1\.1$/, "1.0")
        .replace(/1\.10$/, "0.0")
        .replace(/1\.9$/, ""),
    );
    writeFileSync(join(folder, "versions.csv"), `x,y,ver\n${floats.join("\n")}\n`);
    const declared = ["0", "1"].map((name) => ({ class: name, rows: 40 }));
    for (const more of [[], ["--stream"]]) {
      expect(await found("--classes", "0,1", ...more)).toEqual({ classes: declared, unlabelled: 120, isSaid: false });
    }
  });

  it("is inspected with exact counts, and says what is sampled", async () => {
    const { code, out } = await runHere(folder, ["inspect", "pool.csv", ...LARGE, "--json"]);
    expect(code).toBe(0);
    const found = JSON.parse(out);
    const table = await readTable(join(folder, "pool.csv"));
    const { recipe } = fitRecipe(table, { label: "class" });
    expect(found.rows).toBe(ROWS);
    expect(found.unlabelled).toBe(ROWS - 20);
    expect(found.classes).toEqual([
      { class: "left", rows: 10 },
      { class: "right", rows: 10 },
    ]);
    expect(found.sample).toBe(20_000);
    expect(found.notices.map(({ code: one }: { code: string }) => one)).toContain("sampled");
    const encoders = recipe.groups[0].encoders as unknown as { mean: number; deviation: number }[];
    found.recipe.groups[0].encoders.forEach(({ mean, deviation }: { mean: number; deviation: number }, e: number) => {
      expect(mean).toBeCloseTo(encoders[e].mean, 10);
      expect(deviation).toBeCloseTo(encoders[e].deviation, 10);
    });
  });

  it("asks for rows by their number in the file, and reads its answers again", async () => {
    const first = await runHere(folder, ["label", "pool.csv", ...LARGE, "--count", "3", "--json"], "121");
    expect(first.err).toContain("those of a random 20000");
    expect(first.code).toBe(0);
    const lines = readFileSync(join(folder, "pool.csv.labels.jsonl"), "utf8").trim().split("\n");
    expect(JSON.parse(lines[0]).rows).toBe(ROWS);
    const rows = lines.slice(1).map((line) => JSON.parse(line).row as number);
    expect(Math.max(...rows)).toBeLessThan(ROWS);
    const again = await runHere(folder, ["suggest", "pool.csv", ...LARGE, "-n", "2", "--json"]);
    const said = JSON.parse(again.out);
    expect(said.labelled).toBe(23);
    expect(said.unlabelled).toBe(ROWS - 23);
    for (const { row } of said.suggestions) expect(rows).not.toContain(row);
    expect(await runHere(folder, ["suggest", "pool.csv", ...LARGE, "-n", "2", "--json"])).toEqual(again);
  });

  it("kept its answers from being merged where cells have spaces around them, many digits or thousands", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => {
      const note = i === 5 ? " " : `"z ${i}"`;
      return `${i},5; 12345678901234567${10 + i}; 1.${200 + i}; w${i % 3}; ${note}; ${i < 4 ? "ab"[i % 2] : ""}`;
    });
    writeFileSync(join(folder, "spaced.csv"), `x; id; price; word; note; class\n${lines.join("\n")}\n`);
    expect((await runHere(folder, ["label", "spaced.csv", "--label", "class", "--stream"], "abq")).code).toBe(0);
    expect(await runHere(folder, ["label", "spaced.csv", "--merge"])).toMatchObject({ code: 0, err: "" });
    const words = ["inspect", "spaced.csv", "--label", "class", "--json"];
    expect(JSON.parse((await runHere(folder, words)).out).unlabelled).toBe(14);
  });

  it("rejects to print predictions of all rows", async () => {
    const { code, err } = await runHere(folder, ["predict", "pool.csv", ...LARGE]);
    expect(code).toBe(2);
    expect(err).toContain("--out must name a file for the predictions of the 24000 rows");
  });

  it("predicts every row without a label into a file", async () => {
    const { code, out } = await runHere(folder, ["predict", "pool.csv", ...LARGE, "--out", "all.csv", "--json"]);
    expect(code).toBe(0);
    const lines = readFileSync(join(folder, "all.csv"), "utf8").trim().split("\n");
    expect(lines[0]).toBe("row,id,class,probability,distance,far");
    expect(lines).toHaveLength(1 + ROWS - 23);
    expect(JSON.parse(out).predicted).toBe(ROWS - 23);
    const wrong = lines.slice(1).filter((line) => {
      const [row, , name] = line.split(",");
      return (Number(row) % 2 === 0 ? "left" : "right") !== name;
    });
    expect(wrong.length).toBeLessThan(ROWS / 10); // two clouds far apart; three labels were given at random
  });
});

describe("a small file that is read in pieces all the same", { timeout: 300_000 }, () => {
  const chosen = async (file: string, ...more: string[]) => {
    const { out, err } = await runHere(folder, ["suggest", file, ...CLASSES, "--kernel", "auto", "--json", ...more]);
    expect(err).toBe("");
    return JSON.parse(out).suggestions as { row: number; gain: number }[];
  };
  const written = (name: string, labelled: number) => {
    const chance = generator(9);
    const lines = Array.from({ length: 400 }, (_, i) => {
      const x = chance.nextUnit() + (i % 2 === 0 ? 0 : 1.5);
      return `${x},${chance.nextUnit()},${i < labelled ? ["left", "right"][i % 2] : ""}`;
    });
    writeFileSync(join(folder, name), `x,y,class\n${lines.join("\n")}\n`);
  };

  it("gets the suggestions that it gets when it is read whole", async () => {
    written("none.csv", 0);
    const [whole, streamed] = [await chosen("none.csv"), await chosen("none.csv", "--stream")];
    expect(streamed.map(({ row }) => row)).toEqual(whole.map(({ row }) => row));
    streamed.forEach(({ gain }, i) => {
      expect(gain).toBeCloseTo(whole[i].gain, 12);
    });
  });

  it("gets the same suggestion once some rows are labelled, over whose own risk it does not sum", async () => {
    written("some.csv", 4);
    const [[whole], [streamed]] = [
      await chosen("some.csv", "-n", "1"),
      await chosen("some.csv", "-n", "1", "--stream"),
    ];
    expect(streamed.row).toBe(whole.row);
  });
});

describe("a file that is rejected or doubted when it is read whole", { timeout: 300_000 }, () => {
  it("had classes of prices when it was read in pieces", async () => {
    const lines = Array.from({ length: 120 }, (_, i) => `${i % 9},${i < 60 ? (i * 1.37).toFixed(2) : ""}`);
    writeFileSync(join(folder, "prices.csv"), `x,price\n${lines.join("\n")}\n`);
    for (const more of [[], ["--stream"]]) {
      const { code, err } = await runHere(folder, ["suggest", "prices.csv", "--label", "price", ...more]);
      expect(err).toContain("must hold classes, but it holds 60 different numbers in 60 labelled rows");
      expect(code).toBe(2);
    }
    const declared = ["--label", "price", "--stream", "--classes"];
    const classes = lines.slice(0, 60).map((line) => String(Number(line.split(",")[1])));
    expect((await runHere(folder, ["inspect", "prices.csv", ...declared, classes.join(",")])).code).toBe(0);
  });

  it("names the lines that are left out", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => (i === 10 ? "7,8" : `${i},${i % 2},${"ab"[i % 2]}`));
    writeFileSync(join(folder, "ragged.csv"), `x,y,class\n${lines.join("\n")}\n9,1,\n`);
    const words = ["predict", "ragged.csv", "--label", "class", "--stream", "--ragged", "skip", "--out", "p.csv"];
    const { code, err } = await runHere(folder, words);
    expect(code).toBe(0);
    expect(err).toContain("line 12: not as many cells as the header, left out");
  });
});

describe("a prediction of many rows", { timeout: 300_000 }, () => {
  async function work(out: string, stopAt = Number.POSITIVE_INFINITY) {
    const path = join(folder, "pool.csv");
    const table = takeRows(await readTable(path), [0, 1, 2, 3]);
    const { recipe } = fitRecipe(table, { label: "class", roles: { id: "id" } });
    const labels = [0, 1, 2, 3].map((row) => [row, row % 2 === 0 ? "left" : "right"] as const);
    const model = await trainModel(modelFor(table, recipe, { learns: false, seed: 3 }), labels);
    const source = await openRowSource(path);
    const stopped = new AbortController();
    const onRows = (done: number) => done >= stopAt && stopped.abort();
    const { signal } = stopped;
    try {
      const rest = { out: join(folder, out), isLabelled: () => false, now: () => 0 };
      return await predictToFile({ model, source, signal, onRows, ...rest });
    } finally {
      source.close();
      await model.learner.close();
    }
  }

  it("that is stopped leaves no file", async () => {
    await expect(work("stopped.csv", 10_000)).rejects.toThrow(/was stopped/);
    expect(readdirSync(folder).filter((name) => name.startsWith("stopped.csv"))).toEqual([]);
  });

  it("replaces a file only when it is whole, and keeps its permissions", async () => {
    writeFileSync(join(folder, "before.csv"), "before", { mode: 0o600 });
    await expect(work("before.csv", 10_000)).rejects.toThrow(/was stopped/);
    expect(readFileSync(join(folder, "before.csv"), "utf8")).toBe("before");
    await work("before.csv");
    expect(readFileSync(join(folder, "before.csv"), "utf8").split("\n")).toHaveLength(1 + ROWS + 1);
    expect(statSync(join(folder, "before.csv")).mode & 0o777).toBe(0o600);
  });

  it("rejects a place that cannot be written", async () => {
    await expect(work("nowhere/all.csv")).rejects.toThrow(/--out must be a file that can be written, but its folder/);
  });
});
