// Rows that join a project are read as the file of the project was; where that fails, as somebody says.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbook } from "../../../data/test/written-formats.ts";
import type { ImportPreview, Reading, RowsReport } from "../../src/protocol/import-messages.ts";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

const LIST = "alpha is nice\nbeta is bad\ngamma is good\ndelta is odd\n";

async function bring(name: string, body: string | Uint8Array): Promise<string> {
  const answer = await studio.upload(name, body as BodyInit);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { import: string }).import;
}

/** A project of a file that is read in a way. */
async function make(name: string, body: string | Uint8Array, reading: Reading, choice: object): Promise<string> {
  const id = await bring(name, body);
  const plain = { title: name, label: null, classes: ["x", "y"], roles: {}, pixels: null, dropDuplicates: false };
  const asked = { ...plain, keepLabels: true, ...choice, reading };
  return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, asked)).project;
}

async function add(project: string, name: string, body: string | Uint8Array, reading?: Reading): Promise<RowsReport> {
  return studio.post<RowsReport>(`/api/imports/${await bring(name, body)}/rows`, { project, reading });
}

function inline(at: string, text: string): string {
  return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Rows of a sheet with two columns. */
function sheet(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([a, b], i) => `<row r="${i + 1}">${inline(`A${i + 1}`, a)}${inline(`B${i + 1}`, b)}</row>`).join("");
}

/** A workbook whose second sheet has the items. */
function twoSheets(rows: readonly (readonly [string, string])[]): Uint8Array {
  const files = unzipSync(
    workbook(
      sheet([
        ["about", "by"],
        ["these are notes", "me"],
      ]),
    ),
  ); // prettier-ignore
  const second = unzipSync(workbook(sheet(rows)))["xl/worksheets/sheet1.xml"];
  const book = strFromU8(files["xl/workbook.xml"]);
  const links = strFromU8(files["xl/_rels/workbook.xml.rels"]);
  return zipSync({
    ...files,
    "xl/worksheets/sheet2.xml": second,
    "xl/workbook.xml": strToU8(book.replace("</sheets>", '<sheet name="Items" sheetId="2" r:id="rId2"/></sheets>')),
    "xl/_rels/workbook.xml.rels": strToU8(
      links.replace("</Rel", '<Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Rel'),
    ),
  });
}

const ITEMS = [
  ["text", "kind"],
  ["a warm day", "x"],
  ["a cold night", "y"],
  ["a wet road", "x"],
] as const;

test("the workbook of a project of its second sheet was rejected, since the first sheet lacks its columns", async () => {
  const choice = { roles: { text: "text" }, label: "kind" };
  const project = await make("items.xlsx", twoSheets(ITEMS), { sheet: "Items" }, choice);
  const report = await add(project, "items.xlsx", twoSheets([...ITEMS, ["a new lake", "y"]]));
  expect(report).toMatchObject({ rows: 4, added: 1, repeats: 3 });
});

test("a further file without names was rejected, where the project's has none", async () => {
  const body = "good,lovely day out\nbad,awful rain again\ngood,super nice\nbad,rude people\n";
  const choice = { label: "column1", classes: ["bad", "good"], roles: { column2: "text" } };
  const project = await make("hl.csv", body, { header: false }, choice);
  expect(await add(project, "hl2.csv", "good,brand new thing\nbad,another bad one\n")).toMatchObject({
    added: 2,
    labelled: 2,
  });
  // A file that has the names, such as an export, keeps them as names.
  const exported = await (await studio.raw(`/api/projects/${project}/export/csv`)).text();
  expect(await add(project, "again.csv", exported)).toMatchObject({ added: 0, repeats: 6 });
});

test("one more line was rejected for a project of a list", async () => {
  const project = await make("pasted", LIST, {}, { roles: { column1: "text" } });
  expect(await add(project, "more.txt", "just one line\n")).toMatchObject({ added: 1 });
  expect(await add(project, "more.txt", "epsilon, which is new\nalpha is nice\n")).toMatchObject({
    added: 1,
    repeats: 1,
  });
});

test("numbers and lines that do not fit are read as was decided for the project, and that is said", async () => {
  const price = (rows: string) => `text;price\n${rows}`;
  const first = price("sea;1.200\nbar;2.500\nlong;1.100;2\nwalk;3.100\n");
  const project = await make("price.csv", first, { decimal: ",", ragged: "skip" }, { roles: { text: "text" } });
  const report = await add(project, "more.csv", price("sea;1.200\nhill;1.700\nlake;1.800;9\n"));
  expect(report).toMatchObject({ rows: 2, added: 1, repeats: 1 });
  expect(report.notices).toEqual(["line 4: not as many cells as the header, left out"]);
  const csv = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
  expect(csv).toContain("1700");
});

test("where that fails, somebody can say how they are read", async () => {
  const project = await make("t.csv", "text,size\nsea,1\nbar,2\nwalk,3\n", {}, { roles: { text: "text" } });
  const id = await bring("more.csv", "text,size\nhill,4\nlake,5,9\n");
  const rejected = await studio.raw(`/api/imports/${id}/rows?project=${project}`);
  expect([rejected.status, await rejected.text()]).toEqual([400, expect.stringContaining("line 3 does not")]);
  expect((await studio.get<ImportPreview>(`/api/imports/${id}`)).trouble?.what).toBe("ragged");
  const report = await studio.get(`/api/imports/${id}/rows?project=${project}&ragged=skip`);
  expect(report).toMatchObject({ added: 1 });
  const added = await studio.post(`/api/imports/${id}/rows`, { project, reading: { ragged: "skip" } });
  expect(added).toMatchObject({ added: 1 });
});

test("a choice that the file does not have, such as a sheet of a CSV file, was ignored", async () => {
  const id = await bring("t.csv", "text,size\nsea,1\nbar,2\nwalk,3\n");
  const preview = await studio.raw(`/api/imports/${id}?sheet=Items`);
  const sentence = 'sheet must go with an XLSX file, but t.csv is delimited text, got \\"Items\\"; leave it out';
  expect([preview.status, await preview.text()]).toEqual([400, expect.stringContaining(sentence)]);
  await expect(make("t.csv", "text,size\nsea,1\nbar,2\n", { sheet: "Items" }, {})).rejects.toThrow("an XLSX file");
  await expect(make("t.json", '[{"text": "sea"}]', { separator: ";" }, {})).rejects.toThrow(/separator .* is JSON/);
  await expect(make("b.xlsx", twoSheets(ITEMS), { encoding: "latin1" }, {})).rejects.toThrow(/encoding .* is XLSX/);
});

test("what is remembered of a project's file does not reject rows in another format", async () => {
  const choice = { roles: { text: "text" }, label: "kind" };
  const project = await make("items.xlsx", twoSheets(ITEMS), { sheet: "Items" }, choice);
  expect(await add(project, "more.csv", "text,kind\na new lake,y\n")).toMatchObject({ added: 1 });
  expect(await add(project, "more.jsonl", '{"text": "a new hill", "kind": "y"}\n')).toMatchObject({ added: 1 });
  await expect(add(project, "more.csv", "text,kind\na new sea,y\n", { sheet: "Items" })).rejects.toThrow("XLSX file");
});
