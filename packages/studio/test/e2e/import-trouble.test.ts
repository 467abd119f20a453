// Files that cannot be read without a decision: the import opens all the same, says what is wrong, and offers the choices.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportPreview } from "../../src/protocol/import-messages.ts";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

async function bring(name: string, body: BodyInit): Promise<string> {
  const answer = await studio.upload(name, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { import: string }).import;
}

function look(id: string, reading: Record<string, string> = {}): Promise<ImportPreview> {
  return studio.get<ImportPreview>(`/api/imports/${id}?${new URLSearchParams(reading)}`);
}

async function make(id: string, choice: object): Promise<Response> {
  const plain = { title: "x", label: null, classes: ["a", "b"], roles: {}, pixels: null };
  return studio.raw(`/api/imports/${id}/project`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...plain, keepLabels: true, dropDuplicates: false, ...choice }),
  });
}

const SENTENCES = [
  "The food was good, the service was slow",
  "I would not come back",
  "Great view, nice room, kind staff",
  '"Never again" is what I said',
  "We loved it, really",
];

describe("a list of sentences", () => {
  for (const name of ["pasted", "list.txt"]) {
    test(`was rejected for its commas and quotes (${name})`, async () => {
      const found = await look(await bring(name, SENTENCES.join("\n")));
      expect(found.rows).toBe(5);
      expect(found.trouble).toBeNull();
      expect(found.columns[0].samples).toEqual(SENTENCES.slice(0, 4));
      expect(found.reading?.now.separator).toBe("none");
      expect(found.reading?.notices.join()).toContain("each line is one item");
    });
  }

  test("was rejected for one comma in one of 30 lines", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `a trip of ${i} days${i === 17 ? ", by boat" : ""}`);
    const found = await look(await bring("list.txt", lines.join("\n")));
    expect([found.rows, found.columns.length, found.trouble]).toEqual([30, 1, null]);
  });

  test("stays a table where nearly all lines form one", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `trip ${i}\t${i}${i === 17 ? "\tby boat" : ""}`);
    const found = await look(await bring("table.txt", `name\tdays\n${lines.join("\n")}`));
    expect([found.columns.length, found.trouble?.what]).toEqual([2, "ragged"]);
  });

  test("can be read as one item a line when every line has one comma", async () => {
    const id = await bring("list.csv", "good, bad\nwarm, cold\nbig, small\n");
    expect((await look(id)).columns.length).toBe(2);
    const found = await look(id, { separator: "none", header: "0" });
    expect(found.columns.map(({ samples }) => samples)).toEqual([["good, bad", "warm, cold", "big, small"]]);
  });
});

describe("a table with a line that is too long", () => {
  const body = "id;text;label\n1;a, b;x\n2;c;y\n3;d;e;x\n4;f;y\n";

  test("was rejected at the upload, with words of the library", async () => {
    const id = await bring("reviews.csv", body);
    const found = await look(id);
    expect(found.trouble).toEqual({
      what: "ragged",
      message: "reviews.csv must have 3 cells in every record, but line 4 does not (4 there)",
    });
    expect(found.columns.map(({ name }) => name)).toEqual(["id", "text", "label"]);
    expect(found.reading?.notices).toEqual([]);
    const rejected = await make(id, { label: "label", classes: ["x", "y"] });
    expect([rejected.status, await rejected.text()]).toEqual([400, expect.stringContaining("line 4 does not")]);
    const without = await look(id, { ragged: "skip" });
    expect([without.rows, without.trouble]).toEqual([3, null]);
    expect(without.reading?.now.ragged).toBe("skip");
    expect(without.reading?.notices).toEqual(["line 4: not as many cells as the header, left out"]);
    const made = await make(id, { label: "label", classes: ["x", "y"], reading: { ragged: "skip" } });
    expect(made.status).toBe(200);
  });
});

describe("numbers that can be read in two ways", () => {
  test("kept a file with thousands from being imported", async () => {
    const id = await bring("price.csv", "text|price|label\nsea|1,200|x\nbar|2,500|y\nwalk|3,100|\n");
    const { trouble, reading } = await look(id);
    expect(trouble?.what).toBe("decimal");
    expect(trouble?.message).toMatch(/^price.csv, column "price" must have a clear decimal mark/);
    expect(trouble?.message).not.toContain("set decimal");
    expect(reading?.decimals).toEqual([".", ","]);
    const [, thousands] = (await look(id, { decimal: "." })).columns;
    const [, fractions] = (await look(id, { decimal: "," })).columns;
    expect([thousands.type, fractions.type]).toEqual(["number", "number"]);
    expect((await look(id, { decimal: "." })).trouble).toBeNull();
  });

  test("are read column by column where both decimal marks occur", async () => {
    const id = await bring("mix.csv", "text;a;b\nx y;1,5;2.5\nz w;2,5;3.5\n");
    const { columns, trouble } = await look(id);
    expect([columns[1].type, columns[2].type, trouble]).toEqual(["number", "number", null]);
  });

  test("and lines that do not fit are asked about one after the other", async () => {
    const id = await bring("both.csv", "text|price\nsea|1,200\nbar|2,500|1\nwalk|3,100\n");
    expect((await look(id)).trouble?.what).toBe("ragged");
    expect((await look(id, { ragged: "skip" })).trouble?.what).toBe("decimal");
    expect((await look(id, { ragged: "skip", decimal: "." })).trouble).toBeNull();
  });
});

test("what is worth knowing was told in words of the library", async () => {
  const one = await look(await bring("one.csv", "text,size\nsea,1\n"));
  const said = [...one.notices, ...(one.reading?.notices ?? [])].join("\n");
  expect(said).toContain("at least two rows");
  expect(said).not.toContain("fitRecipe");
  const list = await look(await bring("words", "alpha is nice\nbeta is bad\ngamma is good\n"));
  const doubtful = await look(await bring("point.csv", "text;size\nsea;1.200\nbar;2.500\n"));
  const words = [list, doubtful]
    .flatMap(({ notices, reading }) => [...notices, ...(reading?.notices ?? [])])
    .join("\n");
  expect(words).toContain("the first record was taken for data");
  expect(words).toContain("was read as a fraction");
  expect(words).not.toMatch(/\bset (?:header|decimal|separator|ragged)\b/);
});
