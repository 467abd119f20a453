import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-explain-"));
const run = (...words: string[]) => runHere(folder, ["suggest", ...words, "--label", "class", "--count", "1"]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 90 rows, the first `labelled` with a label: only `signal` decides, beside two numbers and a category of chance. */
function oneColumnDecides(labelled: number): string {
  let state = 2024;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
  const rows = Array.from({ length: 90 }, (_, i) => {
    const [noise, hum, signal] = [random(), random(), random()].map((value) => value.toFixed(3));
    const colour = ["red", "green", "blue"][Math.floor(3 * random())];
    const name = Math.floor(4 * Number(signal)) % 2 === 0 ? "even" : "odd";
    return [noise, hum, signal, colour, i < labelled ? name : ""].join(",");
  });
  return ["noise,hum,signal,colour,class", ...rows, ""].join("\n");
}

beforeAll(() => {
  writeFileSync(join(folder, "many.csv"), oneColumnDecides(52));
  writeFileSync(join(folder, "few.csv"), oneColumnDecides(8));
});

describe("xpal suggest --explain", () => {
  test("ranks the one column that decides first, with its range", async () => {
    const { code, out } = await run("many.csv", "--explain", "--json");
    expect(code).toBe(0);
    const { columns, fittedOn, share, metricShare } = JSON.parse(out).learned;
    expect(fittedOn).toBe(50);
    expect(metricShare).toBeGreaterThan(0);
    expect(metricShare).toBeGreaterThanOrEqual(share);
    expect(columns.map((column: { columns: string[] }) => column.columns[0]).sort()).toEqual([
      ...["colour", "hum", "noise", "signal"],
    ]);
    const [first, ...others] = columns;
    expect(first.columns).toEqual(["signal"]);
    expect(first.verdict).toBe("counts");
    for (const { verdict } of others) expect(["against", "unknown"]).toContain(verdict);
    expect(first.low).toBeLessThanOrEqual(first.weight);
    expect(first.high).toBeGreaterThanOrEqual(first.weight);
    for (const { high } of others) expect(first.low).toBeGreaterThan(high);
    const sum = columns.reduce((total: number, { relative }: { relative: number }) => total + relative, 0);
    expect(sum / columns.length).toBeCloseTo(1, 12);
  });

  test("shows the columns as a table, the longest bar first", async () => {
    const { out } = await run("many.csv", "--explain");
    expect(out).toContain("\nWhat counts, learned from 50 labelled rows (1 is the mean of all columns):\n");
    const bars = out.split("\n").flatMap((line) => {
      const found = /^(\w+) +([\d.]+) {2}(█*) +([\d.]+) to ([\d.]+)/.exec(line);
      return found === null ? [] : [{ name: found[1], length: found[3].length }];
    });
    expect(bars).toHaveLength(4);
    expect(bars[0]).toEqual({ name: "signal", length: 20 });
    expect(bars.map(({ length }) => length)).toEqual(bars.map(({ length }) => length).sort((a, b) => b - a));
    expect(out).toMatch(/\nMetrics learned from the labels make up \d+ % of the comparison, these weights \d+ %\.\n/);
  });

  test("says from how many labels on columns are weighed while there are too few", async () => {
    const sentence = "Columns count alike until at least 10 rows are labelled, and at least 3 for each class seen.";
    expect((await run("few.csv", "--explain")).out).toContain(`\n${sentence}\n`);
    expect(JSON.parse((await run("few.csv", "--explain", "--json")).out).learned).toEqual({
      state: "few",
      columns: [],
      unused: [],
      needed: { labels: 10, perClass: 3 },
      reason: sentence,
    });
  });

  test("says that a fixed kernel weighs no column, and nothing at all when not asked", async () => {
    const { out } = await run("many.csv", "--explain", "--kernel", "auto");
    expect(out).toContain("\nColumns count as they are given: only --kernel learned weighs them.\n");
    expect(JSON.parse((await run("many.csv", "--json")).out)).not.toHaveProperty("learned");
  });
});
