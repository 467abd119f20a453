// First the audit, rows whose class is known; then the rows that xPAL chooses, each answer of the program taught to the model
// before the next rows are chosen. What was answered stays in `run` when the server gives up.

import { generator, type Learner, XpalError } from "@xpal/core";
import {
  type AnnotationAnswer,
  type AnnotationQuestion,
  cellText,
  type ProgramAnnotator,
  UNLABELLED,
} from "@xpal/data";
import type { Project } from "../project/open-project.ts";

/** What was asked and answered. */
export interface AnnotationRun {
  readonly audited: { readonly row: number; readonly truth: string; readonly answer: AnnotationAnswer }[];
  readonly answers: { readonly row: number; readonly answer: AnnotationAnswer }[];
}

/** What a run needs. */
export interface AnnotationParts {
  readonly project: Project;
  readonly learner: Learner;
  readonly program: ProgramAnnotator;
  readonly count: number;
  readonly audit: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly describe?: ReadonlyMap<string, string>;
  readonly guidelines?: string;
  /** Called when answers about chosen rows have come: they were paid for, and should be kept before more are asked for. */
  readonly onAnswers?: () => void;
}

/** How many questions there will be at most: no more than there are rows with a label to audit, and rows without one. */
export function plannedQuestions({ labels, answers }: Project, count: number, audit: number): number {
  const known = labels.reduce((sum, label) => sum + (label === UNLABELLED ? 0 : 1), 0);
  const skipped = [...answers.skipped].filter((row) => labels[row] === UNLABELLED).length;
  return Math.min(audit, known) + Math.min(count, labels.length - known - skipped);
}

/** Asks, and adds every answer to the run as it comes. */
export async function annotationRun(run: AnnotationRun, parts: AnnotationParts): Promise<void> {
  const { project, learner, program } = parts;
  const { classes } = project.model;
  const questionOf = asker(parts);
  const audit = auditRows(project.labels, classes.length, parts.audit, parts.seed);
  await program.ask(audit.map(questionOf), (at, answer) => {
    run.audited.push({ row: audit[at], truth: classes[project.labels[audit[at]]], answer });
  });
  while (run.answers.length < parts.count) {
    const wanted = Math.min(parts.concurrency, parts.count - run.answers.length);
    const rows = (await learner.suggest(wanted, { batch: "spread" })).map(({ index }) => index);
    if (rows.length === 0) return;
    const answers = await program.ask(rows.map(questionOf), (at, answer) =>
      run.answers.push({ row: rows[at], answer }),
    );
    parts.onAnswers?.();
    for (const [at, { label }] of answers.entries()) {
      if (label === null) await learner.skip(rows[at]);
      else await learner.label(rows[at], label);
    }
  }
}

/** Labelled rows in random order, of each class in turn, so that rare classes are audited too. */
function auditRows(labels: Int32Array, classCount: number, most: number, seed: number): number[] {
  const draw = generator(seed);
  const perClass = Array.from({ length: classCount }, (_, y) => {
    const rows = [...labels.keys()].filter((row) => labels[row] === y && y !== UNLABELLED);
    for (let i = rows.length - 1; i > 0; i--) {
      const j = draw.nextIndex(i + 1);
      [rows[i], rows[j]] = [rows[j], rows[i]];
    }
    return rows;
  });
  const chosen: number[] = [];
  for (let turn = 0; chosen.length < most && perClass.some((rows) => turn < rows.length); turn++) {
    for (const rows of perClass) if (turn < rows.length && chosen.length < most) chosen.push(rows[turn]);
  }
  return chosen;
}

/** What a program is told of a row: the columns that the model uses, as they are written. */
function asker({ project, describe = new Map(), guidelines }: AnnotationParts): (row: number) => AnnotationQuestion {
  const { table, recipe, model } = project;
  for (const name of describe.keys()) {
    if (model.classes.includes(name)) continue;
    const rule = `must describe one of the classes ${model.classes.join(", ")}`;
    throw new XpalError("bad-argument", { who: "xpal", argument: "--describe", rule, value: name });
  }
  const readable = recipe.columns.filter(({ role }) => ["numeric", "categorical", "text"].includes(role));
  const columns = table.columns.filter(({ name }) => readable.some((column) => column.name === name));
  if (columns.length === 0) {
    const rule = "must have a column of texts, words or numbers: a program is not sent images or vectors";
    throw new XpalError("bad-argument", { who: "xpal", argument: project.file, rule });
  }
  const classes = model.classes.map((name) => ({
    name,
    ...(describe.has(name) ? { description: describe.get(name) } : {}),
  }));
  return (row) => ({
    classes: classes as AnnotationQuestion["classes"],
    ...(guidelines === undefined ? {} : { guidelines }),
    item: Object.fromEntries(columns.map((column) => [column.name, cellText(column, row) ?? ""])),
  });
}
