// A delimited text in pieces. How it is written is found out from its beginning, as for smaller files; one pass over all cells
// then tells which columns are numbers or dates throughout, and where the blocks lie that pieces are read from.
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { isRejection, reject } from "@xpal/core/check";
import type { Notice } from "../../table/notice.ts";
import { type Column, makeTable } from "../../table/table.ts";
import type { CellForm } from "../cells/cell-form.ts";
import { namesCode } from "../cells/code-name.ts";
import { ColumnTally, type Decision, missingNotice } from "../cells/column-tally.ts";
import { fileForm } from "../cells/file-form.ts";
import { isMissingWord, missingSet } from "../cells/missing-words.ts";
import { compactDays, MIN_COMPACT } from "../cells/moment.ts";
import { columnOfValues, valuesUnder } from "../cells/type-column.ts";
import { columnNames } from "../csv/column-names.ts";
import { type CsvOptions, optionsForName } from "../csv/csv-options.ts";
import type { Dialect } from "../csv/find-dialect.ts";
import { compactForm, NO_BYTE, plainEvidence, readCsvDialect, rejectFaults, scanNotices } from "../csv/read-csv.ts";
import { LISTED, NUMBER, type Occurrence, type Scan, SKIP, TEXT } from "../csv/scan-records.ts";
import { batchedSource } from "./batched-source.ts";
import { type Block, lastFilledByte, type RecordForm, scanBlock, scanBlocks } from "./csv-blocks.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

const HEAD_BYTES = 1 << 20;

/** A column as its blocks are read. */
interface ColumnPlan {
  readonly name: string;
  readonly type: "number" | "date" | "text";
  readonly kind: typeof NUMBER | typeof TEXT;
  /** How its cells are read, where they are not plain numbers. */
  readonly form?: CellForm;
  /** Whether it keeps how it was written: words for a missing value are missing all the same. */
  readonly isKept: boolean;
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
  const evidence = [...pass.seen].map(([c, tally]) => ({ name: names[c], ...tally.evidence, opens: tally.opens }));
  const plain = pass.pointLine === undefined ? [] : [plainEvidence(dialect.decimal)];
  const settled = fileForm([...evidence, ...plain], options, dialect.separator, path);
  const told = new Set(evidence.flatMap(({ decimal }) => decimal ?? []));
  const [decimal] = pass.pointLine === undefined && told.size === 1 ? told : [dialect.decimal];
  if (decimal !== dialect.decimal && options.decimal === undefined) {
    return sourceOf(path, file, files, { ...options, decimal });
  }
  const places = { word: "line", of: (line: number) => line } as const; // tallies count by lines here
  const decisions = new Map([...pass.seen].map(([c, tally]) => [c, tally.decide(settled.form, places)]));
  const plans = names.map((name, c) => planOf(name, pass, c, decisions.get(c), options));
  const kinds = Uint8Array.from(plans, ({ kind }) => kind);
  return batchedSource({
    ...{ path, format: "csv", fingerprint: files.fingerprint },
    reading: JSON.stringify([form, names, options.ragged, options.keepText, options.keepWritten, plans]),
    columns: plans.map(({ name, type, form }) => ({ name, type, ...(form === undefined ? {} : { form }) })),
    notices: [
      ...[...dialect.notices, ...notices, ...scanNotices(pass), ...settled.notices],
      ...columnNotices(pass, names, decisions, options),
    ],
    sizes: pass.blocks.map(({ rows }) => rows),
    async read(batch) {
      files.checkUnchanged();
      const scan = await scanBlock(file, pass.blocks[batch].block, form, kinds).catch((error) => {
        files.checkUnchanged();
        throw error;
      });
      return makeTable(
        plans.map((plan, c) => columnOf(plan, c, scan, options.missing)),
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
  readonly seen: ReadonlyMap<number, ColumnTally>;
  /** Of the others: words for missing values, and whether there is any number. */
  readonly markers: ReadonlyMap<number, Occurrence & { readonly words: Map<string, number> }>;
  readonly numeric: ReadonlySet<number>;
  /** Of those, whole numbers such as 20240229 that are days throughout. */
  readonly days: ReadonlySet<number>;
  readonly pointLine: number | undefined;
}

async function readThrough(
  file: FileHandle,
  body: Block & { readonly path: string; readonly form: RecordForm },
  names: readonly string[],
  dialect: Dialect,
  options: CsvOptions,
): Promise<Pass> {
  const isKept = (c: number) => options.keepWritten?.includes(names[c]) === true;
  const isText = (c: number) =>
    !dialect.numeric[c] || (namesCode(names[c]) && !isKept(c)) || options.keepText?.includes(names[c]) === true;
  const kinds = Uint8Array.from(names, (_, c) => (isText(c) ? TEXT : NUMBER));
  const seen = new Map<number, ColumnTally>();
  kinds.forEach(
    (kind, c) => void (kind === TEXT && seen.set(c, new ColumnTally(names[c], options.missing, isKept(c)))),
  );
  const failed = new Set<number>();
  const numeric = new Set<number>();
  const others = new Set<number>();
  const counts = new Map<number, number>();
  const markers = new Map<number, Occurrence & { words: Map<string, number> }>();
  const ragged = { count: 0, lines: [] as number[], widths: [] as number[] };
  const [blank, strayQuotes]: Occurrence[] = [1, 2].map(() => ({ count: 0, lines: [] }));
  const blocks: { block: Block; rows: number }[] = [];
  let pointLine: number | undefined;
  for await (const { block, scan } of scanBlocks(file, body, () => kinds)) {
    for (const [c, cells] of seen) cells.add(scan.texts[c] ?? [], scan.lines);
    scan.numbers.forEach((values, c) => {
      if (values === undefined || values.every((value) => Number.isNaN(value))) return;
      numeric.add(c);
      if (others.has(c)) return;
      counts.set(c, (counts.get(c) ?? 0) + values.filter((value) => !Number.isNaN(value)).length);
      if (compactDays(values, 1) === undefined) others.add(c);
    });
    for (const c of scan.failed) {
      failed.add(c);
      kinds[c] = SKIP; // read in a pass of its own below
    }
    for (const [c, { words, ...found }] of scan.markers) {
      const all = markers.get(c) ?? { count: 0, lines: [], words: new Map<string, number>() };
      markers.set(c, all);
      for (const [word, n] of words) all.words.set(word, (all.words.get(word) ?? 0) + n);
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
    for (const c of failed) seen.set(c, new ColumnTally(names[c], options.missing, isKept(c)));
    for (const { block } of blocks) {
      const scan = await scanBlock(file, block, body.form, only);
      for (const c of failed) seen.get(c)?.add(scan.texts[c] ?? [], scan.lines);
    }
  }
  const days = new Set([...numeric].filter((c) => !others.has(c) && (counts.get(c) ?? 0) >= MIN_COMPACT));
  return { blocks, seen, markers, numeric, days, pointLine, ragged, blank, strayQuotes };
}

function merge(all: Occurrence, more: Occurrence): void {
  all.count += more.count;
  all.lines.push(...more.lines.slice(0, LISTED - all.lines.length));
}

function planOf(
  name: string,
  { seen, numeric, days }: Pass,
  c: number,
  decision: Decision | undefined,
  options: CsvOptions,
): ColumnPlan {
  const tally = seen.get(c);
  if (options.keepText?.includes(name)) return { name, type: "text", kind: TEXT, isKept: false };
  const form = decision?.form;
  const isKept = options.keepWritten?.includes(name) === true;
  const isNumber = tally === undefined ? numeric.has(c) : form !== undefined;
  if (isKept || !isNumber)
    return { name, type: "text", kind: TEXT, isKept: isKept && isNumber && tally?.hasWords !== true };
  if (form === undefined && days.has(c)) {
    return { name, type: "date", kind: NUMBER, form: compactForm(options), isKept: false };
  }
  if (form === undefined) return { name, type: "number", kind: NUMBER, isKept: false };
  return { name, type: form.kind === "date" ? "date" : "number", kind: TEXT, form, isKept: false };
}

function columnNotices(
  pass: Pass,
  names: readonly string[],
  decisions: ReadonlyMap<number, Decision>,
  options: CsvOptions,
): Notice[] {
  return names.flatMap((name, c) => {
    if (options.keepText?.includes(name)) return [];
    const decision = decisions.get(c);
    if (decision !== undefined) return options.keepWritten?.includes(name) ? [] : decision.notices;
    const marked = pass.markers.get(c);
    if (marked === undefined || !pass.numeric.has(c)) return [];
    return [missingNotice(name, marked.words, marked.count, marked.lines)];
  });
}

function columnOf(
  { name, type, form, isKept }: ColumnPlan,
  c: number,
  scan: Scan,
  missing: readonly string[] | undefined,
): Column {
  const numbers = scan.numbers[c];
  const more = missingSet(missing);
  if (numbers !== undefined && type === "number") {
    for (const word of more ?? []) {
      const value = word === "" ? Number.NaN : Number(word.replace(",", "."));
      for (let row = 0; row < numbers.length; row++) if (numbers[row] === value) numbers[row] = Number.NaN;
    }
    return { name, type, values: numbers };
  }
  const days = numbers === undefined || type !== "date" ? undefined : compactDays(numbers, 0);
  if (days !== undefined) return { name, type: "date", values: days } as Column;
  const cells = scan.texts[c] ?? [];
  if (form === undefined) {
    const values = isKept ? cells.map((cell) => (cell !== null && isMissingWord(cell, more) ? null : cell)) : cells;
    return { name, type: "text", values };
  }
  return columnOfValues(name, valuesUnder(form, cells), form);
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
