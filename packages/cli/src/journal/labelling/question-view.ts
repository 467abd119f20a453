// How a row is put to a person: one line per column, numbers aligned at the point, long text wrapped, images drawn
// where the terminal can.
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Column, cellText, imagePath } from "@xpal/data";
import { isInFile } from "../../project/is-in-file.ts";
import type { Project } from "../../project/open-project.ts";
import { rowPlace } from "../../project/row-words.ts";
import { worthWords } from "../../project/worth.ts";
import { amount } from "../../terminal/amount.ts";
import { displayWidth, padTo, plain, wrap } from "../../terminal/display-width.ts";
import { inlineImage } from "../../terminal/inline-image.ts";
import { INK, painter } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** A row, where the work stands, and what the answer is worth. */
export interface Question {
  readonly row: number;
  readonly answered: number;
  readonly open: number;
  readonly gain: number;
  readonly items: number;
  /** Only if the user asked to see it: a prediction influences the answer. */
  readonly prediction?: string;
  /** Of a check: what was predicted, which is not shown. */
  readonly check?: string;
}

const MAX_COLUMNS = 40;
const MAX_LINES = 30;

/** The question as text. */
export async function questionView(project: Project, question: Question, terminal: Terminal): Promise<string> {
  const { out } = terminal;
  const paint = painter(out.colour);
  const width = Math.min(out.columns, 100);
  const title = `── ${rowPlace(project.table, question.row)} `;
  const state = ` ${question.answered} answered, ${question.open} open`;
  const room = width - displayWidth(title) - displayWidth(state);
  const rule = room >= 2 ? "─".repeat(room) : "\n";
  const worth =
    question.check !== undefined
      ? "a check: drawn at random, to measure how often the model is wrong"
      : question.gain > 0
        ? `worth ${worthWords(project, question.gain, question.items)}`
        : "not expected to change any decision";
  return [
    "",
    paint(INK.accent, title) + paint(INK.faint, rule + state),
    ...(await rowLines(project, question.row, width, terminal)),
    "",
    ...wrap(worth, width).map((line) => paint(INK.faint, line)),
    ...(question.prediction === undefined ? [] : [paint(INK.faint, `predicted ${question.prediction}`)]),
    "",
  ].join("\n");
}

async function rowLines(project: Project, row: number, width: number, terminal: Terminal): Promise<string[]> {
  const { table, labelColumn, recipe } = project;
  const shown = table.columns.filter((column) => isInFile(column) && column.name !== labelColumn);
  const columns = shown.slice(0, MAX_COLUMNS);
  const nameWidth = Math.min(24, Math.floor(width / 3), Math.max(...columns.map(({ name }) => displayWidth(name))));
  const places = Math.max(0, ...columns.map((column) => wholePlaces(column, row)));
  const lines: string[] = [];
  for (const column of columns) {
    const isImage = recipe.columns.find(({ name }) => name === column.name)?.role === "image";
    const text = cellText(column, row) ?? "(missing)";
    const cell = column.type === "number" ? text.padStart(text.length + places - wholePlaces(column, row)) : text;
    const body = isImage ? await drawImage(project, text, terminal) : wrap(cell, Math.max(8, width - nameWidth - 4));
    const [name] = wrap(column.name, nameWidth);
    lines.push(...shorten(body).map((line, i) => `  ${padTo(i === 0 ? name : "", nameWidth)}  ${line}`));
  }
  const left = shown.length - columns.length;
  return left > 0 ? [...lines, `  … ${amount(left, "more column")}`] : lines;
}

function shorten(lines: string[]): string[] {
  return lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), `… ${amount(lines.length - MAX_LINES, "more line")}`]
    : lines;
}

/** How many characters a number has before its decimal point. */
function wholePlaces(column: Column, row: number): number {
  if (column.type !== "number") return 0;
  const text = cellText(column, row) ?? "";
  const point = text.search(/[.e]/);
  return point < 0 ? text.length : point;
}

/** The path of an image, and the image itself where the terminal can draw it. */
async function drawImage(project: Project, name: string, { imageProtocol }: Terminal): Promise<string[]> {
  const folder = statSync(project.file).isDirectory() ? project.file : dirname(project.file);
  const path = await imagePath(folder, name).catch(() => null);
  if (path === null) return [`${plain(name)} (not an image in the folder of the table)`];
  const drawn = imageProtocol === null ? null : inlineImage(readFileSync(path), imageProtocol);
  return drawn === null ? [plain(path)] : [plain(path), drawn];
}
