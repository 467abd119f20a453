// Files that are read in pieces: the commands work on a sample of their rows and say so, answers carry the numbers of the
// file's rows, and a prediction that was stopped goes on and ends with the same bytes.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
const LARGE = [...CLASSES, "--stream", "--kernel", "auto", "--memory", "6M"];

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
  it("was forecast as a file of the size of its working set, with counts that contradict each other", async () => {
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
    expect(found.sample.workingSet).toBeLessThan(2000);
    expect(found.notices.map(({ code: one }: { code: string }) => one)).toContain("sampled");
    const encoders = recipe.groups[0].encoders as unknown as { mean: number; deviation: number }[];
    found.recipe.groups[0].encoders.forEach(({ mean, deviation }: { mean: number; deviation: number }, e: number) => {
      expect(mean).toBeCloseTo(encoders[e].mean, 10);
      expect(deviation).toBeCloseTo(encoders[e].deviation, 10);
    });
  });

  it("asks for rows by their number in the file, and reads its answers again", async () => {
    const first = await runHere(folder, ["label", "pool.csv", ...LARGE, "--count", "3", "--json"], "121");
    expect(first.err).toContain("read in pieces");
    expect(first.code).toBe(0);
    const lines = readFileSync(join(folder, "pool.csv.labels.jsonl"), "utf8").trim().split("\n");
    expect(JSON.parse(lines[0]).rows).toBe(ROWS);
    const rows = lines.slice(1).map((line) => JSON.parse(line).row as number);
    expect(Math.max(...rows)).toBeGreaterThan(2000); // not the places in the working set
    const again = await runHere(folder, ["suggest", "pool.csv", ...LARGE, "-n", "2", "--json"]);
    const said = JSON.parse(again.out);
    expect(said.labelled).toBe(23);
    expect(said.unlabelled).toBe(ROWS - 23);
    for (const { row } of said.suggestions) expect(rows).not.toContain(row);
    expect(await runHere(folder, ["suggest", "pool.csv", ...LARGE, "-n", "2", "--json"])).toEqual(again);
  });

  it("draws its working set anew while rows are labelled, and keeps keys, answers and undo over it", async () => {
    writeFileSync(join(folder, "long.csv"), readFileSync(join(folder, "pool.csv")));
    const keys = "1212121212u12q";
    const { code, err, out } = await runHere(folder, ["label", "long.csv", ...LARGE, "--json"], keys);
    expect(code).toBe(0);
    expect(err.match(/draw \d/g)).toEqual(["draw 1", "draw 2"]);
    expect(JSON.parse(out)).toMatchObject({ reason: "quit", answered: 12, undone: 1, labelled: 20 + 11 });
    const lines = readFileSync(join(folder, "long.csv.labels.jsonl"), "utf8").trim().split("\n").slice(1);
    const said = lines.map((line) => JSON.parse(line) as { row: number; undo?: true });
    expect(said[10]).toMatchObject({ row: said[9].row, undo: true }); // the answer before the draw
    const counted = ["label", "long.csv", ...LARGE, "--json", "--count", "10"]; // over the next draw, at 20
    const more = await runHere(folder, counted, "1212121212");
    expect(JSON.parse(more.out)).toMatchObject({ reason: "enough", answered: 10, labelled: 20 + 21 });
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

  it("rejects a budget that holds too few rows, and says what would do", async () => {
    const { code, err } = await runHere(folder, ["suggest", "pool.csv", ...CLASSES, "--stream", "--memory", "1M"]);
    expect(code).toBe(2);
    expect(err).toMatch(/--memory must hold a working set of 1000 rows of pool.csv, which takes \d+M, got "1M"/);
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
    expect(existsSync(join(folder, "all.csv.progress.json"))).toBe(false);
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
      const rest = { out: join(folder, out), madeFrom: 1, isLabelled: () => false, now: () => 0 };
      return await predictToFile({ model, source, signal, onRows, ...rest });
    } finally {
      source.close();
      await model.learner.close();
    }
  }

  it("that is stopped goes on where it ended, and ends with the same bytes", async () => {
    await work("whole.csv");
    await expect(work("parts.csv", 10_000)).rejects.toThrow(/was stopped/);
    expect(existsSync(join(folder, "parts.csv"))).toBe(false);
    appendFileSync(join(folder, "parts.csv.part"), "what a kill left behind"); // is cut off again
    await expect(work("parts.csv", 20_000)).rejects.toThrow(/was stopped/);
    const { from } = await work("parts.csv");
    expect(from).toBeGreaterThan(20_000);
    expect(readFileSync(join(folder, "parts.csv"))).toEqual(readFileSync(join(folder, "whole.csv")));
  });

  it("begins anew where the model is another one", async () => {
    writeFileSync(join(folder, "other.csv.part"), "of another model");
    const progress = { format: "xpal-progress", version: 1, key: "another", bytes: 3, next: 8192 };
    writeFileSync(join(folder, "other.csv.progress.json"), JSON.stringify(progress));
    expect((await work("other.csv")).from).toBe(0);
    expect(readFileSync(join(folder, "other.csv"))).toEqual(readFileSync(join(folder, "whole.csv")));
  });

  it.skipIf(!existsSync("/dev/full"))(
    "that finds the disk full says so in one sentence and leaves no file",
    async () => {
      symlinkSync("/dev/full", join(folder, "full.csv.part"));
      await expect(work("full.csv")).rejects.toThrow(/--out must be a file that can be written, but the disk is full/);
      expect(existsSync(join(folder, "full.csv"))).toBe(false);
    },
  );
});
