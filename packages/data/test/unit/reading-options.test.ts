import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { readTable } from "../../src/formats/read-table.ts";
import { checkReading, formatScope } from "../../src/formats/reading-options.ts";
import { readingScope } from "../../src/formats/reading-scope.ts";
import { cellText } from "../../src/table/table.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-reading-options-"));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
};

describe("the encoding of a text", () => {
  const word = Uint8Array.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]); // テスト in Shift JIS
  const around = (before: string, after: string) => Buffer.concat([strToU8(before), word, strToU8(after)]);
  test.each([
    ["w.json", around('[{"w": "', '"}]'), "w.json"],
    ["w.jsonl", around('{"w": "', '"}\n'), "w.jsonl"],
    ["w.arff", around("@relation r\n@attribute w {", ",b}\n@data\nb\n"), "w.arff"],
    ["texts/a.txt", word, "texts"],
    ["w.zip", zipSync({ "a.txt": word, "b.txt": word }), "w.zip"],
  ])("was ignored in %s", async (name, content, read) => {
    put(name, content);
    const { columns } = await readTable(join(folder, read), { csv: { encoding: "shift_jis" } });
    const column = columns[columns.length - 1];
    const texts = column.type === "text" && column.categories ? column.categories : [cellText(column, 0)];
    expect(texts).toContain("テスト");
  });

  test("that the text does not have is rejected", async () => {
    await expect(readTable(put("u.json", '[{"w": 1}]'), { csv: { encoding: "utf-9" } })).rejects.toThrow(
      'encoding must be an encoding such as utf-8, utf-16le or windows-1252, got "utf-9"',
    );
  });
});

describe("the options that concern a file", () => {
  test("follow from its bytes, not from its name alone", async () => {
    expect((await readingScope(put("t.csv", "x,y\n1,2\n")))?.options).toContain("separator");
    expect((await readingScope(put("t", '[{"x": 1}]')))?.options).toEqual([
      "encoding",
      "decimal",
      "dateOrder",
      "missing",
    ]);
    expect((await readingScope(put("p.csv", strToU8("PAR1 and more"))))?.kind).toBe("Parquet");
    expect((await readingScope(put("b.zip", zipSync({ "xl/workbook.xml": strToU8("<a/>") }))))?.kind).toBe("XLSX");
  });

  test("are those of every file in a folder or an archive", async () => {
    put("mixed/a.png", "");
    put("mixed/list.xlsx", "");
    put("mixed/embeddings.npz", "");
    put("mixed/.hidden.csv", "");
    expect(await readingScope(join(folder, "mixed"))).toMatchObject({
      kind: "a folder",
      options: ["array", "header", "sheet", "decimal", "dateOrder", "missing"],
    });
    const zipped = zipSync({
      "in/a.png": strToU8("x"),
      "in/list.csv": strToU8("x"),
      "__MACOSX/in/a.xlsx": strToU8("x"),
    });
    const scope = await readingScope(put("in.zip", zipped));
    expect(scope).toMatchObject({ kind: "an archive" });
    expect(scope?.options).toContain("separator");
    expect(scope?.options).not.toContain("sheet");
  });

  test("are not known of what cannot be read", async () => {
    expect(await readingScope(join(folder, "gone"))).toBeUndefined();
    expect(await readingScope(put("empty.csv", ""))).toBeUndefined();
  });
});

test("an option that concerns none of the files is rejected, false and 0 too", () => {
  const scopes = [formatScope("a.json", "json"), formatScope("b.xlsx", "xlsx")];
  expect(
    checkReading("f", { header: false, sheet: "S", encoding: "latin1", array: undefined }, scopes),
  ).toBeUndefined();
  expect(() => checkReading("f", { array: 0 }, scopes)).toThrow(
    "f: array must go with an NPZ file, but a.json is JSON and b.xlsx is XLSX, got 0; leave it out",
  );
  expect(() => checkReading("f", { header: false }, [scopes[0]])).toThrow(
    "f: header must go with a delimited text such as CSV, or an XLSX file, but a.json is JSON; leave it out",
  );
  expect(() => formatScope("a.xls", "xls" as "xlsx")).toThrow("format must be one of csv, json, jsonl, arff, xlsx");
});
