// The same table written in every format, so that the readers can be held to each other.
import { columnFromArray, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { strToU8, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { writeCsv } from "../src/formats/csv/write-csv.ts";
import { type Column, cellText, type Table } from "../src/table/table.ts";

/** Files by name; their endings tell the format. */
export async function writtenFormats(table: Table): Promise<Record<string, Uint8Array>> {
  const objects = Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map((column) => [column.name, plainValue(column, row)])),
  );
  return {
    "table.csv": strToU8(writeCsv(table)),
    "table.tsv": strToU8(writeCsv(table, { separator: "\t" })),
    "table.json": strToU8(JSON.stringify(objects)),
    "table.jsonl": strToU8(objects.map((object) => JSON.stringify(object)).join("\n")),
    "table.parquet": parquetOf(table),
    "table.arrow": arrowOf(table),
    "table.xlsx": xlsxOf(table),
    "table.arff": strToU8(arffOf(table)),
  };
}

function plainValue(column: Column, row: number): string | number | null {
  if (column.type === "number") return Number.isNaN(column.values[row]) ? null : column.values[row];
  return cellText(column, row);
}

function parquetOf(table: Table): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: table.columns.map((column) => ({
        name: column.name,
        data: Array.from({ length: table.rows }, (_, row) => plainValue(column, row)),
        type: column.type === "number" ? "DOUBLE" : "STRING",
        nullable: true,
      })),
    }),
  );
}

function arrowOf(table: Table): Uint8Array {
  const columns = table.columns.map((column) => [
    column.name,
    columnFromArray(Array.from({ length: table.rows }, (_, row) => plainValue(column, row))),
  ]);
  return tableToIPC(tableFromColumns(Object.fromEntries(columns)), { format: "file" }) as Uint8Array;
}

/** A workbook of one sheet; names and texts are shared strings. */
export function xlsxOf(table: Table): Uint8Array {
  const texts: string[] = [];
  const shared = (text: string) => `t="s"><v>${texts.push(text) - 1}</v>`;
  const cell = (value: string | number | null, at: string) => {
    if (value === null) return "";
    return `<c r="${at}" ${typeof value === "number" ? `><v>${value}</v>` : shared(value)}</c>`;
  };
  const letters = table.columns.map((_, c) => String.fromCharCode(65 + c));
  const header = table.columns.map(({ name }, c) => cell(name, `${letters[c]}1`)).join("");
  const rows = Array.from(
    { length: table.rows },
    (_, row) =>
      `<row r="${row + 2}">${table.columns.map((column, c) => cell(plainValue(column, row), `${letters[c]}${row + 2}`)).join("")}</row>`,
  );
  return workbook(`<row r="1">${header}</row>${rows.join("")}`, texts);
}

/** A workbook around the rows of its sheet. Cell style 1 is a date. */
export function workbook(rows: string, texts: readonly string[] = [], more = "", sharedItems = ""): Uint8Array {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const escaped = texts.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  return zipSync({
    "xl/workbook.xml": strToU8(
      `<?xml version="1.0"?><workbook ${main} xmlns:r="r"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    "xl/styles.xml": strToU8(
      `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
    "xl/sharedStrings.xml": strToU8(
      `<sst ${main}>${escaped.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join("")}${sharedItems}</sst>`,
    ),
    "xl/worksheets/sheet1.xml": strToU8(`<worksheet ${main}><sheetData>${rows}</sheetData>${more}</worksheet>`),
  });
}

function arffOf(table: Table): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  const attributes = table.columns.map(
    ({ name, type }) => `@attribute ${quote(name)} ${type === "number" ? "numeric" : "string"}`,
  );
  const rows = Array.from({ length: table.rows }, (_, row) =>
    table.columns
      .map((column) => {
        const value = plainValue(column, row);
        return value === null ? "?" : typeof value === "number" ? value : quote(value);
      })
      .join(","),
  );
  return ["@relation written", ...attributes, "@data", ...rows].join("\n");
}

/** An .npy file of version 1.0 around raw bytes. */
export function npyOf(descr: string, shape: number[], data: ArrayBufferView, fortran = false): Uint8Array {
  const shapeText = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const header = `{'descr': '${descr}', 'fortran_order': ${fortran ? "True" : "False"}, 'shape': (${shapeText}), }\n`;
  const body = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const bytes = new Uint8Array(10 + header.length + body.length);
  bytes.set([0x93, ...strToU8("NUMPY"), 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(strToU8(header), 10);
  bytes.set(body, 10 + header.length);
  return bytes;
}
