// `xpal suggest`: the rows to label next.

import type { Batch } from "@xpal/core";
import { type LearnedColumns, learnedColumns, writeRecords } from "@xpal/data";
import { numberOf } from "../journal/journal.ts";
import { kernelWords } from "../project/kernel-words.ts";
import { learnedColumnsTable, learnedJson } from "../project/learned-columns-table.ts";
import { learnerOf, noticesOf, openProject, type Project } from "../project/open-project.ts";
import { originalCells, tableCells } from "../project/original-cells.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { rowPlace, rowWords } from "../project/row-words.ts";
import { speakingWords } from "../project/speaking-words.ts";
import { countsWords, labelCounts, type RowSuggestion, rowCount, suggestRows } from "../project/suggestions.ts";
import { riskName, twoDigits, worthWords } from "../project/worth.ts";
import { painter } from "../terminal/paint.ts";
import { stages } from "../terminal/progress.ts";
import { distinct, sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

/** What the options hold. */
export interface SuggestOptions extends ProjectOptions {
  readonly count: number;
  readonly strategy: string;
  readonly batch: Batch;
  readonly explain?: true;
  readonly json?: true;
  readonly csv?: true;
}

/** Chooses the rows to label next and prints them. */
export async function suggest(file: string, options: SuggestOptions, terminal: Terminal): Promise<void> {
  const stage = stages(terminal);
  const project = await openProject(file, options, stage);
  const learner = await learnerOf(project, options, stage, { once: true });
  try {
    const notices = noticesOf(project, learner);
    const suggestions = await suggestRows(project, learner, options);
    if (options.explain && !options.csv) stage.begin("Weighing the columns");
    const learned =
      options.explain && !options.csv ? learnedColumns(project.recipe, project.model, learner.labels) : null;
    stage.end();
    if (options.json)
      terminal.out.write(`${JSON.stringify(report({ ...project, notices }, suggestions, learned, options))}\n`);
    else if (options.csv) terminal.out.write(await asCsv(project, suggestions, options));
    else print(terminal, project, suggestions, learned, options);
    if (!options.json) sayNotices(terminal, notices);
  } finally {
    await learner.close();
  }
}

function report(
  project: Project,
  suggestions: readonly RowSuggestion[],
  learned: LearnedColumns | null,
  options: SuggestOptions,
) {
  const inRows = (items: number) => (unitOf(project) === null ? null : items);
  const { gain, items } = suggestions[0];
  const { labelled, skipped, open } = labelCounts(project);
  const { lines } = project.table;
  return {
    suggestions: suggestions.map(({ row, ...rest }) => ({
      row: numberOf(project.table, row),
      ...(lines === undefined ? {} : { line: lines[row] }),
      ...rest,
      items: inRows(rest.items),
    })),
    expected: { gain, items: inRows(items) },
    measure: riskName(project),
    labelled,
    skipped,
    unlabelled: open,
    classes: project.model.classes,
    strategy: options.strategy,
    batch: options.batch,
    seed: options.seed,
    kernel: options.kernel,
    kernels: project.recipe.groups.map(({ kernel }) => kernel),
    notices: distinct(project.notices),
    ...(learned === null ? {} : { words: speakingWords(project, suggestions), learned: learnedJson(learned) }),
  };
}

/** The rows as they are in the file with an empty label column, to be filled in and read by `xpal label --import`. */
async function asCsv(
  project: Project,
  suggestions: readonly RowSuggestion[],
  options: SuggestOptions,
): Promise<string> {
  const { table, file, labelColumn, large } = project;
  const { lines } = table;
  // Of a file that is read in pieces the table has only some rows.
  const original =
    large === undefined ? await originalCells(file, table, options, [labelColumn]) : tableCells(table, [labelColumn]);
  const free = (name: string) => (name === labelColumn || original.names.includes(name) ? `xpal_${name}` : name);
  const rows = suggestions.map(({ row, score, gain, items, predicted, probability }) => [
    ...(lines === undefined ? [numberOf(table, row)] : [row, lines[row]]),
    "",
    ...original.row(row),
    ...[score, gain, unitOf(project) === null ? "" : items, predicted, probability],
  ]);
  const place = (lines === undefined ? ["row"] : ["row", "line"]).map(free);
  const ours = ["score", "gain", "items", "predicted", "probability"].map(free);
  return writeRecords([...place, labelColumn, ...original.names, ...ours], rows);
}

function print(
  { out }: Terminal,
  project: Project,
  suggestions: readonly RowSuggestion[],
  learned: LearnedColumns | null,
  options: SuggestOptions,
): void {
  const paint = painter(out.colour);
  const { lines, lineWord } = project.table;
  const unit = unitOf(project) ?? [];
  const priced = project.model.labelCosts === null ? [] : ["label cost"];
  const place = lines === undefined ? "row" : (lineWord ?? "line");
  const head = [place, "score", ...priced, "gain", ...unit, "predicted", "chance", "content"];
  const rows = suggestions.map(({ row, score, labelCost, gain, items, predicted, probability }) => [
    String(lines === undefined ? numberOf(project.table, row) : lines[row]),
    score.toFixed(5),
    ...(labelCost === undefined ? [] : [String(labelCost)]),
    gain.toFixed(5),
    ...unit.map(() => items.toFixed(2)),
    predicted,
    `${Math.round(100 * probability)} %`,
    rowWords(project.table, row, [project.labelColumn]),
  ]);
  const [first] = suggestions;
  out.write(
    `${[
      `${countsWords(project)}. Label ${suggestions.length === 1 ? "this one" : "these"} next:`,
      "",
      ...textTable(head, rows, {
        right: [...head.keys()].filter((at) => !["predicted", "content"].includes(head[at])),
        columns: out.columns,
        paint,
      }),
      "",
      ...(suggestions.length === 1 ? [] : [ORDER[options.batch]]),
      ...(project.model.labelCosts === null ? [] : ["Scores are gains per cost of the label."]),
      kernelWords(project.recipe, project.model),
      ...(learned === null ? [] : learnedColumnsTable(learned, { columns: out.columns, paint })),
      ...(learned === null ? [] : speakingWords(project, suggestions)),
      paint.bold(worth(project, first)),
    ].join("\n")}\n`,
  );
}

/** What a gain over all rows is counted in; nothing where it is a mean over classes, which has no number of rows. */
function unitOf(project: Project): ["rows" | "cost"] | null {
  const risk = riskName(project);
  return risk === "error rate" ? ["rows"] : risk === "cost" ? ["cost"] : null;
}

const ORDER = {
  joint: "They are in the order to label them in: each score is what the row is expected to add to those above it.",
  spread: "They are in the order to label them in: each score counts the rows above it as answered.",
  top: "The highest score comes first.",
};

/** What one more label is expected to bring, said honestly. */
function worth(project: Project, { row, gain, items, standardError }: RowSuggestion): string {
  const place = rowPlace(project.table, row);
  if (gain <= 0) return `One more label (${place}) is not expected to change any decision.`;
  if (riskName(project) !== "error rate") {
    return `One more label (${place}) is expected to save ${worthWords(project, gain, items)}.`;
  }
  const error = standardError === undefined ? "" : ` (standard error ${(100 * standardError).toPrecision(1)})`;
  return `One more label (${place}) is expected to lower the error rate by ${twoDigits(100 * gain)} points${error}: ${twoDigits(items)} of ${rowCount(project)} rows.`;
}
