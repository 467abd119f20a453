// One decimal mark for all numbers of an exported text, whatever rows of other files have joined.
import { makeTable } from "@xpal/data";
import { expect, test } from "vitest";
import { decimalMarkOf, numberText } from "../../../src/server/exchange/decimal-mark.ts";

function tableOf(values: number[], written: [number, string][]) {
  return makeTable([{ name: "x", type: "number", values: Float64Array.from(values), written: new Map(written) }]);
}

test("the first number with a fraction tells the mark", () => {
  expect(
    decimalMarkOf(
      tableOf(
        [1234, 0.5],
        [
          [0, "1.234"],
          [1, "0,5"],
        ],
      ),
    ),
  ).toBe(",");
  expect(decimalMarkOf(tableOf([1234, 0.5], [[0, "1,234"]]))).toBe(".");
  expect(decimalMarkOf(tableOf([1, Number.NaN], [[1, "NA"]]))).toBe(".");
});

test("a number is as it was written, unless it would be another one under the mark", () => {
  expect(numberText(83, "83.00", ".")).toBe("83.00");
  expect(numberText(1234.5, "1.234,50", ",")).toBe("1.234,50");
  expect(numberText(1234, "1.234", ".")).toBe("1234"); // of a file with commas, whose points stand before thousands
  expect(numberText(0.5, "0,5", ".")).toBe("0.5");
  expect(numberText(0.5, "0.50", ",")).toBe("0,5");
  expect(numberText(16, "0x10", ".")).toBe("0x10");
  expect(numberText(0.25, undefined, ",")).toBe("0,25");
});
