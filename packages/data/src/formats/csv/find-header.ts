// Whether the first record names the columns. Text above a column of numbers says yes; numbers, or a value that is one
// of a few below it, say no; where nothing speaks, a first record of words is taken for names, as is the custom. A list
// of one column is data from its first line on, unless that line reads like a name: an item lost in silence is worse
// than a name too many.
import type { Notice } from "../../table/notice.ts";
import { isValue } from "../cells/is-value.ts";
import { isMissingWord } from "../cells/missing-words.ts";
import { numberUnder } from "../cells/quantity.ts";
import type { PlainRecord } from "./split-records.ts";

/** The decision, and what to tell about it. */
export interface HeaderDecision {
  readonly header: boolean;
  readonly notices: readonly Notice[];
}

/** Decides from the first records. */
export function findHeader(records: readonly Pick<PlainRecord, "cells">[]): HeaderDecision {
  const [first, ...rest] = records;
  const body = rest.filter(({ cells }) => cells.length === first.cells.length);
  if (body.length === 0) {
    return first.cells.some(isNumber) ? without("the only record holds numbers") : { header: true, notices: [] };
  }
  const columns = first.cells.map((_, c) => body.map(({ cells }) => cells[c]));
  const names = first.cells.some((cell, c) => cell !== "" && !isNumber(cell) && areNumbers(columns[c]));
  if (names) return { header: true, notices: [] };
  if (first.cells.some(isNumber) && !hasYears(first.cells)) return without("the first record holds numbers");
  if (first.cells.length === 1) return listHeader(first.cells[0], columns[0]);
  const filled = first.cells.map((cell, c) => ({ cell, c })).filter(({ cell }) => cell !== "");
  if (filled.some(({ cell, c }) => isOneOfFew(cell, columns[c])))
    return without("one of its values occurs again below");
  if (filled.length > 0 && body.length > 1 && filled.every(({ cell, c }) => columns[c].includes(cell))) {
    return without("every value of the first record occurs again below");
  }
  return { header: true, notices: [] };
}

/** What the only column of a list is usually called. */
const LIST_NAMES =
  /^(?:texts?|sentences?|comments?|reviews?|titles?|names?|messages?|body|content|items?|values?|words?|documents?|descriptions?|questions?|answers?|tweets?|posts?|quer(?:y|ies)|urls?|files?|paths?|images?|class(?:es)?|labels?|ids?|subject|summary|abstract|email|data|phrase|utterance)$/i;

/** From this mean number of words on, the items of a list are texts and a word or two above them is a name. */
const TEXT_WORDS = 4;

function listHeader(cell: string, items: readonly string[]): HeaderDecision {
  const words = (text: string) => text.trim().split(/\s+/).length;
  const filled = items.filter((item) => item !== "");
  const mean = filled.reduce((sum, item) => sum + words(item), 0) / Math.max(1, filled.length);
  const plain = words(cell) <= 2 && !/[.!?,;:]/.test(cell);
  const named = LIST_NAMES.test(cell.trim().replace(/[_-]/g, " ").split(" ").pop() ?? "");
  const unlike = !/\d/.test(cell) && filled.every((item) => /\d/.test(item)); // above dates and codes
  if (plain && !filled.includes(cell) && (named || unlike || mean >= TEXT_WORDS)) return { header: true, notices: [] };
  return without("a list of one column has no name above it");
}

/** Whether a cell is one of the few values below it, as a class in a first line without names is. */
function isOneOfFew(cell: string, values: readonly string[]): boolean {
  const distinct = new Set(values.filter((value) => value !== ""));
  return values.length >= 4 && distinct.size <= Math.max(2, values.length / 4) && distinct.has(cell);
}

function without(reason: string): HeaderDecision {
  const message = `the first record was taken for data, since ${reason}; set header to true if it holds the names`;
  return { header: false, notices: [{ code: "no-header", message, lines: [1] }] };
}

/** Whether a record names its columns by words and by years in their order, as tables of statistics do. */
function hasYears(cells: readonly string[]): boolean {
  const years = cells.filter(isNumber).map(Number);
  const isInOrder = years.every(
    (year, i) => /^(?:1[89]|20)\d\d$/.test(String(year)) && (i === 0 || year === years[i - 1] + 1),
  );
  return isInOrder && years.length > 1 && years.length < cells.length;
}

function isNumber(cell: string): boolean {
  return !Number.isNaN(numberUnder(cell, ".")) || !Number.isNaN(numberUnder(cell, ","));
}

/** Whether nearly all that is filled is a number or a date. */
function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isMissingWord(cell));
  return filled.length > 0 && filled.filter(isValue).length >= 0.9 * filled.length;
}
