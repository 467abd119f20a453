// Numbers that name rows are no features: sorted by class, they give the class away.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generator } from "@xpal/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fitRecipe, fitSurvey, openRowSource, readCsv, readTable } from "../../src/index.ts";
import { surveySource } from "../../src/recipe/survey.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-id-numbers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Cell = number | "";

/** The role and reason of a first column, by a file that is read whole and by the same file read in pieces. */
async function roleOf(name: string, cells: readonly Cell[]): Promise<string> {
  const path = join(folder, "mine.csv");
  const lines = cells.map((cell, i) => `${cell},${(i * 37) % 11},${i < cells.length / 2 ? "a" : "b"}`);
  writeFileSync(path, `${name},x,class\n${lines.join("\n")}\n`);
  const whole = fitRecipe(await readTable(path), { label: "class" }).recipe.columns[0];
  const source = await openRowSource(path);
  const survey = await surveySource(source, { label: "class", sample: 10, seed: 1 });
  source.close();
  expect(fitSurvey(survey, { label: "class" }).recipe.columns[0]).toEqual(whole);
  return `${whole.role}: ${whole.reason}`;
}

const rows = (count: number, value = (i: number) => i) => Array.from({ length: count }, (_, i) => value(i));
const without = (count: number, ...lost: number[]) => rows(count).filter((row) => !lost.includes(row));
const shuffled = (values: readonly number[]) => {
  const chance = generator(3);
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = chance.nextIndex(i + 1);
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
};

describe("learned the class from", () => {
  test.each(["", "Unnamed: 0", "index", "n"])("a row number named %j with one row left out", async (name) => {
    expect(await roleOf(name, without(121, 17))).toMatch(/^id: /);
    expect(await roleOf(name, without(121, 0))).toMatch(/^id: /);
    expect(await roleOf(name, without(12, 5))).toMatch(/^id: /);
  });

  test("ids of which one occurs twice, or one is missing", async () => {
    const ids = rows(120, (i) => 5000 + 13 * i);
    const reason = "id: whole numbers, (almost) all different, named like an id";
    expect(await roleOf("customer_id", ids)).toBe(reason);
    expect(await roleOf("customer_id", [...ids.slice(0, 17), ids[16], ...ids.slice(17)])).toBe(reason);
    expect(await roleOf("customer_id", [...ids.slice(0, 17), "", ...ids.slice(18)])).toBe(reason);
    expect(await roleOf("customer_id", shuffled(ids))).toBe(reason);
  });

  test("the index of the rows that a data frame was filtered or split to", async () => {
    const kept = rows(200).filter((row) => row % 3 !== 1);
    for (const name of ["", "Unnamed: 0", "Unnamed: 0.1", "__index_level_0__"]) {
      expect(await roleOf(name, kept)).toMatch(/^id: /);
      expect(await roleOf(name, shuffled(kept))).toMatch(/^id: /);
    }
  });

  test("ids of more rows than are counted one by one", async () => {
    const ids = rows(25_000, (i) => 7 * i);
    expect(await roleOf("order_id", [...ids, ...ids.slice(0, 500)])).toMatch(/^id: /);
    expect(await roleOf("order_id", [...ids, ...ids])).toBe("id: named like an id, 50 % of the whole numbers differ");
  });
});

describe("a column of ids", () => {
  const read = (text: string) => readCsv(new TextEncoder().encode(text));
  const role = (name: string, value: (i: number) => string, count = 100) => {
    const lines = Array.from({ length: count }, (_, i) => `${value(i)},${i % 7}`);
    const { role: found, reason } = fitRecipe(read(`${name},x\n${lines.join("\n")}\n`)).recipe.columns[0];
    return `${found}: ${reason}`;
  };

  test("whose values repeat was taken for a measurement", async () => {
    const reason = "id: named like an id, 50 % of the whole numbers differ";
    expect(
      await roleOf(
        "customer_id",
        rows(120, (i) => i % 60),
      ),
    ).toBe(reason);
  });

  test("in words was taken for a text", () => {
    expect(role("customer_id", (i) => `C${1000 + (i % 60)}`)).toBe("id: named like an id, 60 different values");
    expect(role("email", (i) => `p${i % 55}@mail.org`)).toBe("id: e-mail addresses, 55 different");
    expect(role("session", (i) => `ORD-2024-${1000 + (i % 80)}`)).toBe("id: codes of one form, 80 different");
    expect(role("tel", (i) => `+49 170 ${100000 + i}`)).toBe("id: phone numbers, 100 different");
    expect(role("zip", (i) => `${10000 + 17 * i}`)).toMatch(/^id: /);
  });

  test("that has few values is a group", () => {
    expect(role("store_id", (i) => `S${i % 8}`)).toBe("categorical: 8 different values");
    expect(role("zip", (i) => `${10000 + (i % 8)}`)).toBe("categorical: 8 different values");
  });
});

describe("a column of whole numbers stays a feature where it", () => {
  test("only looks like a row number", async () => {
    const chance = generator(1);
    const drawn = rows(60, () => 18 + chance.nextIndex(60));
    const sorted = [...drawn].sort((a, b) => a - b);
    for (const name of ["", "age"]) {
      expect(await roleOf(name, drawn)).toBe("numeric: numbers");
      expect(await roleOf(name, sorted)).toBe("numeric: numbers");
    }
    expect(
      await roleOf(
        "year",
        rows(40, (i) => 1980 + i),
      ),
    ).toBe("numeric: numbers");
    expect(
      await roleOf(
        "cents",
        rows(60, (i) => i * i + 99),
      ),
    ).toBe("numeric: numbers");
    expect(
      await roleOf(
        "seconds",
        rows(60, (i) => 2 * i),
      ),
    ).toBe("numeric: numbers");
    expect(await roleOf("size", shuffled(without(121, 17)))).toBe("numeric: numbers");
    expect(
      await roleOf(
        "size",
        rows(120, (i) => i - 60),
      ),
    ).toBe("numeric: numbers");
  });

  test("has values that occur often, whatever its name", async () => {
    expect(
      await roleOf(
        "store_id",
        rows(120, (i) => i % 12),
      ),
    ).toBe("numeric: numbers");
    expect(
      await roleOf(
        "Unnamed: 0",
        rows(120, (i) => i % 12),
      ),
    ).toBe("numeric: numbers");
    expect(await roleOf("id", [1, 2, 2, 3])).toBe("numeric: numbers");
  });

  test("has a fraction anywhere", async () => {
    expect(await roleOf("id", [...rows(119), 200.5])).toBe("numeric: numbers");
  });
});

test("says which numbers count the rows, and which do with gaps", async () => {
  expect(await roleOf("n", rows(10))).toBe("id: counts the rows");
  expect(
    await roleOf(
      "n",
      rows(10, (i) => i + 1),
    ),
  ).toBe("id: counts the rows");
  expect(await roleOf("n", without(11, 4))).toBe("id: counts the rows, with gaps");
  expect(await roleOf("", without(11, 4))).toBe("id: counts the rows, with gaps");
  expect(await roleOf("n", rows(9))).toBe("numeric: numbers");
});
