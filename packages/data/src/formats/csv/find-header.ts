// Whether the first record names the columns. Text above a column of numbers says yes; numbers, or values that all
// occur again below, say no; where nothing speaks, a first record of words is taken for names, as is the custom.
import type { Notice } from "../../table/notice.ts";
import { numberReading } from "./number-format.ts";
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
  if (first.cells.some(isNumber)) return without("the first record holds numbers");
  const filled = first.cells.map((cell, c) => ({ cell, c })).filter(({ cell }) => cell !== "");
  if (filled.length > 0 && body.length > 1 && filled.every(({ cell, c }) => columns[c].includes(cell))) {
    return without("every value of the first record occurs again below");
  }
  return { header: true, notices: [] };
}

function without(reason: string): HeaderDecision {
  const message = `the first record was taken for data, since ${reason}; set header to true if it holds the names`;
  return { header: false, notices: [{ code: "no-header", message, lines: [1] }] };
}

function isNumber(cell: string): boolean {
  return areNumbers([cell]);
}

function areNumbers(cells: readonly string[]): boolean {
  const { point, comma } = numberReading(cells);
  return point || comma;
}
