// What the answers have taught about the columns and words of a project, for the pages. It takes some fits, so what was
// found is kept until another answer comes.

import type { Labels, Learner } from "@xpal/core";
import { comparedColumns, type LearnedColumns, learnedColumns, type Recipe, wordReader } from "@xpal/data";
import type { Counts } from "../../protocol/messages.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

const WORDS_OF_CLASS = 6;
const WORDS_OF_ITEM = 4;

/** Tells about one pool; classes are the learner's places. */
export class WhatCounts {
  readonly #recipe: Recipe;
  readonly #compared: readonly string[];
  readonly #words: ReturnType<typeof wordReader>;
  #last: { readonly labels: Labels; readonly learned: LearnedColumns } | undefined;

  /** @param recipe The one in use, without the columns that are switched off. */
  constructor({ recipe: whole, table }: ScorerSpec, recipe: Recipe) {
    this.#recipe = recipe;
    this.#compared = comparedColumns(whole);
    this.#words = wordReader(recipe, tableFromBytes(table));
  }

  at({ pool, labels }: Learner): Omit<Counts, "sequence"> {
    if (this.#last?.labels !== labels) {
      this.#last = { labels, learned: learnedColumns(this.#recipe, pool, labels) };
    }
    const { state, columns, unused, fittedOn = null, needed = null, reason = null } = this.#last.learned;
    return {
      labels: labels.count,
      ...{ state, fittedOn, needed, reason },
      columns: columns.map(({ columns: names, kind, weight, low, high, relative, ignored, verdict }) => {
        const mean = weight / relative;
        return { names: [...names], kind, weight: relative, low: low / mean, high: high / mean, ignored, verdict };
      }),
      compared: [...this.#compared],
      unused: unused.filter(({ name }) => !this.#compared.includes(name)),
      words: this.#classWords(labels),
    };
  }

  /** The words of an item that speak most for a class. */
  wordsIn(item: number, y: number, { labels }: Learner): string[] {
    return this.#words?.(classesOf(labels))?.inRow(item, y, WORDS_OF_ITEM) ?? [];
  }

  #classWords(labels: Labels): Counts["words"] {
    const evidence = this.#words?.(classesOf(labels)) ?? null;
    if (evidence === null) return [];
    return Array.from({ length: labels.classCount }, (_, y) => ({
      class: y,
      words: evidence.forClass(y, WORDS_OF_CLASS),
    })).filter(({ words }) => words.length > 0);
  }
}

function classesOf(labels: Labels): ReadonlyMap<number, number> {
  return new Map(labels.labelled.map(({ index, counts }) => [index, counts.indexOf(1)]));
}
