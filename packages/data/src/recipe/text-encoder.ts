// Text to sparse features: how often each word occurs, times ln((1 + n) / (1 + documents with it)) + 1. Lengths are
// left to the cosine kernel. A word that the recipe does not know is ignored.
import type { SparseMatrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import type { Table } from "../table/table.ts";
import { documentsOf } from "../text/documents.ts";
import type { TfIdfEncoder } from "./recipe.ts";
import { wordsOf } from "./words.ts";

/** How texts are counted. */
export interface TextOptions {
  /** The language whose rules cut words; "en" by default, which cuts most scripts well. */
  readonly locale?: string;
  /** How many words to keep, the most widespread first; 20,000 by default, 50,000 for the cosine kernel. */
  readonly maxWords?: number;
}

/** Learns the words of some columns. */
export function fitText(table: Table, columns: readonly string[], options: TextOptions): TfIdfEncoder {
  const { locale = "en", maxWords = 50_000 } = options;
  const words = wordsOf(locale);
  const texts = documentsOf("fitRecipe", table, columns);
  const documents = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    for (const word of new Set(words(texts(row)))) {
      documents.set(word, (documents.get(word) ?? 0) + 1);
    }
  }
  if (documents.size === 0) reject("fitRecipe", `text ${columns.join(", ")}`, "must hold at least one word");
  const kept = [...documents].sort(byCountThenWord).slice(0, maxWords);
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "tf-idf",
    columns,
    locale,
    words: kept.map(([word]) => word),
    weights: kept.map(([, count]) => Math.log((1 + table.rows) / (1 + count)) + 1),
  };
}

/** The features of a table's texts. */
export function applyText(encoder: TfIdfEncoder, table: Table): SparseMatrix {
  const words = wordsOf(encoder.locale);
  const texts = documentsOf("applyRecipe", table, encoder.columns);
  const places = new Map(encoder.words.map((word, place) => [word, place]));
  const starts = new Uint32Array(table.rows + 1);
  let columns = new Uint32Array(1024);
  let values = new Float64Array(1024);
  let at = 0;
  for (let row = 0; row < table.rows; row++) {
    const counts = new Map<number, number>();
    for (const word of words(texts(row))) {
      const place = places.get(word);
      if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    if (at + counts.size > columns.length) {
      const size = Math.max(at + counts.size, Math.ceil(columns.length * 1.5));
      columns = grown(columns, new Uint32Array(size));
      values = grown(values, new Float64Array(size));
    }
    for (const place of [...counts.keys()].sort((a, b) => a - b)) {
      columns[at] = place;
      values[at++] = (counts.get(place) as number) * encoder.weights[place];
    }
    starts[row + 1] = at;
  }
  return {
    rows: table.rows,
    cols: encoder.words.length,
    starts,
    columns: columns.slice(0, at),
    values: values.slice(0, at),
  };
}

function byCountThenWord([a, countA]: [string, number], [b, countB]: [string, number]): number {
  return countB - countA || (a < b ? -1 : 1);
}

function grown<T extends Float64Array | Uint32Array>(values: T, larger: T): T {
  larger.set(values);
  return larger;
}
