// The answers of a journal put into the label column. A delimited text keeps every other byte; of other formats a new
// CSV file is written. The file is replaced in one step, and only when what was written has been read back and found
// right is the journal removed. All of it happens under the file's lock, so that nobody answers in between.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { cellText, labelText, type Notice, type Table, writeCsv } from "@xpal/data";
import { checkCsvName, checkOutputs, optionFiles } from "../project/check-outputs.ts";
import { openLabelled } from "../project/open-project.ts";
import { isDelimited, withWrittenTimes } from "../project/original-cells.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { rowPlace } from "../project/row-words.ts";
import { withItemVectors } from "../project/with-item-vectors.ts";
import type { Stages } from "../terminal/progress.ts";
import { targetOf, writeWhole } from "../write-whole.ts";
import { type Answers, foldEntries } from "./answers.ts";
import { type JournalSubject, journalPath, journalText, type ReadJournal, readJournal } from "./journal.ts";
import { lockFile } from "./lock.ts";
import { relabelled, relabelledCopy, spellingsIn } from "./relabelled.ts";

/** What was written where. */
export interface Merged {
  readonly file: string;
  readonly column: string;
  readonly answers: number;
  /** What was left out of the journal, or written otherwise than in the file. */
  readonly notices: readonly Notice[];
}

/**
 * Writes the answers of a file's journal into its label column, or into a new CSV file.
 * @throws XpalError if there is no answer, a cell says something else, the file cannot be changed in place, or another
 * command is labelling it.
 */
export async function mergeAnswers(
  file: string,
  options: ProjectOptions,
  out: string | undefined,
  now: () => Date,
  stage: Stages,
): Promise<Merged> {
  if (!existsSync(file)) await openLabelled(file, options); // rejects in its own words, and leaves no lock behind
  const lock = await lockFile(file);
  try {
    return await mergeLocked(file, options, out, now, stage);
  } finally {
    lock.release();
  }
}

async function mergeLocked(...[file, options, out, now, stage]: Parameters<typeof mergeAnswers>): Promise<Merged> {
  const { subject, journal } = await openAnswered(file, options, stage);
  const { labelColumn } = subject;
  const { entries } = journal;
  const notices = journal.notices;
  const answers = foldEntries(entries);
  if (answers.labels.size === 0) {
    reject(journalPath(file), "must hold an answer to merge, but has no answers", `xpal label ${file} asks for some`);
  }
  checkAgreement(subject, answers);
  const merged = { column: labelColumn, answers: answers.labels.size, notices };
  if (out !== undefined && targetOf(resolve(out)) !== targetOf(resolve(file))) {
    checkOutputs({ "--out": out }, optionFiles(options));
    checkCsvName("--out", out);
    const copy = isDelimited(file) ? await relabelledCopy(subject, answers, options, out) : undefined;
    writeWhole(out, copy?.bytes ?? (await written(subject, answers, options)));
    return { file: out, ...merged, notices: [...notices, ...(copy?.notices ?? [])] };
  }
  if (!isDelimited(file)) {
    reject(file, "must be CSV or TSV to be changed in place", "write a new file with --out labelled.csv");
  }
  const before = readFileSync(file);
  const bytes = await relabelled(subject, answers, options);
  if (!readFileSync(file).equals(before)) reject(file, "must not be changed while it is merged", "merge again");
  writeWhole(file, bytes);
  letGo(subject, answers, now);
  return { file, ...merged };
}

interface Answered {
  readonly subject: JournalSubject;
  readonly journal: ReadJournal;
}

/** The table and its journal. Vectors that are only remembered are left out, since their file may be gone by now. */
async function openAnswered(file: string, options: ProjectOptions, stage: Stages): Promise<Answered> {
  if (options.settings?.used.includes("embeddings")) {
    const { embeddings: _, role: _role, ignore: _ignore, pin: _pin, ...others } = options; // these may name the vectors
    try {
      const { table, labelColumn } = await openLabelled(file, others);
      const subject = { file, table, labelColumn };
      return { subject, journal: readJournal(subject) };
    } catch (error) {
      // Of earlier versions: the vectors are part of the checks. Where they are gone, the journal says more than their reader.
      if (!(error instanceof XpalError) || !existsSync(options.embeddings ?? "")) throw error;
    }
  }
  const { table, labelColumn } = await openLabelled(file, options);
  const subject = { file, table, labelColumn };
  return { subject, journal: await journalOf(subject, options, stage) };
}

/** The journal; entries of earlier versions belong to rows with vectors of their images or texts, which are made only then. */
async function journalOf(subject: JournalSubject, options: ProjectOptions, stage: Stages): Promise<ReadJournal> {
  const { file, table, labelColumn } = subject;
  try {
    return readJournal(subject);
  } catch (error) {
    const described = await withItemVectors(file, table, { ...options, label: labelColumn }, stage);
    stage.end();
    if (described === table) throw error;
    return readJournal({ ...subject, table: described });
  }
}

/** Rejects to overwrite a label in the file by another one. */
function checkAgreement(subject: JournalSubject, answers: Answers): void {
  const { table, labelColumn, file } = subject;
  const column = table.columns.find(({ name }) => name === labelColumn);
  if (column === undefined) return;
  const spellings = spellingsIn(subject);
  for (const [row, label] of answers.labels) {
    // 1.0 is the class 1 only where no cell says 1: else 1.10 would pass for 1.1.
    const cell = labelText(column, row, spellings.has(label) ? [] : [label]);
    if (cell === null || cell === label) continue;
    const rule = `must be empty or ${JSON.stringify(label)} as answered, but it is ${JSON.stringify(cell)}`;
    reject(
      `${file}, ${rowPlace(table, row)}, column ${JSON.stringify(labelColumn)},`,
      rule,
      "empty the cell, or undo the answer",
    );
  }
}

/** The whole table as CSV. */
async function written({ file, table, labelColumn }: JournalSubject, answers: Answers, options: ProjectOptions) {
  const columns = await withWrittenTimes(file, table.columns, options);
  return writeCsv(withAnswers({ ...table, columns }, labelColumn, answers));
}

function withAnswers(table: Table, labelColumn: string, answers: Answers): Table {
  const columns = table.columns.map((column) => {
    if (column.name !== labelColumn) return column;
    const values = Array.from({ length: table.rows }, (_, row) => answers.labels.get(row) ?? cellText(column, row));
    return { name: labelColumn, type: "text" as const, values };
  });
  return { ...table, columns };
}

/** The answers are in the file now; only what was skipped is still worth keeping. */
function letGo(subject: JournalSubject, answers: Answers, now: () => Date): void {
  const path = journalPath(subject.file);
  const order = answers.order.filter((row) => answers.skipped.has(row));
  if (order.length === 0) rmSync(path);
  else writeWhole(path, journalText(subject, { ...answers, labels: new Map(), order }, now), subject.file);
}

function reject(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "mergeAnswers", argument, rule, wayOut });
}
