import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTable } from "@xpal/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJournal } from "../../../src/journal/journal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-parts-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder that had lost its last part went on as if it had always been smaller", async () => {
  const file = join(folder, "parts");
  mkdirSync(file);
  const table = await parseTable(new TextEncoder().encode("x,kind\n1,\n2,\n"), "parts.csv");
  const journal = (rows: number) =>
    writeFileSync(`${file}.labels.jsonl`, `{"format":"xpal-labels","version":1,"column":"kind","rows":${rows}}\n`);
  journal(3);
  expect(() => readJournal({ file, table, labelColumn: "kind" })).toThrow(
    /parts must have the 3 rows of .*parts.labels.jsonl, line 1, but it has 2; put the missing part back, or write 2 there/,
  );
  for (const rows of [1, 2]) {
    journal(rows);
    expect(readJournal({ file, table, labelColumn: "kind" }).entries).toEqual([]);
  }
});
