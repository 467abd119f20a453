// FILE.labels.jsonl: every answer as one line, on disk before the next question is asked. The first line says what the
// file is. A line that a crash cut off is dropped, since its question was never followed by another; a whole line counts
// even if an editor has left no line feed behind it. A command that writes holds the file's lock (lock.ts). Each write still checks that the journal has not changed, because an editor or a
// program of another version takes no lock.
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { XpalError } from "@xpal/core";
import type { Notice, Table } from "@xpal/data";
import { modeLike, reasonOf, syncFolder } from "../write-whole.ts";
import type { Answers, Entry } from "./answers.ts";
import { appendWhole } from "./append-whole.ts";
import { rowCheck } from "./row-check.ts";
import { type RowPlaces, rowPlaces } from "./row-places.ts";
import { sidecarPath } from "./sidecar-path.ts";

/** Whose answers these are: a file, its table and the column they are for. */
export interface JournalSubject {
  readonly file: string;
  /** All rows of the file, or some: its `numbers` then say which. Entries have the rows of this table, the file theirs. */
  readonly table: Table;
  readonly labelColumn: string;
  /** How many rows the file has, where the table has only some. */
  readonly rows?: number;
}

const ENDING = ".labels.jsonl";

/** The path of a file's journal. */
export function journalPath(file: string): string {
  return sidecarPath(file, ENDING);
}

/** A journal as it was read. */
export interface ReadJournal {
  readonly entries: readonly Entry[];
  /** The number of bytes in whole lines; new entries are appended after them. */
  readonly size: number;
  /** Whether the last whole line lacks its line feed. */
  readonly isUnended: boolean;
  /** What to say of a last line that was cut off. */
  readonly notices: readonly Notice[];
}

/**
 * Reads a file's journal. If the file has no journal, the result has no entries.
 * @throws XpalError if a line is not an entry, or a row has changed since it was answered.
 */
export function readJournal(subject: JournalSubject): ReadJournal {
  const path = journalPath(subject.file);
  if (!existsSync(path)) return { entries: [], size: 0, isUnended: false, notices: [] };
  const bytes = bytesOf(path);
  const lines = bytes.toString("utf8").split("\n");
  const last = lines.pop() as string;
  const isUnended = parseObject(last) !== undefined; // of a line that was cut off, the last brace is missing
  if (isUnended) lines.push(last);
  const size = isUnended ? bytes.length : bytes.lastIndexOf(10) + 1;
  const notices = isUnended || last.trim() === "" ? [] : [cutOff(path, lines.length + 1, last)];
  const places = rowPlaces(subject.table, subject.labelColumn, isPacked(subject.file));
  const entries = lines.flatMap((line, at) => parseLine(path, line, at + 1, subject, places));
  return { entries, size, isUnended, notices };
}

/** Whether the rows may be the files of a folder or an archive. */
function isPacked(file: string): boolean {
  return /\.zip$/i.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EISDIR" ? "it is a folder" : `reading it is rejected with ${code}`;
    return reject(path, `must be a file that can be read, since answers are kept there, but ${reason}`, "move it away");
  }
}

function cutOff(path: string, line: number, text: string): Notice {
  return { code: "cut-off", message: `${path}, line ${line}, was cut off and is left out: ${text}` };
}

/** Appends entries durably. */
export interface JournalWriter {
  append(entry: Entry): void;
  close(): void;
}

/**
 * Opens a file's journal for appending behind what was read; the file is made with the first entry. The caller holds
 * the file's lock.
 */
export function openJournal(subject: JournalSubject, read: ReadJournal, now: () => Date): JournalWriter {
  const path = journalPath(subject.file);
  let file: number | undefined;
  let { size, isUnended } = read;
  return {
    append(entry) {
      const check = rowCheck(subject.table, entry.row, subject.labelColumn);
      const row = numberOf(subject.table, entry.row);
      const line = `${JSON.stringify({ ...entry, row, check, at: now().toISOString() })}\n`;
      try {
        file ??= openAt(path, size, modeLike(subject.file));
        checkUnchanged(file, path, size);
        const isNew = size === 0;
        const before = isNew ? `${JSON.stringify(headOf(subject))}\n` : isUnended ? "\n" : "";
        size = appendWhole(file, Buffer.from(before + line));
        isUnended = false;
        if (isNew) syncFolder(dirname(path));
      } catch (error) {
        if (error instanceof XpalError) throw error;
        reject(path, `must accept the answer, but ${reasonOf(error)}`, "this answer is not kept, those before it are");
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Opens the journal and drops what a crash left behind the whole lines that were read. */
function openAt(path: string, size: number, mode: number): number {
  const file = openSync(path, "a+", mode);
  const bytes = readFileSync(path);
  if (bytes.length > size && bytes.lastIndexOf(10) < size) ftruncateSync(file, size);
  return file;
}

function checkUnchanged(file: number, path: string, size: number): void {
  const named = statSync(path, { throwIfNoEntry: false });
  const open = fstatSync(file);
  const wayOut = "this answer is not kept; start again";
  if (named?.ino !== open.ino || named.dev !== open.dev) {
    reject(path, "must stay where it is while rows are labelled, but it was moved or removed", wayOut);
  }
  if (open.size !== size) {
    reject(path, "must be written by one command at a time, but another one has written to it", wayOut);
  }
}

/** The text of a journal that says what these answers say. */
export function journalText(subject: JournalSubject, answers: Answers, now: () => Date): string {
  const lines: object[] = [headOf(subject)];
  for (const row of answers.order) {
    const checked = answers.checks.get(row);
    const asked = checked === undefined ? {} : { asked: "check", ...checked };
    const said = { ...(answers.skipped.has(row) ? { skip: true } : { label: answers.labels.get(row) }), ...asked };
    const check = rowCheck(subject.table, row, subject.labelColumn);
    lines.push({ row: numberOf(subject.table, row), ...said, check, at: now().toISOString() });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The row of the file that a row of a table is. */
export function numberOf({ numbers }: Table, row: number): number {
  return numbers?.[row] ?? row;
}

/** The rows of the file that a journal speaks of; what is wrong with its lines is said when it is read. */
export function journalRows(file: string): number[] {
  const path = journalPath(file);
  if (!existsSync(path)) return [];
  const rows = bytesOf(path)
    .toString("utf8")
    .split("\n")
    .map((line) => parseObject(line)?.row);
  return [...new Set(rows.filter((row): row is number => Number.isSafeInteger(row) && (row as number) >= 0))];
}

function headOf({ labelColumn, table, rows = table.rows }: JournalSubject) {
  return { format: "xpal-labels", version: 1, column: labelColumn, rows };
}

function parseLine(path: string, text: string, line: number, subject: JournalSubject, places: RowPlaces): Entry[] {
  const said = parseObject(text);
  if (line === 1) {
    if (said?.format !== "xpal-labels" || said.version !== 1) {
      reject(`${path}, line 1,`, 'must say format "xpal-labels", version 1', "move the file away");
    }
    if (said.column !== subject.labelColumn) {
      const rule = `must hold answers for the column ${JSON.stringify(subject.labelColumn)}, but it holds some for ${JSON.stringify(said.column)}`;
      reject(path, rule, "merge or move it first");
    }
    checkParts(path, said.rows, subject);
    return [];
  }
  if (said === undefined || !isEntry(said)) {
    reject(`${path}, line ${line},`, 'must be an answer such as {"row":0,"label":"a"}', "remove the line");
  }
  const { row, check } = said as Entry & { readonly check?: unknown };
  const place = places(row, check);
  if (place === undefined) rejectRow(`${path}, line ${line},`, row, subject.file);
  return [place === row ? said : { ...said, row: place }];
}

/** Rejects an answer whose check is not that of its row. */
function rejectRow(line: string, row: number, file: string): never {
  const changed = `must belong to row ${row} as it is in ${file}, but that row is another one now`;
  reject(line, changed, "undo the change of the file, or move the journal away");
}

/** Rejects a folder of parts that has fewer rows than when its journal was begun: a part is missing, and all after it have other numbers. */
function checkParts(path: string, before: unknown, { file, table, rows = table.rows }: JournalSubject): void {
  if (typeof before !== "number" || before <= rows || !statSync(file).isDirectory()) return;
  const rule = `must have the ${before} rows of ${path}, line 1, but it has ${rows}`;
  reject(file, rule, `put the missing part back, or write ${rows} there if it was removed on purpose`);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(said: object): said is Entry {
  const { row, label, skip, undo, asked, predicted, model } = said as Record<string, unknown>;
  const isCheck = asked === "check" && typeof predicted === "string" && typeof model === "string";
  return (
    Number.isSafeInteger(row) &&
    (row as number) >= 0 &&
    (typeof label === "string" || skip === true || undo === true) &&
    (asked === undefined || isCheck)
  );
}

function reject(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "journal", argument, rule, wayOut });
}
