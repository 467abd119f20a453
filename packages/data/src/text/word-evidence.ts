// Which words speak for a class: those that its labelled texts hold more often than the other labelled texts do, by the
// log odds divided by their deviation, with a prior from how frequent a word is in all texts, so that words which occur
// everywhere need more to speak for a class (Monroe, Colaresi and Quinn, Political Analysis 16, 2008). For people to read;
// the model itself compares points, also those that a language model made of the texts.
import { reject } from "@xpal/core/check";
import { checkRecipe } from "../recipe/check-recipe.ts";
import type { Recipe } from "../recipe/recipe.ts";
import { wordsOf } from "../recipe/words.ts";
import { checkTable } from "../table/check-table.ts";
import type { Table } from "../table/table.ts";
import { documentsOf } from "./documents.ts";
import { isFunctionWord } from "./function-words.ts";

/** The words that are evidence for a class. */
export interface WordEvidence {
  /** The words that speak most for a class, the strongest first. */
  forClass(y: number, count: number): string[];
  /** The words of a row that speak most for a class, the strongest first. */
  inRow(row: number, y: number, count: number): string[];
}

/** What labelled rows tell about words, by row the index of its class; null when nothing is labelled. */
export type WordReader = (labelled: ReadonlyMap<number, number>) => WordEvidence | null;

/** How many texts the frequencies in all texts weigh on each side of the comparison. */
const PRIOR = 6;
/** Each word is in so many more of them, so that none is impossible. */
const FLOOR = 0.25;

/** All texts are represented by at most so many, taken at even distances. */
const MAX_TEXTS = 2000;

/** The share of texts with a word, for its rarity: of a word that the sample of all texts does not hold, and at most. */
const MIN_RATE = 1 / MAX_TEXTS;
const MAX_COMMON = 0.9;

/** A word must be so much more frequent in the class that chance alone would rarely do it; in deviations. */
const LEAST = 0.8;

/**
 * What labelled texts tell about words; null when the recipe reads no text or nothing is labelled.
 * @param labels The class index of each row, -1 where it is unlabelled.
 * @example wordEvidence(fitRecipe(balanceScale()).recipe, balanceScale(), []) // null
 */
export function wordEvidence(recipe: Recipe, table: Table, labels: ArrayLike<number>): WordEvidence | null {
  if (labels === undefined || labels === null)
    reject("wordEvidence", "labels", "must be a class number per row", labels);
  const labelled = Array.from(labels, (y, row) => [row, y] as const).filter(([, y]) => y >= 0);
  return wordReader(recipe, table)?.(new Map(labelled)) ?? null;
}

/**
 * The same while labels come in: a text is split into words once. Null when the recipe reads no text.
 * @example wordReader(fitRecipe(balanceScale()).recipe, balanceScale()) // null
 */
export function wordReader(recipe: Pick<Recipe, "groups">, table: Table): WordReader | null {
  checkTable("wordReader", table);
  checkRecipe("wordReader", recipe);
  const source = textsReadBy(recipe);
  if (source === null) return null;
  const split = wordsOf(source.locale);
  const texts = documentsOf("wordEvidence", table, source.columns);
  const told = (row: number) => new Set(split(texts(row)).filter((word) => !isFunctionWord(word)));
  let rates: ReadonlyMap<string, number> | undefined;
  let known: { has(word: string): boolean } | undefined = source.words === null ? undefined : new Set(source.words);
  const read = new Map<number, ReadonlySet<string>>();
  const wordsIn = (row: number): ReadonlySet<string> => {
    const words = read.get(row) ?? new Set([...told(row)].filter((word) => known?.has(word)));
    read.set(row, words);
    return words;
  };
  return (labelled) => {
    if (labelled.size === 0) return null;
    rates ??= ratesOf(table.rows, told);
    known ??= new Set(commonWords(rates, table.rows));
    return evidenceOf(labelled, wordsIn, rates);
  };
}

/** Texts that a recipe reads, and the words it knows; null where no words were chosen. */
interface TextSource {
  readonly columns: readonly string[];
  readonly locale: string;
  readonly words: readonly string[] | null;
}

/** The texts whose words are compared, else those that a model describes; null where there are none. */
function textsReadBy({ groups }: Pick<Recipe, "groups">): TextSource | null {
  const encoders = groups.flatMap((group) => group.encoders);
  for (const one of encoders) if (one.kind === "lsa" || one.kind === "tf-idf") return one;
  for (const one of encoders) {
    if (one.kind !== "vector" || one.embedded?.reads !== "texts") continue;
    return { columns: one.embedded.columns, locale: "en", words: null };
  }
  return null;
}

/** Words of at least two texts: one of a single text tells nothing of a class. */
function* commonWords(rates: ReadonlyMap<string, number>, rows: number): Iterable<string> {
  const one = 1 / sampled(rows).count;
  for (const [word, rate] of rates) if (rate > 1.5 * one) yield word;
}

/** Texts at even distances that stand for all. */
function sampled(rows: number): { readonly step: number; readonly count: number } {
  const step = Math.ceil(rows / MAX_TEXTS);
  return { step, count: Math.ceil(rows / step) };
}

/** In which share of all texts each word occurs. */
function ratesOf(rows: number, read: (row: number) => ReadonlySet<string>): Map<string, number> {
  const { step, count } = sampled(rows);
  const counts = new Map<string, number>();
  for (let row = 0; row < rows; row += step) {
    for (const word of read(row)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  for (const [word, texts] of counts) counts.set(word, texts / count);
  return counts;
}

function evidenceOf(
  labelled: ReadonlyMap<number, number>,
  wordsIn: (row: number) => ReadonlySet<string>,
  rates: ReadonlyMap<string, number>,
): WordEvidence {
  const classTexts: number[] = [];
  const counts = new Map<string, number[]>();
  for (const [row, y] of labelled) {
    classTexts[y] = (classTexts[y] ?? 0) + 1;
    for (const word of wordsIn(row)) {
      const perClass = counts.get(word) ?? [];
      perClass[y] = (perClass[y] ?? 0) + 1;
      counts.set(word, perClass);
    }
  }
  const score = (word: string, y: number): number => {
    const perClass = counts.get(word);
    const own = perClass?.[y] ?? 0;
    if (perClass === undefined || own === 0) return 0;
    const rest = perClass.reduce((sum, count) => sum + (count ?? 0), 0) - own;
    const [here, there] = [classTexts[y], labelled.size - classTexts[y]];
    const rate = rates.get(word) ?? 0;
    const prior = PRIOR * rate + FLOOR;
    const odds = (count: number, texts: number) =>
      Math.log((count + prior) / (texts - count + PRIOR * (1 - rate) + FLOOR));
    return (odds(own, here) - odds(rest, there)) / Math.sqrt(1 / (own + prior) + 1 / (rest + prior));
  };
  const rarity = (word: string) => -Math.log(Math.min(MAX_COMMON, rates.get(word) ?? MIN_RATE));
  const strongest = (words: Iterable<string>, y: number, count: number) =>
    Array.from(words, (word) => ({ word, value: score(word, y) }))
      .filter(({ value }) => value >= LEAST)
      // Of words that speak about as much, the rarer ones tell people more.
      .map(({ word, value }) => ({ word, told: value * rarity(word) }))
      .sort((a, b) => b.told - a.told || (a.word < b.word ? -1 : 1))
      .slice(0, count)
      .map(({ word }) => word);
  return {
    forClass: (y, count) => strongest(counts.keys(), y, count),
    inRow: (row, y, count) => strongest(wordsIn(row), y, count),
  };
}
