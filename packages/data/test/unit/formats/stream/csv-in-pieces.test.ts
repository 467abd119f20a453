// The cells of a delimited text mean the same, whether it is read in pieces or whole.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CsvOptions, openRowSource, readTable, surveyOnce, type Table } from "../../../../src/index.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-cells-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function file(text: string): string {
  const path = join(folder, `${count++}.csv`);
  writeFileSync(path, text);
  return path;
}

async function inPieces(path: string, csv: CsvOptions = {}): Promise<Table> {
  const source = await openRowSource(path, { csv });
  try {
    return { ...(await source.at(Array.from({ length: source.rows }, (_, row) => row))), notices: source.notices };
  } finally {
    source.close();
  }
}

function columnsOf({ columns }: Table) {
  return columns.map(({ name, type, values }) => ({ name, type, values: Array.from(values as ArrayLike<unknown>) }));
}

describe("cells read in pieces", () => {
  it("are whole lines where nothing separates", async () => {
    const path = file('note\nwarm, cold\n"Never again", he said\n"open\n');
    const options = { separator: "", header: true };
    expect(columnsOf(await inPieces(path, options))).toEqual(columnsOf(await readTable(path, { csv: options })));
    expect((await readTable(path, { csv: options })).rows).toBe(3);
  });

  it.each([
    ["whole numbers", ["5", "+5", "-0", "9007199254740991", "NA", "", "1e3"]],
    ["fractions", [".5", "1.", "-2.25E-2", "0.1", "5e-324", "1.7976931348623157e308", "12345678901234567890.5"]],
    ["ids of 19 digits", ["1234567898123456845", "1234567898123456846", "7"]],
    ["whole numbers just too long", ["9007199254740992", "1"]],
    ["thousands and a point", ["1,234.5", "999", "12,345,678.25", "-1,000.5"]],
    ["gaps before thousands", ["1 234.5", "1 234 567", "2.5", "?"]],
    ["an apostrophe before thousands", ["1'234.5", "1'000'000", "2.5"]],
    ["different gaps in one number", ["1 234'567", "2.5"]],
    ["groups that are too short", ["1,23.5", "2.5"]],
    ["numbers too long in groups", ["1,234,567,890,123,456,789", "2.5"]],
    ["codes", ["1_000", "2_000"]],
    ["codes with zeros in front", ["007", "010"]],
    ["words for infinity", ["inf", "1.5"]],
    ["numbers beyond doubles", ["1e999", "1.5"]],
    ["hexadecimal digits", ["0x10", "1.5"]],
    ["days as whole numbers", ["20240229", "19991231", "20010131", "NA"]],
    ["two days as whole numbers", ["20240229", "19991231"]],
    ["money", ["$1,200.50", "$3", "($5.25)", "n/a", "unknown"]],
    ["German days", ["31.12.2024", "01.02.2024", "29.02.2024"]],
    ["American days and a word", [...Array.from({ length: 12 }, (_, i) => `1/${i + 10}/2024`), "soon"]],
    ["times of a clock", ["13:45", "08:00", "1:30 PM"]],
    ["weights", ["3.2 kg", "1,500.0 kg", "7"]],
    ["days", ["2024-02-29", "1969-12-31", ""]],
    ["minutes and seconds", ["2024-01-04 10:03", " 1969-01-04T10:03:05 ", "0099-01-04"]],
    ["times", ["2024-01-04 10:03", "2024-01-04T10:03:05.9996", "1960-01-04T10:03:05,25", "2024-01-04 23:59"]],
    ["times with a zone", ["2024-01-01T00:30:00.123456+02:00", "2024-01-01T00:30Z", "2024-01-01 00:30:10-0130"]],
    ["a day that is not there", ["2024-02-30", "2024-02-29"]],
    ["an hour that is not there", ["2024-02-03 24:00", "2024-02-29 10:00"]],
    ["dates and a marker", ["2024-02-03", "NA"]],
    ["markers alone", ["NA", "NA"]],
  ])("of %s were read otherwise than whole", async (_, cells) => {
    const path = file(
      `id;cell;other\n${cells.map((cell, i) => `${i};${cell.startsWith(" ") ? cell : `"${cell}"`};0.${i + 1}5`).join("\n")}\n`,
    );
    expect(columnsOf(await inPieces(path))).toEqual(columnsOf(await readTable(path)));
  });

  it.each([
    ["without quotes", " yes,yes,no ,yes , ", ["yes", "yes", "no", "yes", null]],
    ["with quotes", '" yes","yes",no,"no "," "', [" yes", "yes", "no", "no ", " "]],
    ["around quotes", ' "yes","no" , " yes" ,no,yes', ["yes", "no", " yes", "no", "yes"]],
    ["that are dates", "2024-02-03 , 2024-02-04,2024-02-05, 2024-02-06 ,", null],
  ])("kept or lost the spaces of cells %s", async (_, cells, read) => {
    const path = file(
      `cell,x\n${cells
        .split(",")
        .map((cell, i) => `${cell},${i}.5`)
        .join("\n")}\n`,
    );
    const table = await inPieces(path);
    expect(columnsOf(table)).toEqual(columnsOf(await readTable(path)));
    if (read !== null) expect(table.columns[0].values).toEqual(read);
    expect(table.notices).toEqual([]);
    const kept = { keepText: ["cell"] };
    expect(columnsOf(await inPieces(path, kept))).toEqual(columnsOf(await readTable(path, { csv: kept })));
  });

  it("with spaces inside of quotes may have separators, quotes and lines in them", async () => {
    for (const cells of [
      ['"a, b "', '"c\nd "', '"it""s "', "no"],
      ['"a, b "', '" c"'],
      ['"it""s "', "no"],
    ]) {
      const path = file(`cell,x\n${cells.map((cell, i) => `${cell},${i}`).join("\n")}\n`);
      expect(columnsOf(await inPieces(path))).toEqual(columnsOf(await readTable(path)));
    }
  });

  it("of several columns with spaces are told apart by column", async () => {
    const path = file('plain,quoted,date,x\n a ," a ", 2024-02-03 , 1\nb ,"b ",2024-02-04,2 \n c," c",,3\n');
    const table = await inPieces(path);
    expect(columnsOf(table)).toEqual(columnsOf(await readTable(path)));
    expect(table.columns.map(({ values }) => Array.from(values as ArrayLike<unknown>)).slice(0, 2)).toEqual([
      ["a", "b", "c"],
      [" a ", "b ", " c"],
    ]);
  });

  it("of a file without quotes made two classes of one", async () => {
    const source = await openRowSource(file("kind,colour\na, red\nb,red\na,red \nb, blue\n"));
    const { facts, labels } = await surveyOnce(source, { label: "kind", sample: 10, seed: 1 }, folder);
    source.close();
    expect([...labels.keys()]).toEqual(["a", "b"]);
    expect([...(facts[1].words?.keys() ?? [])]).toEqual(["red", "blue"]);
  });

  it("keep the spaces inside of quotes where others of the column have none", async () => {
    const path = file('kind,x\n" yes",1\n yes,2\nno,3\n');
    const table = await inPieces(path);
    expect(table.columns[0].values).toEqual([" yes", "yes", "no"]);
    expect(table.notices).toEqual((await readTable(path)).notices);
  });

  it("took German thousands for fractions, and said nothing of it", async () => {
    const path = file("preis;anteil\n999;0,11\n1.200;0,12\n1.202,50;-0,5\n NA;7\n");
    const table = await inPieces(path);
    expect(columnsOf(table)).toEqual(columnsOf(await readTable(path)));
    expect(Array.from(table.columns[0].values as Float64Array)).toEqual([999, 1200, 1202.5, Number.NaN]);
    expect(table.notices).toEqual((await readTable(path)).notices);
  });

  it("did not say that long numbers were kept as text", async () => {
    const path = file("id,x\n1234567898123456845,1\n8,2\n");
    const { notices } = await inPieces(path);
    expect(notices.map(({ code }) => code)).toEqual(["long-number"]);
    expect(notices).toEqual((await readTable(path)).notices);
  });

  it("took the decimal mark of the first rows although a later column had the other one", async () => {
    const late = Array.from({ length: 1200 }, (_, i) => `${i};${i < 1100 ? "" : "0,5"};1 234`);
    const path = file(`n;late;gap\n${late.join("\n")}\n`);
    const table = await inPieces(path);
    expect(table.columns.map(({ type }) => type)).toEqual(["number", "number", "number"]);
    expect(columnsOf(table)).toEqual(columnsOf(await readTable(path)));
  });

  it("were not rejected where the decimal mark cannot be told", async () => {
    const path = file("n|a\n1|1,234\n2|2,345\n");
    const rejection = /column "a" must have a clear decimal mark, but its numbers could be thousands or fractions/;
    await expect(readTable(path)).rejects.toThrow(rejection);
    await expect(inPieces(path)).rejects.toThrow(rejection);
    expect(columnsOf(await inPieces(path, { decimal: "." }))[1].values).toEqual([1234, 2345]);
  });

  it("were left out, and their lines are named", async () => {
    const path = file('a,b,c\n1,2,3\n4,5\n6,7,8,9,10\n"x\ny",12,13\n');
    const table = await inPieces(path, { ragged: "skip" });
    expect(columnsOf(table)).toEqual(columnsOf(await readTable(path, { csv: { ragged: "skip" } })));
    expect(table.notices).toEqual((await readTable(path, { csv: { ragged: "skip" } })).notices);
    expect(table.notices.map(({ code }) => code)).toEqual(["ragged-row"]);
    const open = file('a,b\n1,2\n3,"4"x\n5,6\n');
    await expect(readTable(open, { csv: { ragged: "skip" } })).rejects.toThrow(/no text after a closing quote/);
    await expect(inPieces(open, { ragged: "skip" })).rejects.toThrow(/no text after a closing quote, as line 3 has/);
  });

  it("were numbers although they were to be kept as text", async () => {
    const path = file("version,x\n1.10,1\n1.1,2\n");
    expect((await inPieces(path, { keepText: ["version"] })).columns[0].values).toEqual(["1.10", "1.1"]);
  });

  it("had the numbers of an earlier pass after another decimal mark was set", async () => {
    const path = file("a;b\n1.234;x\n2.345;y\n");
    const mean = async (csv: CsvOptions) => {
      const source = await openRowSource(path, { csv });
      const { facts } = await surveyOnce(source, { sample: 10, seed: 1 }, folder);
      source.close();
      return facts[0].mean;
    };
    expect(await mean({})).toBeCloseTo(1.7895, 10);
    expect(await mean({ decimal: "," })).toBeCloseTo(1789.5, 10);
  });
});
