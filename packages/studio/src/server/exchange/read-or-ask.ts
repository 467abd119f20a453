// A file that cannot be read without a decision. Decisions are made on the import page, so it opens all the same: with the
// table as it would be under one of the choices, and with what is to be decided. A list, whose lines form no table, is read
// line by line (docs/decisions/0489-lists-and-lines-that-do-not-fit.md).

import { XpalError } from "@xpal/core";
import type { Table } from "@xpal/data";
import type { Reading, ReadingTrouble } from "../../protocol/import-messages.ts";
import { StudioError } from "../studio-error.ts";

/** A table, and how it came to be. */
type Found<T> = T & {
  /** How it was read. */
  readonly reading: Reading;
  /** What must be decided before the table is one to work with. */
  readonly trouble: ReadingTrouble | null;
};

/** From this share of lines on that fit, a text is a table with some lines that are wrong. */
const MAX_FIT = 0.9;

/** Notices about how a file was read: shown beside the choices. */
const ABOUT_READING = ["ragged-row", "whole-lines"];

/**
 * Reads a file as asked, or as far as it can be without a decision.
 * @throws XpalError if no choice that is still open makes it readable.
 */
export async function readOrAsk<T extends { readonly table: Table }>(
  name: string,
  asked: Reading,
  read: (reading: Reading) => Promise<T>,
): Promise<Found<T>> {
  try {
    return { ...(await read(asked)), reading: asked, trouble: null };
  } catch (error) {
    const attempt = (choice: Reading) => read({ ...asked, ...choice }).catch(() => null);
    const trouble = troubleIn(error);
    const shown = trouble === null ? null : await firstOf(openChoices(asked), attempt);
    const lines = isList(name) && asked.separator === undefined ? await attempt({ separator: "none" }) : null;
    if (lines !== null && (shown === null || (trouble?.what === "ragged" && !isTable(shown.table, lines.table)))) {
      const notices = [...lines.table.notices, { code: "whole-lines", message: WHOLE_LINES }];
      const reading = { ...asked, separator: "none" };
      return { ...lines, table: { ...lines.table, notices }, reading, trouble: null };
    }
    if (shown === null) throw error;
    return { ...shown, reading: asked, trouble };
  }
}

const WHOLE_LINES = "the lines do not form a table, so each line is one item; choose a separator if they do";

/** Rejects a table that has something to decide. */
export function rejectTrouble(trouble: ReadingTrouble | null): void {
  if (trouble !== null) throw new StudioError("bad-argument", `${trouble.message}; ${WAYS_OUT[trouble.what]}`);
}

const WAYS_OUT = {
  ragged: "leave these lines out, read each line as one item, or correct the file",
  decimal: "choose the decimal mark",
};

/** What a table says of how it was read, and the rest. */
export function readingNotices({ notices }: Table): string[] {
  return notices.filter(({ code }) => ABOUT_READING.includes(code)).map(({ message }) => message);
}

/** The table without what is said beside the choices. */
export function withoutReadingNotices(table: Table): Table {
  return { ...table, notices: table.notices.filter(({ code }) => !ABOUT_READING.includes(code)) };
}

/** What a reader wants to be told; null for what no choice mends. */
function troubleIn(error: unknown): ReadingTrouble | null {
  if (!(error instanceof XpalError)) return null;
  const [, what] = /\bset (ragged|decimal)\b/.exec(error.wayOut ?? "") ?? [];
  if (what !== "ragged" && what !== "decimal") return null;
  return { what, message: `${error.argument} ${error.rule}` };
}

/** The choices that the person has not made, the smallest first. */
function openChoices({ ragged, decimal }: Reading): Reading[] {
  const skip: Reading = ragged === undefined ? { ragged: "skip" } : {};
  const point: Reading = decimal === undefined ? { decimal: "." } : {};
  return [skip, point, { ...skip, ...point }].filter((choice) => Object.keys(choice).length > 0);
}

async function firstOf<A, B>(all: readonly A[], of: (one: A) => Promise<B | null>): Promise<B | null> {
  for (const one of all) {
    const found = await of(one);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a file of this name may be a list: pasted text, which has no ending, or a plain text. */
function isList(name: string): boolean {
  return !/\.\w+$/.test(name) || /\.txt$/i.test(name);
}

function isTable({ columns, rows }: Table, lines: Table): boolean {
  return columns.length > 1 && rows >= MAX_FIT * (lines.rows - 1);
}
