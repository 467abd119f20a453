// ARFF (Weka's attribute-relation format) to a table, dense or sparse. The header declares types, so every cell that
// breaks its declaration is rejected with its line.
import { reject } from "@xpal/core/check";
import { linesInWords, type Notice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { numberUnder } from "../cells/quantity.ts";
import { typeColumn } from "../cells/type-column.ts";
import { withWritten } from "../cells/with-written.ts";
import { columnNames } from "../csv/column-names.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { type ArffAttribute, arffAttribute } from "./arff-attribute.ts";
import { type ArffCell, arffCells } from "./arff-cells.ts";

/**
 * A table from ARFF.
 * @param keepsWritten Whether numbers and dates keep how they were written, for exports.
 * @throws XpalError if the header is broken, a row has another number of cells than there are attributes, or a cell
 * is not of its attribute's type; the lines are named.
 * @example readArff(new TextEncoder().encode("@relation r\n@attribute x numeric\n@data\n1\n2\n")).rows // 2
 */
export function readArff(bytes: Uint8Array, name = "the file", keepsWritten = false): Table {
  const { bytes: utf8, notices } = toUtf8("readArff", name, bytes);
  const lines = new TextDecoder().decode(utf8).split(/\r\n|\n|\r/);
  const { attributes, dataLine } = readHeader(lines, name);
  const rows = readRows(lines, dataLine, attributes, name);
  if (rows.cells.length === 0) reject("readArff", name, "must have at least one row after @data");
  const named = columnNames(attributes.map((attribute) => attribute.name));
  const all: Notice[] = [...notices, ...named.notices];
  const columns = attributes.map((attribute, c) => {
    const { column, notices: said } = readColumn(attribute, named.names[c], rows, c, name);
    all.push(...said);
    if (!keepsWritten) return column;
    return withWritten(
      column,
      rows.cells.map((row) => row[c]),
    );
  });
  return makeTable(columns, { notices: all, lines: Uint32Array.from(rows.lines), source: name });
}

function readHeader(lines: readonly string[], name: string): { attributes: ArffAttribute[]; dataLine: number } {
  const attributes: ArffAttribute[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].trim();
    if (line === "" || line.startsWith("%")) continue;
    const word = /^@\w+/.exec(line)?.[0].toLowerCase();
    if (word === "@data") {
      if (attributes.length === 0) reject("readArff", name, "must declare an attribute before @data");
      return { attributes, dataLine: i + 1 };
    }
    if (word === "@attribute") attributes.push(arffAttribute(line.slice(word.length), name, i + 1));
    else if (word !== "@relation") {
      reject("readArff", `${name}, line ${i + 1},`, "must begin with @relation, @attribute, @data or %", line);
    }
  }
  reject("readArff", name, "must have a line @data");
}

interface Rows {
  /** A missing value is null. */
  readonly cells: (string | null)[][];
  readonly lines: number[];
}

function readRows(lines: readonly string[], from: number, attributes: readonly ArffAttribute[], name: string): Rows {
  const rows: Rows = { cells: [], lines: [] };
  const ragged: number[] = [];
  for (let i = from; i < lines.length; i++) {
    const line = lines[i].trim();
    if (line === "" || line.startsWith("%")) continue;
    const cells = line.startsWith("{") ? sparseRow(line, attributes) : denseRow(line);
    if (cells === undefined) reject("readArff", `${name}, line ${i + 1},`, "must be a row of cells with closed quotes");
    if (cells.length !== attributes.length) ragged.push(i + 1);
    rows.cells.push(cells);
    rows.lines.push(i + 1);
  }
  if (ragged.length > 0) {
    const where = linesInWords(ragged.slice(0, 5), ragged.length);
    reject(
      "readArff",
      name,
      `must have ${attributes.length} cells in every row, but ${where} ${ragged.length === 1 ? "does" : "do"} not`,
    );
  }
  return rows;
}

function denseRow(line: string): (string | null)[] | undefined {
  return arffCells(line, line.includes(",") ? "," : " ")?.map(readCell);
}

/** {index value, …}: what is left out is 0, or the first category. */
function sparseRow(line: string, attributes: readonly ArffAttribute[]): (string | null)[] | undefined {
  if (!line.endsWith("}")) return undefined;
  const row = attributes.map(({ type, categories }): string | null =>
    type === "nominal" ? (categories[0] ?? null) : "0",
  );
  const inner = line.slice(1, -1).trim();
  if (inner === "") return row;
  let last = -1;
  for (const entry of splitEntries(inner)) {
    const match = /^\s*(\d+)\s+(.*)$/s.exec(entry);
    const index = match === null ? -1 : Number(match[1]);
    const cells = match === null ? undefined : arffCells(match[2]);
    if (cells?.length !== 1 || index <= last || index >= row.length) return undefined;
    row[index] = readCell(cells[0]);
    last = index;
  }
  return row;
}

function splitEntries(inner: string): string[] {
  return inner.match(/(?:[^,'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
}

function readCell({ text, quoted }: ArffCell): string | null {
  return text === "?" && !quoted ? null : text;
}

function readColumn(
  attribute: ArffAttribute,
  name: string,
  rows: Rows,
  c: number,
  file: string,
): { column: Column; notices: readonly Notice[] } {
  const cells = rows.cells.map((row) => row[c]);
  const rejectCell = (row: number, rule: string): never =>
    reject("readArff", `${file}, line ${rows.lines[row]}, column ${JSON.stringify(name)},`, rule, cells[row]);
  if (attribute.type === "number") {
    const values = Float64Array.from(cells, (cell, row) => {
      if (cell === null) return Number.NaN;
      const value = numberUnder(cell, ".");
      return Number.isFinite(value) && !cell.includes(",")
        ? value
        : (lenient(cell) ?? rejectCell(row, "must be a number"));
    });
    return { column: { name, type: "number", values }, notices: [] };
  }
  if (attribute.type === "nominal") {
    const declared = new Set(attribute.categories);
    cells.forEach((cell, row) => {
      if (cell !== null && !declared.has(cell))
        rejectCell(row, `must be one of the declared ${attribute.categories.slice(0, 12).join(", ")}`);
    });
    return { column: { name, type: "text", values: cells, categories: attribute.categories }, notices: [] };
  }
  if (attribute.type === "text") return { column: { name, type: "text", values: cells }, notices: [] };
  return typeColumn(name, cells, { decimal: "." }, { word: "line", of: (row) => rows.lines[row] });
}

/** A declared number may have zeros in front. */
function lenient(cell: string): number | undefined {
  return /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(cell) && Number.isFinite(Number(cell)) ? Number(cell) : undefined;
}
