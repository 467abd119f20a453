// Exports are made while they are sent.
import { cellText, parseTable } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { exportFormats } from "../../../src/server/exchange/export-formats.ts";
import type { ExportRow } from "../../../src/server/exchange/export-rows.ts";
import { streamOf } from "../../../src/server/exchange/stream-of.ts";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";

const about = {
  classes: ["a", "b"],
  recipe: { label: null, groups: [] },
  view: { image: null, texts: ["text"] },
} as unknown as ProjectAbout;

/** The row of an item; every third has a label. */
function rowOf(item: number): ExportRow {
  const label = item % 3 === 0 ? "a" : null;
  const by = label === null ? null : "Ada";
  return {
    ...{ item, cells: { text: `line ${item}\nand "more"`, x: item / 4, none: null }, written: {} },
    ...{ label, status: label === null ? "open" : "labelled", at: null, seconds: null, order: null, gain: null },
    ...{ asked: null, by, source: label === null ? null : "person", predicted: "b", probability: 0.75 },
    opinions: label === null ? [] : [{ by, label, at: null, seconds: null }],
  };
}

/** Rows that count how often one was made. */
function counted(count: number) {
  const made = { rows: 0 };
  const rows: Iterable<ExportRow> = {
    *[Symbol.iterator]() {
      for (let item = 0; item < count; item++, made.rows++) yield rowOf(item);
    },
  };
  return { rows, made };
}

async function whole(format: string, count: number): Promise<Uint8Array> {
  const { body } = exportFormats[format](counted(count).rows, about);
  return new Uint8Array(await new Response(streamOf(body)).arrayBuffer());
}
const text = async (format: string, count: number) => new TextDecoder().decode(await whole(format, count));

describe("an export", () => {
  test.each(["label-studio", "argilla"])("to %s has the bytes of a list that is written at once", async (format) => {
    for (const count of [0, 1, 5]) {
      const written = await text(format, count);
      expect(written).toBe(JSON.stringify(JSON.parse(written), null, 1));
      expect(JSON.parse(written)).toHaveLength(count);
    }
  });

  test("to CSV has one header, however many rows", async () => {
    const written = await text("csv", 2);
    expect(written.startsWith("text,x,none,label,")).toBe(true);
    expect(written).toContain('\n"line 1\nand ""more""",0.25,,');
    expect(written.split("text,x,none")).toHaveLength(2);
  });

  test("to Parquet reads back whole over several groups of rows", async () => {
    const { rows, columns } = await parseTable(await whole("parquet", 12_001), "export.parquet");
    expect(rows).toBe(12_001);
    const [text, x, none] = columns;
    expect([cellText(text, 7000), cellText(x, 7000), cellText(none, 7000)]).toEqual([
      'line 7000\nand "more"',
      "1750",
      null,
    ]);
    expect([x.type, text.type]).toEqual(["number", "text"]);
    expect((await whole("parquet", 0)).length).toBeGreaterThan(8); // no row, but a file
  });

  test("makes only a few rows before they are read, and none once nobody reads", async () => {
    const { rows, made } = counted(100_000);
    const reader = streamOf(exportFormats.jsonl(rows, about).body).getReader();
    await reader.read();
    expect(made.rows).toBeGreaterThan(0);
    expect(made.rows).toBeLessThan(2000);
    await reader.cancel();
    const then = made.rows;
    await new Promise((done) => setTimeout(done, 20));
    expect(made.rows).toBe(then);
  });
});
