// Times of Parquet and Arrow files in exports: with all of their digits, and without a zone that nobody has named.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fitRecipe, makeTable, parseTable, readTable, type Table, writtenText } from "../../src/index.ts";
import { parseDate } from "../../src/table/parse-date.ts";
import { cellText } from "../../src/table/table.ts";
import { timeText } from "../../src/table/written-times.ts";
import { arrowWithTimes } from "../arrow-times.ts";
import { ticksOf, writeParquet } from "../write-parquet.ts";

const CLOCK = [
  "2024-02-29T13:00:00.123456",
  "2024-02-29T13:00:00.123",
  "1969-12-31T23:59:59.999999",
  "2024-02-29",
  null,
];
const FINE = [
  "2024-02-29T13:00:00.123456789",
  "2024-02-29T13:00:00.123",
  "1969-12-31T23:59:59.999999999",
  "2024-02-29",
  null,
];
const INSTANT = CLOCK.map((text) => (text === null || text.length === 10 ? text : `${text}Z`));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-times-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const cells = ({ columns, rows }: Table) =>
  columns.map((column) => Array.from({ length: rows }, (_, row) => writtenText(column, row)));

/** A text that is written from a table, read again: the same cells in columns of the same roles. */
async function expectSameFromText(table: Table): Promise<void> {
  const written = cells(table);
  const body = written[0].map((_, row) => written.map((column) => column[row] ?? "").join(","));
  const text = [table.columns.map(({ name }) => name).join(","), ...body].join("\n");
  const back = await parseTable(new TextEncoder().encode(`${text}\n`), "back.csv", { written: true });
  expect(cells(back)).toEqual(written);
  const x = { name: "x", type: "number" as const, values: Float64Array.of(1, 2, 4, 5, 7) };
  const roles = ({ columns }: Table) => fitRecipe(makeTable([x, ...columns])).recipe.columns;
  expect(roles(back)).toEqual(roles(table));
}

describe("times of a Parquet file", () => {
  test("lost their microseconds in exports, and those without a zone became times of UTC", async () => {
    const path = join(folder, "times.parquet");
    const ticks = (texts: readonly (string | null)[], perSecond: bigint) =>
      texts.map((text) => (text === null ? null : ticksOf(text, perSecond)));
    writeParquet(path, [
      { name: "clock", type: "clock-us", data: ticks(CLOCK, 1_000_000n) },
      { name: "fine", type: "clock-ns", data: ticks(FINE, 1_000_000_000n) },
      { name: "instant", type: "instant-us", data: ticks(CLOCK, 1_000_000n) },
    ]);
    const table = await readTable(path, { written: true });
    expect(cells(table)).toEqual([CLOCK, FINE, INSTANT]);
    const plain = await parseTable(readFileSync(path), "times.parquet", { written: true }); // as in browsers
    expect(cells(plain)).toEqual([CLOCK, FINE, INSTANT]);
    await expectSameFromText(table);
    const unasked = await readTable(path);
    expect(unasked.columns).toEqual(table.columns.map(({ name, type, values }) => ({ name, type, values })));
  });
});

describe("times of an Arrow file", () => {
  test("lost their microseconds in exports, and those without a zone became times of UTC", async () => {
    const bytes = arrowWithTimes({
      clock: { texts: CLOCK, unit: "micro", zone: null },
      fine: { texts: FINE, unit: "nano", zone: null },
      instant: { texts: CLOCK, unit: "micro", zone: "UTC" },
    });
    const table = await parseTable(bytes, "times.arrow", { written: true });
    expect(cells(table)).toEqual([CLOCK, FINE, INSTANT]);
    await expectSameFromText(table);
    const unasked = await parseTable(bytes, "times.arrow");
    expect(unasked.columns).toEqual(table.columns.map(({ name, type, values }) => ({ name, type, values })));
  });
});

describe("the text of a time", () => {
  test("reads back as the same millisecond, and ends in Z only where the file has a zone (property)", () => {
    const ticks = fc.bigInt({ min: -30_000_000_000n, max: 100_000_000_000n }); // from the year 1019 to 5138, in seconds
    fc.assert(
      fc.property(
        ticks,
        fc.constantFrom(1n, 1000n, 1_000_000n),
        fc.nat(999_999),
        fc.boolean(),
        (seconds, perSecond, rest, isZoned) => {
          const time = seconds * perSecond + (BigInt(rest) % perSecond);
          const milliseconds = Number(
            (time * 1000n - ((((time * 1000n) % perSecond) + perSecond) % perSecond)) / perSecond,
          );
          const plain = cellText({ name: "t", type: "date", values: Float64Array.of(milliseconds) }, 0);
          const text = timeText(time, { perSecond, isZoned }) ?? plain ?? "";
          expect(parseDate(text)).toBe(milliseconds);
          if (!isZoned) expect(text).not.toContain("Z");
        },
      ),
    );
  });
});
