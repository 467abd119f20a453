// `xpal label`: questions and answers in the terminal, or the answers so far put into the table.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CHECK_SHARE, XpalError } from "@xpal/core";
import { importAnswers } from "../journal/import-answers.ts";
import { type JournalWriter, journalPath, openJournal } from "../journal/journal.ts";
import { labelLoop } from "../journal/labelling/label-loop.ts";
import { lockFile } from "../journal/lock.ts";
import { mergeAnswers } from "../journal/merge-answers.ts";
import { type Expectation, expectation, TOO_EARLY } from "../project/expectation.ts";
import { checksOf, type Guaranteed, guaranteed, modelName, targetOf } from "../project/guaranteed.ts";
import { kernelWords } from "../project/kernel-words.ts";
import { learnerOf, noticesOf, openProject, type Project } from "../project/open-project.ts";
import { openTable } from "../project/open-table.ts";
import { isDelimited } from "../project/original-cells.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { type AppliedSettings, rememberSettings } from "../project/settings.ts";
import { rowCount } from "../project/suggestions.ts";
import { riskName } from "../project/worth.ts";
import { amount } from "../terminal/amount.ts";
import { type Paint, painter } from "../terminal/paint.ts";
import { stages } from "../terminal/progress.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the options hold. */
export interface LabelOptions extends ProjectOptions {
  readonly strategy: string;
  readonly count?: number;
  readonly showPrediction?: true;
  /** The share of the answers that are checks. */
  readonly checks?: number;
  /** As it was written: what it means follows from whether errors have costs. */
  readonly target?: string;
  readonly merge?: true;
  /** A filled-in list of answers to read. */
  readonly import?: string;
  readonly out?: string;
  readonly json?: true;
}

/** Asks for labels, or writes those that were given into the file. */
export async function labelOrMerge(file: string, options: LabelOptions, terminal: Terminal): Promise<void> {
  if (options.out !== undefined && !options.merge) {
    const wayOut = "without it nothing is written there: answers are kept in FILE.labels.jsonl";
    throw new XpalError("bad-argument", { who: "label", argument: "--out", rule: "must go with --merge", wayOut });
  }
  if (options.import === undefined)
    return options.merge ? merge(file, options, terminal) : label(file, options, terminal);
  await importList(file, options.import, options, terminal);
  if (options.merge) await merge(file, options, terminal);
}

/** Reads a filled-in list. */
async function importList(file: string, from: string, options: LabelOptions, terminal: Terminal): Promise<void> {
  const found = await importAnswers(file, from, options, terminal.date);
  if (options.json && !options.merge) terminal.out.write(`${JSON.stringify({ ...found, file: resolve(file) })}\n`);
  if (options.json) return;
  const { imported, known, empty, column } = found;
  const more = [
    ...(known === 0 ? [] : [`${known} known already`]),
    ...(empty === 0 ? [] : [`${empty} without an answer`]),
  ];
  const rest = more.length === 0 ? "" : ` (${more.join(", ")})`;
  terminal.out.write(`${amount(imported, "answer")} for ${JSON.stringify(column)} imported from ${from}${rest}.\n`);
}

async function label(file: string, options: LabelOptions, terminal: Terminal): Promise<void> {
  if (!existsSync(file)) await openTable(file, options); // rejects in its own words, and leaves no lock behind
  const lock = await lockFile(file);
  try {
    await labelLocked(file, options, terminal);
  } finally {
    lock.release();
  }
}

async function labelLocked(file: string, options: LabelOptions, terminal: Terminal): Promise<void> {
  const stage = stages(terminal, false); // the keys are for answers
  const project = await openProject(file, options, stage);
  const learner = await learnerOf(project, options, stage);
  const { table, labelColumn } = project;
  const subject = { file, table, labelColumn, rows: rowCount(project) };
  const journal = remembering(openJournal(subject, project.journal, terminal.date), project, options);
  const shown = options.json ? { ...terminal, out: terminal.err } : terminal;
  stage.end();
  const notices = noticesOf(project, learner);
  sayNotices(terminal, [...project.journal.notices, ...notices]);
  terminal.err.write(`${kernelWords(project.recipe, project.model)}\n`);
  try {
    const { entries: before } = project.journal;
    const showPrediction = options.showPrediction === true;
    const { count = Number.POSITIVE_INFINITY, classes: declared = [] } = options;
    const target = targetOf(project.model, options.target);
    const checks = { share: options.checks ?? CHECK_SHARE, seed: options.seed, model: modelName(project, options) };
    const { reason, answers, ...done } = await labelLoop(
      { project, learner, journal, before, declared, showPrediction, checks, stage, count },
      shown,
    );
    const labelled = learner.labels.count;
    const path = journalPath(file);
    const rows = rowCount(project);
    const isFinished = reason === "nothing left";
    stage.begin("Looking ahead");
    const open = rows - labelled - learner.labels.asideCount;
    const judged = checksOf(answers, learner.labels, project.model.classes, checks.model);
    const expected = await expectation(learner, open, riskName(project), judged, target);
    const held = await guaranteed(project, learner, judged, target);
    stage.end();
    const forecast = expected === null ? {} : { forecast: expected };
    const end = { reason, ...done, labelled, rows, journal: path, ...forecast, guarantee: held };
    if (options.json) terminal.out.write(`${JSON.stringify(end)}\n`);
    else
      terminal.out.write(closing(isFinished, labelled, project, expected, held, options, painter(terminal.out.colour)));
  } finally {
    journal.close();
    await learner.close();
  }
}

/** The same journal; what was said about the file is remembered beside it with the first answer. */
function remembering(
  journal: JournalWriter,
  { file, labelColumn }: Project,
  { settings }: LabelOptions,
): JournalWriter {
  let isRemembered = settings === undefined;
  return {
    append(entry) {
      if (!isRemembered) rememberSettings(file, settings as AppliedSettings, labelColumn);
      isRemembered = true;
      journal.append(entry);
    },
    close: () => journal.close(),
  };
}

function closing(
  finished: boolean,
  labelled: number,
  project: Project,
  expected: Expectation | null,
  held: Guaranteed,
  options: LabelOptions,
  paint: Paint,
): string {
  const outlook = finished ? "" : `\n${expected?.sentence ?? TOO_EARLY}\n${held.sentence}`;
  const first = finished ? "No row is left to ask about. " : "";
  const { file } = project;
  const counted = `${labelled} of ${amount(rowCount(project), "row")} ${labelled === 1 ? "is" : "are"} labelled`;
  if (!existsSync(journalPath(file))) return `\n${first}${counted}.${outlook}\n`;
  const isInPlace = isDelimited(file) && (!isNewLabel(options) || hasNames(project, options));
  const merging = paint.bold(`xpal label ${file} --merge${isInPlace ? "" : " --out labelled.csv"}`);
  const into = isInPlace ? "the file" : "a new file";
  return `\n${first}${counted}; the answers are in ${journalPath(file)}.${outlook}\nWrite them into ${into} with ${merging}\n`;
}

/** Whether the label column was said to be new, now or when the file was first labelled. */
function isNewLabel({ newLabel, settings }: LabelOptions): boolean {
  return newLabel === true || settings?.remembered.newLabel === true;
}

/** Whether a delimited file has a line of names, to which that of a new column can be added. */
function hasNames({ notices }: Project, { header }: LabelOptions): boolean {
  return header !== false && !notices.some(({ code }) => code === "no-header");
}

async function merge(file: string, options: LabelOptions, terminal: Terminal): Promise<void> {
  const { notices, ...merged } = await mergeAnswers(file, options, options.out, terminal.date, stages(terminal));
  sayNotices(terminal, notices);
  if (options.json) {
    terminal.out.write(`${JSON.stringify({ ...merged, file: resolve(merged.file) })}\n`);
    return;
  }
  const answers = `${amount(merged.answers, "answer")} ${merged.answers === 1 ? "was" : "were"}`;
  terminal.out.write(`${answers} written into the column ${JSON.stringify(merged.column)} of ${merged.file}.\n`);
}
