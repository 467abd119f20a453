// FILE.labels.jsonl: every answer as one line, on disk before the next question is asked. The first line says what the
// file is. A line that a crash cut off is dropped, since its question was never followed by another.
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { Table } from "@xpal/data";
import { XpalError } from "xpal";
import { type Answers, type Entry, foldEntries } from "./answers.ts";
import { rowCheck } from "./row-check.ts";

/** Whose answers these are: a file, its table and the column they are for. */
export interface JournalSubject {
  readonly file: string;
  readonly table: Table;
  readonly labelColumn: string;
}

/** The path of a file's journal. */
export function journalPath(file: string): string {
  return `${file.replace(/[\\/]+$/, "")}.labels.jsonl`;
}

/**
 * The entries of a file's journal; none when there is no journal.
 * @throws XpalError if a line is no entry, or a row is not the one that was answered.
 */
export function readJournal(subject: JournalSubject): Entry[] {
  const path = journalPath(subject.file);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop(); // what follows the last line end: nothing, or a line that was cut off
  return lines.flatMap((line, at) => parseLine(path, line, at + 1, subject));
}

/** Appends entries durably. */
export interface JournalWriter {
  append(entry: Entry): void;
  close(): void;
}

/** Opens a file's journal for appending; the file is made with the first entry. */
export function openJournal(subject: JournalSubject, now: () => Date): JournalWriter {
  const path = journalPath(subject.file);
  let file: number | undefined;
  let size = 0;
  return {
    append(entry) {
      if (file === undefined) {
        file = openSync(path, "a+");
        size = dropCutLine(file, path);
        if (size === 0) size += writeSync(file, `${JSON.stringify(headOf(subject))}\n`);
      }
      if (fstatSync(file).size !== size) {
        refuse(path, "must be written by one command at a time, and another one has written to it", "start again");
      }
      const check = rowCheck(subject.table, entry.row, subject.labelColumn);
      size += writeSync(file, `${JSON.stringify({ ...entry, check, at: now().toISOString() })}\n`);
      fsyncSync(file);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** The text of a journal that says what these answers say. */
export function journalText(subject: JournalSubject, answers: Answers, now: () => Date): string {
  const lines: object[] = [headOf(subject)];
  for (const row of answers.order) {
    const said = answers.skipped.has(row) ? { skip: true } : { label: answers.labels.get(row) };
    const check = rowCheck(subject.table, row, subject.labelColumn);
    lines.push({ row, ...said, check, at: now().toISOString() });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The answers in a file's journal. */
export function readAnswers(subject: JournalSubject): Answers {
  return foldEntries(readJournal(subject));
}

function headOf({ labelColumn, table }: JournalSubject) {
  return { format: "xpal-labels", version: 1, column: labelColumn, rows: table.rows };
}

function dropCutLine(file: number, path: string): number {
  const text = readFileSync(path);
  const end = text.lastIndexOf(10) + 1;
  if (end < text.length) ftruncateSync(file, end);
  return end;
}

function parseLine(path: string, text: string, line: number, subject: JournalSubject): Entry[] {
  const said = parseObject(text);
  if (line === 1) {
    if (said?.format !== "xpal-labels" || said.version !== 1) {
      refuse(`${path}, line 1,`, 'must say format "xpal-labels", version 1', "move the file away");
    }
    if (said.column !== subject.labelColumn) {
      const rule = `must hold answers for the column ${JSON.stringify(subject.labelColumn)}, and it holds some for ${JSON.stringify(said.column)}`;
      refuse(path, rule, "merge or move it first");
    }
    return [];
  }
  const { row, check } = said ?? {};
  if (said === undefined || !isEntry(said)) {
    refuse(`${path}, line ${line},`, 'must be an answer such as {"row":0,"label":"a"}', "remove the line");
  }
  if (
    typeof row !== "number" ||
    row >= subject.table.rows ||
    rowCheck(subject.table, row, subject.labelColumn) !== check
  ) {
    const rule = `must belong to row ${row} as it is in ${subject.file}, and that row is another one now`;
    refuse(`${path}, line ${line},`, rule, "undo the change of the file, or move the journal away");
  }
  return [said];
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
  const { row, label, skip, undo } = said as Record<string, unknown>;
  return (
    Number.isSafeInteger(row) && (row as number) >= 0 && (typeof label === "string" || skip === true || undo === true)
  );
}

function refuse(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "journal", argument, rule, wayOut });
}
