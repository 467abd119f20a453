import { cellText, makeTable, parseTable, writtenText } from "@xpal/data";
import { expect, test } from "vitest";
import { arrowWithTimes } from "../../../../data/test/arrow-times.ts";
import { pageFiles } from "../../../src/lite/page-files.ts";
import { withTimes } from "../../../src/server/exchange/with-times.ts";

const CLOCK = ["2024-02-29T13:00:00.123456", "2024-02-29T13:00:00.123457"];
const bytes = arrowWithTimes({ clock: { texts: CLOCK, unit: "micro", zone: null }, x: [1, 2] });

test("times of an Arrow file lost their microseconds in a page without a server", async () => {
  const from = { name: "times.arrow", content: bytes };
  const { columns } = await pageFiles.table(from, {});
  expect(CLOCK.map((_, row) => writtenText(columns[0], row))).toEqual(CLOCK);
});

test("a table with more times than there is memory for keeps milliseconds, and says so", async () => {
  const plain = await parseTable(bytes, "times.arrow");
  const written = () => parseTable(bytes, "times.arrow", { written: true });
  expect((await withTimes(plain, written, 2)).columns[0]).toHaveProperty("written");
  const { columns, notices } = await withTimes(plain, written, 1);
  expect(writtenText(columns[0], 0)).toBe(cellText(columns[0], 0));
  expect(notices.map(({ message }) => message)).toEqual([
    'the file has more than 1 times, which are kept in milliseconds of UTC then: column "clock"',
  ]);
  const numbers = makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2) }]);
  expect(await withTimes(numbers, written, 1)).toBe(numbers);
});
