// The bytes of a delimited text with answers in its label column, checked by reading them again: each row must have its
// answer, or the label that it had, since one class written in two ways would be two classes from then on.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { XpalError } from "@xpal/core";
import {
  type Column,
  type CsvOptions,
  csvCells,
  labelText,
  type Notice,
  parseTable,
  relabelCsv,
  type Table,
  writeRecords,
} from "@xpal/data";
import { csvOptions } from "../project/open-table.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { classOf } from "../project/with-found.ts";
import type { Answers } from "./answers.ts";
import type { JournalSubject } from "./journal.ts";

const UNLIKE = "must give the same labels when it is read again, but it would not";
const TO_A_COPY = "write a new file with --out labelled.csv";

/**
 * The file with the answers in it; every other byte is as it was.
 * @throws XpalError if a label would be read otherwise, or the file has no line for the name of a new column.
 */
export async function relabelled(
  subject: JournalSubject,
  answers: Answers,
  options: ProjectOptions,
): Promise<Uint8Array> {
  const { file, labelColumn } = subject;
  const bytes = readFileSync(file);
  if (lacksName(csvCells(bytes, csvOptions(options), file), labelColumn)) {
    const rule = `must have a line with the names of its columns to get the column ${JSON.stringify(labelColumn)}`;
    reject(file, rule, TO_A_COPY);
  }
  const labels = spelledAsInFile(subject, answers);
  const result = relabelCsv(bytes, labelColumn, labels, csvOptions(options), file);
  if (!(await isRight(result, file, csvOptions(options), subject, answers))) reject(file, UNLIKE, TO_A_COPY);
  return result;
}

/** The bytes of a copy, and what there is to say about them. */
export interface RelabelledCopy {
  readonly bytes: Uint8Array;
  readonly notices: readonly Notice[];
}

/**
 * A copy of the file with the answers in it. It is UTF-8 where the encoding of the file lacks letters of the labels. It gets a
 * line of names if it has none for a new column.
 * @throws XpalError if a label would be read otherwise all the same.
 */
export async function relabelledCopy(
  subject: JournalSubject,
  answers: Answers,
  options: ProjectOptions,
  out: string,
): Promise<RelabelledCopy> {
  const { file, labelColumn } = subject;
  const bytes = readFileSync(file);
  const cells = csvCells(bytes, csvOptions(options), file);
  if (lacksName(cells, labelColumn)) {
    const rows = cells.rows.map((row, i) => [...row, answers.labels.get(i) ?? ""]);
    const result = new TextEncoder().encode(writeRecords([...cells.names, labelColumn], rows));
    if (await isRight(result, out, {}, subject, answers)) return { bytes: result, notices: [] };
  } else {
    const { csv, notices, ...copy } = relabelledText(subject, bytes, cells, answers, options, out);
    if (await isRight(copy.bytes, file, csv, subject, answers)) return { bytes: copy.bytes, notices };
  }
  return reject(out, UNLIKE, "call the classes otherwise");
}

/** The text with labels in it, in the encoding of the file if that has bytes for all of them, else in UTF-8. */
function relabelledText(
  subject: JournalSubject,
  bytes: Uint8Array,
  { text, encoding }: ReturnType<typeof csvCells>,
  answers: Answers,
  options: ProjectOptions,
  out: string,
): RelabelledCopy & { readonly csv: CsvOptions } {
  const { file, labelColumn } = subject;
  const labels = spelledAsInFile(subject, answers);
  const csv = csvOptions(options);
  try {
    return { bytes: relabelCsv(bytes, labelColumn, labels, csv, file), csv, notices: [] };
  } catch (error) {
    if (!(error instanceof XpalError) || encoding === "utf-8") throw error;
    const asUtf8 = { ...csv, encoding: "utf-8" };
    const copy = relabelCsv(new TextEncoder().encode(text), labelColumn, labels, asUtf8, file);
    const message = `${out} is written as UTF-8, since the answers cannot be written in ${encoding} as ${file} is`;
    return { bytes: copy, csv: asUtf8, notices: [{ code: "encoding-changed", message }] };
  }
}

/** Whether the file has neither the column nor a line that could name it. */
function lacksName({ names, header }: ReturnType<typeof csvCells>, labelColumn: string): boolean {
  return !header && !names.includes(labelColumn);
}

/** The answers, each written as a label of its class is in the file: 1.0 where the class is called 1. */
function spelledAsInFile(subject: JournalSubject, answers: Answers): ReadonlyMap<number, string> {
  const written = [...spellingsIn(subject)];
  return new Map(Array.from(answers.labels, ([row, name]) => [row, classOf(name, written)]));
}

/** All labels of the file, as they are written. */
export function spellingsIn(subject: JournalSubject): ReadonlySet<string> {
  const column = labelColumnOf(subject);
  const spellings = new Set<string>();
  for (let row = 0; row < subject.table.rows; row++) {
    const label = labelText(column, row);
    if (label !== null) spellings.add(label);
  }
  return spellings;
}

/** Whether every row has its answer when the bytes are read, and every other row the label that it had. */
async function isRight(
  bytes: Uint8Array,
  name: string,
  csv: CsvOptions,
  subject: JournalSubject,
  { labels }: Answers,
): Promise<boolean> {
  const after = await readAgain(bytes, name, { ...csv, keepWritten: [subject.labelColumn] });
  const column = after?.columns.find((one) => one.name === subject.labelColumn);
  if (column === undefined || after?.rows !== subject.table.rows) return false;
  const before = labelColumnOf(subject);
  const classes = [...new Set(labels.values())];
  for (let row = 0; row < after.rows; row++) {
    const answer = labels.get(row);
    const found = labelText(column, row, classes);
    if (answer === undefined && found !== labelText(before, row, classes)) return false;
    if (answer !== undefined && found !== answer) return false;
  }
  return true;
}

/** The table; undefined when it cannot be read. */
async function readAgain(bytes: Uint8Array, name: string, csv: CsvOptions): Promise<Table | undefined> {
  try {
    return await parseTable(bytes, basename(name), { csv });
  } catch (error) {
    if (error instanceof XpalError) return undefined;
    throw error;
  }
}

function labelColumnOf({ table, labelColumn }: JournalSubject): Column {
  return table.columns.find(({ name }) => name === labelColumn) as Column; // a new one is there, without values
}

function reject(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "mergeAnswers", argument, rule, wayOut });
}
