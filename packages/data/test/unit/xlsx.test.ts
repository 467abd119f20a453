import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { sourceSettings } from "../../src/formats/source-settings.ts";
import { readXlsx } from "../../src/formats/xlsx/read-xlsx.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { rowPlace } from "../../src/table/row-place.ts";
import { cellText, type Table, writtenText } from "../../src/table/table.ts";
import { workbook } from "../written-formats.ts";

const cells = (table: Table, c: number) =>
  Array.from({ length: table.rows }, (_, row) => cellText(table.columns[c], row));
const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const header = `<row r="1">${inline("A1", "n")}${inline("B1", "word")}</row>`;

describe("XLSX", () => {
  test("reads numbers, shared and inline texts, booleans, dates and formulas with their results", () => {
    const rows = `<row r="1">${["n", "word", "ok", "day", "sum"].map((name, c) => inline(`${"ABCDE"[c]}1`, name)).join("")}</row>
      <row r="2"><c r="A2"><v>1.5</v></c><c r="B2" t="s"><v>0</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" s="1"><v>45351</v></c><c r="E2"><f>A2*2</f><v>3</v></c></row>
      <row r="3"><c r="A3"><v>-2E3</v></c><c r="B3" t="str"><v>a &amp; b</v></c><c r="C3" t="b"><v>0</v></c><c r="D3" s="1"><v>45352.5</v></c><c r="E3"><f>A3*2</f><v>4</v></c></row>`;
    const table = readXlsx(workbook(rows, ["x < y"]));
    expect(table.columns.map(({ type }) => type)).toEqual(["number", "text", "text", "date", "number"]);
    expect(table.columns.map((_, c) => cells(table, c))).toEqual([
      ["1.5", "-2000"],
      ["x < y", "a & b"],
      ["true", "false"],
      ["2024-02-29", "2024-03-01T12:00:00.000Z"],
      ["3", "4"],
    ]);
    expect(table.notices).toEqual([]);
  });

  test("takes left-out cells for missing, and passes over empty rows above", () => {
    const rows = `<row r="3">${inline("B3", "n")}${inline("C3", "word")}</row><row r="5"><c r="C5" t="str"><v>x</v></c></row><row r="6"><c r="B6"><v>7</v></c></row>`;
    const table = readXlsx(workbook(rows));
    expect(table.columns.map(({ name }) => name)).toEqual(["column1", "n", "word"]);
    expect(cells(table, 1)).toEqual([null, "7"]);
  });

  test("says which cells hold errors, formulas without results, or are merged", () => {
    const rows = `${header}<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2"><f>X()</f></c></row><row r="3"><c r="A3"><v>1</v></c>${inline("B3", "x")}</row>`;
    const table = readXlsx(workbook(rows, [], '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>'));
    expect(table.notices.map(({ code, message }) => [code, /\((.*)\)/.exec(message)?.[1]])).toEqual([
      ["cell-error", "A2"],
      ["uncalculated-formula", "B2"],
      ["merged-cells", "B2:B3"],
    ]);
    expect(cells(table, 0)).toEqual([null, "1"]);
  });

  test("numbered its rows from 0, without the header and the rows left out, so that people wrote labels beside other rows", () => {
    const row = (r: number, n: number) =>
      `<row r="${r}"><c r="A${r}"><v>${n}</v></c>${inline(`B${r}`, `w${n % 2}`)}</row>`;
    const table = readXlsx(
      workbook(`<row r="4">${inline("A4", "n")}${inline("B4", "word")}</row>${row(5, 1)}${row(7, 2)}`),
    );
    expect([rowPlace(table, 0), rowPlace(table, 1)]).toEqual(["sheet row 5", "sheet row 7"]);
    expect(table.notices.map(({ message }) => message)).toEqual(["1 empty row of the sheet was left out"]);
    expect(() => fitRecipe(table, { label: "word", classes: ["w0", "x"] })).toThrow(
      'column "word", sheet row 5, must hold',
    );
  });

  test("gave times of its cells a zone in exports, and left the time out at midnight", () => {
    const day = (r: number, value: number) => `<row r="${r}"><c r="A${r}" s="1"><v>${value}</v></c></row>`;
    const written = (rows: string) => {
      const { columns } = readXlsx(workbook(`<row r="1">${inline("A1", "when")}</row>${rows}`));
      return [0, 1].map((row) => writtenText(columns[0], row));
    };
    expect(written(day(2, 45351) + day(3, 45352.5))).toEqual(["2024-02-29T00:00:00.000", "2024-03-01T12:00:00.000"]);
    expect(written(day(2, 45351) + day(3, 45352))).toEqual(["2024-02-29", "2024-03-01"]);
  });

  test("gave dates a zone where texts stand among them, so that a cell read otherwise in a mixed column", () => {
    const day = (r: number, value: number) => `<row r="${r}"><c r="A${r}" s="1"><v>${value}</v></c></row>`;
    const word = (r: number, text: string) => `<row r="${r}">${inline(`A${r}`, text)}</row>`;
    const column = (rows: string) => {
      const book = workbook(`<row r="1">${inline("A1", "when")}</row>${rows}`);
      const { columns, rows: count } = readXlsx(book, { header: true });
      return { type: columns[0].type, cells: Array.from({ length: count }, (_, row) => writtenText(columns[0], row)) };
    };
    const days = column(day(2, 45351) + day(3, 45352)).cells;
    expect(column(day(2, 45351) + day(3, 45352) + word(4, "soon"))).toEqual({ type: "text", cells: [...days, "soon"] });
    const times = column(day(2, 45351) + day(3, 45352.5)).cells;
    expect(column(day(2, 45351) + day(3, 45352.5) + word(4, "soon"))).toEqual({
      type: "text",
      cells: [...times, "soon"],
    });
    // ISO dates that were typed as text do not change what the others are, and stay as they were typed.
    expect(column(day(2, 45351) + day(3, 45352.5) + word(4, "2024-05-03 10:00"))).toEqual({
      type: "date",
      cells: [...times, "2024-05-03 10:00"],
    });
    expect(column(`${day(2, 45351)}<row r="3"><c r="A3"><v>7</v></c></row>`)).toEqual({
      type: "text",
      cells: ["2024-02-29", "7"],
    });
  });

  test("names the rows of the sheet in doubts", () => {
    const body = Array.from({ length: 9 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c></row>`).join(
      "",
    );
    const table = readXlsx(workbook(`${header}${body}<row r="11">${inline("A11", "oops")}</row>`));
    expect(table.notices[0].message).toBe(
      'column "n": 1 cell is read as missing among numbers in sheet row 11: "oops"',
    );
  });

  test("joins texts in pieces and leaves out how they are pronounced", () => {
    const item = '<si><r><t>To</t></r><r><rPr><b/></rPr><t>kyo</t></r><rPh sb="0" eb="2"><t>spoken</t></rPh></si>';
    const rich = workbook(`${header}<row r="2"><c r="B2" t="s"><v>0</v></c></row>`, [], "", item);
    expect(cells(readXlsx(rich), 1)).toEqual(["Tokyo"]);
  });

  test("was rejected for an empty first sheet, although the next one holds the table", () => {
    const book = withSheetBefore(
      workbook(`${header}<row r="2"><c r="A2"><v>1</v></c>${inline("B2", "x")}</row>`),
      "Cover",
    );
    const table = readXlsx(book);
    expect(table.columns.map(({ name }) => name)).toEqual(["n", "word"]);
    expect(table.notices.map(({ message }) => message)).toEqual([
      'the sheet "Data" was read, and 1 more left out (Cover)',
    ]);
    expect(sourceSettings(book, "x.xlsx")).toMatchObject({ sheets: ["Cover", "Data"], sheet: "Data" });
    expect(() => readXlsx(book, { sheet: "Cover" })).toThrow("must have a sheet that is not empty");
    expect(() => readXlsx(withSheetBefore(workbook(""), "Cover"))).toThrow("must have a sheet that is not empty");
  });

  test("of 6,000,000 cells in 120 kB was read for a minute: it is rejected in one sentence within seconds", () => {
    const row = `<row>${"<c><v>1</v></c>".repeat(1000)}</row>`;
    const began = performance.now();
    expect(() => readXlsx(workbook(row.repeat(6000)))).toThrow(
      "must have at most 5000000 cells, got 6000000; save it as .csv",
    );
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("that is damaged, empty, or has no such sheet is rejected", () => {
    const whole = workbook(`${header}<row r="2"><c r="A2"><v>1</v></c></row>`);
    expect(() => readXlsx(whole.subarray(0, whole.length - 40))).toThrow("damaged or cut off");
    expect(() => readXlsx(workbook(""))).toThrow("must have a sheet that is not empty");
    expect(() => readXlsx(whole, { sheet: "Dato" })).toThrow(
      'options.sheet must be one of Data, got "Dato"; did you mean "Data"?',
    );
    expect(() => readXlsx(workbook(`${header}<row r="2"><c r="A2"><v>one</v></c></row>`))).toThrow(
      'cell A2, must be a number, got "one"',
    );
  });
});

/** The workbook with an empty sheet in front. */
function withSheetBefore(book: Uint8Array, name: string): Uint8Array {
  const files = unzipSync(book);
  const put = (path: string, before: string, more: string) => {
    files[path] = strToU8(strFromU8(files[path]).replace(before, `${before}${more}`));
  };
  put("xl/workbook.xml", "<sheets>", `<sheet name="${name}" sheetId="2" r:id="rId2"/>`);
  put("xl/_rels/workbook.xml.rels", "<Relationships>", '<Relationship Id="rId2" Target="worksheets/sheet2.xml"/>');
  files["xl/worksheets/sheet2.xml"] = strToU8("<worksheet><sheetData/></worksheet>");
  return zipSync(files);
}
