// A delimited text in pieces. How it is written is found out from its beginning, as for smaller files; one pass over all cells
// then tells which columns are numbers or dates throughout, and where the blocks lie that pieces are read from.
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { isRejection, reject } from "@xpal/core/check";
import type { Notice } from "../../table/notice.ts";
import { parseDate } from "../../table/parse-date.ts";
import { type Column, makeTable } from "../../table/table.ts";
import { columnNames } from "../csv/column-names.ts";
import { type CsvOptions, optionsForName } from "../csv/csv-options.ts";
import type { Dialect } from "../csv/find-dialect.ts";
import { isMissingMarker } from "../csv/missing-marker.ts";
import { type DecimalMark, numberUnder } from "../csv/number-format.ts";
import { NO_BYTE, readCsvDialect, rejectFaults, scanNotices } from "../csv/read-csv.ts";
import { LISTED, NUMBER, type Occurrence, type Scan, SKIP, TEXT } from "../csv/scan-records.ts";
import { settleDecimal } from "../csv/settle-decimal.ts";
import { markerNotice } from "../csv/type-column.ts";
import { batchedSource } from "./batched-source.ts";
import { CellsSeen } from "./column-reading.ts";
import { type Block, lastFilledByte, type RecordForm, scanBlock, scanBlocks } from "./csv-blocks.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

const HEAD_BYTES = 1 << 20;

/** A column as its blocks are read. */
interface ColumnPlan {
  readonly name: string;
  readonly type: "number" | "date" | "text";
  readonly kind: typeof NUMBER | typeof TEXT;
  /** A number that is kept as it was written: words for a missing value are missing all the same. */
  readonly dropsMarkers: boolean;
}

/**
 * The source of a delimited text.
 * @throws XpalError if it is not UTF-8, or a record has another width than the others (its line is named).
 */
export async function csvSource(path: string, files: SourceFiles, given: CsvOptions): Promise<RowSource> {
  const file = await open(path);
  try {
    const options = optionsForName(basename(path), given);
    return await sourceOf(path, file, files, options);
  } catch (error) {
    await file.close();
    if (isRejection(error)) throw error;
    files.checkUnchanged();
    reject("readTable", path, "must stay whole while it is read, but it is cut off");
  }
}

async function sourceOf(path: string, file: FileHandle, files: SourceFiles, options: CsvOptions): Promise<RowSource> {
  const head = await headOf(file);
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const dialect = readCsvDialect(wholeLines(head), options, path);
  if (!/^(?:utf-?8|us-ascii|ascii)$/i.test(dialect.encoding)) {
    const rule = "must be UTF-8 to be read in pieces";
    reject("readTable", path, rule, dialect.encoding, "convert it, or write it as Parquet");
  }
  const { names, notices } = columnNames(dialect.names, dialect.headerLine);
  const form: RecordForm = {
    separator: dialect.separator.charCodeAt(0) || NO_BYTE,
    quote: dialect.quote.charCodeAt(0) || NO_BYTE,
    decimal: dialect.decimal.charCodeAt(0),
  };
  const body = {
    from: mark + dialect.from,
    to: await lastFilledByte(file, files.bytes),
    line: dialect.line,
    path,
    form,
  };
  const pass = await readThrough(file, body, names, dialect, options);
  const readings = [...pass.seen].flatMap(([c, cells]) =>
    options.keepText?.includes(names[c]) ? [] : [{ name: names[c], ...cells.numbers }],
  );
  const taken = {
    decimal: dialect.decimal,
    ...(pass.pointLine === undefined ? {} : { seen: `line ${pass.pointLine}` }),
  };
  const decimal = options.decimal ?? settleDecimal(readings, taken, path);
  if (decimal !== dialect.decimal) return sourceOf(path, file, files, { ...options, decimal });
  const plans = names.map((name, c) => planOf(name, pass, c, decimal, options));
  const kinds = Uint8Array.from(plans, ({ kind }) => kind);
  return batchedSource({
    ...{ path, format: "csv", fingerprint: files.fingerprint },
    reading: JSON.stringify([form, names, options.ragged, options.keepText, options.keepWritten]),
    columns: plans.map(({ name, type }) => ({ name, type })),
    notices: [...dialect.notices, ...notices, ...scanNotices(pass), ...columnNotices(pass, names, decimal, options)],
    sizes: pass.blocks.map(({ rows }) => rows),
    async read(batch) {
      files.checkUnchanged();
      const scan = await scanBlock(file, pass.blocks[batch].block, form, kinds).catch((error) => {
        files.checkUnchanged();
        throw error;
      });
      return makeTable(
        plans.map((plan, c) => columnOf(plan, c, scan, decimal)),
        { source: path },
      );
    },
    close: () => void file.close(),
  });
}

/** What one pass over all cells found. */
interface Pass extends Pick<Scan, "ragged" | "blank" | "strayQuotes"> {
  readonly blocks: { readonly block: Block; readonly rows: number }[];
  /** Columns that were not read as plain numbers from the first block to the last. */
  readonly seen: ReadonlyMap<number, CellsSeen>;
  /** Of the others: words for missing values, and whether there is any number. */
  readonly markers: ReadonlyMap<number, Occurrence & { readonly words: Set<string> }>;
  readonly numeric: ReadonlySet<number>;
  readonly pointLine: number | undefined;
}

async function readThrough(
  file: FileHandle,
  body: Block & { readonly path: string; readonly form: RecordForm },
  names: readonly string[],
  dialect: Dialect,
  options: CsvOptions,
): Promise<Pass> {
  const isText = (c: number) => !dialect.numeric[c] || options.keepText?.includes(names[c]) === true;
  const kinds = Uint8Array.from(names, (_, c) => (isText(c) ? TEXT : NUMBER));
  const seen = new Map<number, CellsSeen>();
  kinds.forEach((kind, c) => void (kind === TEXT && seen.set(c, new CellsSeen())));
  const failed = new Set<number>();
  const numeric = new Set<number>();
  const markers = new Map<number, Occurrence & { words: Set<string> }>();
  const ragged = { count: 0, lines: [] as number[], widths: [] as number[] };
  const [blank, strayQuotes]: Occurrence[] = [1, 2].map(() => ({ count: 0, lines: [] }));
  const blocks: { block: Block; rows: number }[] = [];
  let pointLine: number | undefined;
  for await (const { block, scan } of scanBlocks(file, body, () => kinds)) {
    for (const [c, cells] of seen) cells.add(scan.texts[c] ?? [], scan.lines);
    scan.numbers.forEach((values, c) => void (values?.some((value) => !Number.isNaN(value)) && numeric.add(c)));
    for (const c of scan.failed) {
      failed.add(c);
      kinds[c] = SKIP; // read in a pass of its own below
    }
    for (const [c, { words, ...found }] of scan.markers) {
      const all = markers.get(c) ?? { count: 0, lines: [], words: new Set<string>() };
      markers.set(c, all);
      for (const word of words) all.words.add(word);
      merge(all, found);
    }
    merge(blank, scan.blank);
    merge(strayQuotes, scan.strayQuotes);
    ragged.widths.push(...scan.ragged.widths.slice(0, LISTED - ragged.widths.length));
    merge(ragged, scan.ragged);
    pointLine ??= scan.pointLine;
    rejectFaults(
      { ragged: scan.ragged, ...(scan.fault === undefined ? {} : { fault: scan.fault }) },
      names.length,
      options,
      body.path,
    );
    blocks.push({ block, rows: scan.rows });
  }
  if (failed.size > 0) {
    const only = Uint8Array.from(names, (_, c) => (failed.has(c) ? TEXT : SKIP));
    for (const c of failed) seen.set(c, new CellsSeen());
    for (const { block } of blocks) {
      const scan = await scanBlock(file, block, body.form, only);
      for (const c of failed) seen.get(c)?.add(scan.texts[c] ?? [], scan.lines);
    }
  }
  return { blocks, seen, markers, numeric, pointLine, ragged, blank, strayQuotes };
}

function merge(all: Occurrence, more: Occurrence): void {
  all.count += more.count;
  all.lines.push(...more.lines.slice(0, LISTED - all.lines.length));
}

function planOf(
  name: string,
  { seen, numeric }: Pass,
  c: number,
  decimal: DecimalMark,
  options: CsvOptions,
): ColumnPlan {
  const cells = seen.get(c);
  const found = cells === undefined ? (numeric.has(c) ? "number" : "text") : cells.typeUnder(decimal);
  if (options.keepText?.includes(name)) return { name, type: "text", kind: TEXT, dropsMarkers: false };
  if (found !== "text" && options.keepWritten?.includes(name)) {
    return { name, type: "text", kind: TEXT, dropsMarkers: found === "number" };
  }
  return { name, type: found, kind: cells === undefined && found === "number" ? NUMBER : TEXT, dropsMarkers: false };
}

function columnNotices(pass: Pass, names: readonly string[], decimal: DecimalMark, options: CsvOptions): Notice[] {
  return names.flatMap((name, c) => {
    if (options.keepText?.includes(name)) return [];
    const cells = pass.seen.get(c);
    if (cells !== undefined) return options.keepWritten?.includes(name) ? [] : cells.notices(name, decimal);
    const marked = pass.markers.get(c);
    if (marked === undefined || !pass.numeric.has(c)) return [];
    return [markerNotice(name, marked.words, marked.lines, marked.count)];
  });
}

function columnOf({ name, type, dropsMarkers }: ColumnPlan, c: number, scan: Scan, decimal: DecimalMark): Column {
  const numbers = scan.numbers[c];
  if (numbers !== undefined && type === "number") return { name, type, values: numbers };
  const cells = scan.texts[c] ?? [];
  if (type === "text") {
    const values = dropsMarkers ? cells.map((cell) => (cell !== null && isMissingMarker(cell) ? null : cell)) : cells;
    return { name, type, values };
  }
  const parse = type === "date" ? parseDate : (cell: string) => numberUnder(cell, decimal);
  return { name, type, values: Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : parse(cell))) };
}

/** The beginning of the file. */
async function headOf(file: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(HEAD_BYTES);
  const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
  return bytes.subarray(0, bytesRead);
}

/** The whole lines of a beginning, if it has some. */
function wholeLines(head: Uint8Array): Uint8Array {
  const cut = head.length < HEAD_BYTES ? -1 : head.lastIndexOf(10);
  return cut < 0 ? head : head.subarray(0, cut + 1);
}
