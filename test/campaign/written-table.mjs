// A random table with known cells, and the bytes of it in every format that the readers know.
import { columnFromArray, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { strToU8, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";

const LETTERS = [..."abcxyzÄßéñ中文🙂 ,;|\t\"'\n&<>\\%"];

/** Columns of numbers, texts and classes; null where a cell is missing. The first row is complete, and none is empty. */
export function randomTable(chance) {
  const rows = 1 + chance.index(30);
  const gap = (row, value) => (row > 0 && chance.index(8) === 0 ? null : value);
  const number = () => (chance.index(2_000_001) - 1_000_000) / 10 ** chance.index(6);
  const text = () => `w${Array.from({ length: chance.index(12) }, () => chance.of(LETTERS)).join("")}w`;
  const column = (make) => Array.from({ length: rows }, (_, row) => gap(row, make()));
  const table = { size: column(number), note: column(text), kind: column(() => chance.of(["red", "green", "blue"])) };
  for (let row = 0; row < rows; row++) {
    const isEmpty = Object.values(table).every((cells) => cells[row] === null);
    if (isEmpty) table.kind[row] = "red"; // a workbook's empty rows are no rows
  }
  return table;
}

/** The endings of all formats. */
export const ENDINGS = ["csv", "tsv", "json", "jsonl", "arff", "parquet", "arrow", "xlsx", "npy", "npz"];

/** The bytes of a table; an array holds the numbers only. */
export function written(table, ending, chance) {
  const rows = table.size.length;
  const objects = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Object.entries(table).map(([name, cells]) => [name, cells[row]])),
  );
  switch (ending) {
    case "csv":
    case "tsv":
      return csv(objects, ending === "tsv" ? "\t" : chance.of([",", ";", "|"]), chance);
    case "json":
      return strToU8(JSON.stringify(objects, null, chance.of([0, 2])));
    case "jsonl":
      return strToU8(objects.map((object) => JSON.stringify(object)).join(chance.of(["\n", "\r\n"])));
    case "arff":
      return strToU8(arff(objects));
    case "parquet": {
      const columnData = Object.entries(table).map(([name, data]) => {
        return { name, data, type: name === "size" ? "DOUBLE" : "STRING", nullable: true };
      });
      return new Uint8Array(parquetWriteBuffer({ columnData }));
    }
    case "arrow": {
      const columns = Object.entries(table).map(([name, cells]) => [name, columnFromArray(cells)]);
      return tableToIPC(tableFromColumns(Object.fromEntries(columns)), { format: "file" });
    }
    case "xlsx":
      return xlsx(objects);
    default: {
      const array = npy(Float64Array.from(table.size, (value) => value ?? 0));
      return ending === "npy" ? array : zipSync({ "vectors.npy": array });
    }
  }
}

function csv(objects, separator, chance) {
  const always = chance.index(2) === 0;
  const quote = (cell) => {
    if (cell === null) return "";
    const text = String(cell);
    return always || /[\s",;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = objects.map((object) => Object.values(object).map(quote).join(separator));
  const text = [Object.keys(objects[0]).join(separator), ...lines].join(chance.of(["\n", "\r\n"]));
  const bytes = strToU8(text + chance.of(["", "\n"]));
  return chance.index(3) === 0 ? Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]) : bytes;
}

function arff(objects) {
  const quote = (text) =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}'`;
  const cell = (value) => (value === null ? "?" : typeof value === "number" ? value : quote(value));
  const head = ["@relation r", "@attribute size numeric", "@attribute note string", "@attribute kind string", "@data"];
  return [...head, ...objects.map((object) => Object.values(object).map(cell).join(","))].join("\n");
}

function xlsx(objects) {
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const cell = (value, at) => {
    if (value === null) return "";
    if (typeof value === "number") return `<c r="${at}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  };
  const rows = [Object.fromEntries(Object.keys(objects[0]).map((name) => [name, name])), ...objects].map(
    (object, r) =>
      `<row r="${r + 1}">${Object.values(object)
        .map((value, c) => cell(value, `${"ABC"[c]}${r + 1}`))
        .join("")}</row>`,
  );
  return zipSync({
    "xl/workbook.xml": strToU8('<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>'),
    "xl/_rels/workbook.xml.rels": strToU8('<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>'),
    "xl/s.xml": strToU8(`<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`),
  });
}

function npy(data) {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${data.length}, 1), }\n`;
  const start = [0x93, ...strToU8("NUMPY"), 1, 0, header.length & 255, header.length >> 8, ...strToU8(header)];
  return Uint8Array.from([...start, ...new Uint8Array(data.buffer)]);
}
