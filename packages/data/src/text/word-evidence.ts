// Which words speak for a class: those that its labelled texts hold more often than the other labelled texts do, by the
// log odds divided by their deviation (Monroe, Colaresi and Quinn, Political Analysis 16, 2008). For people to read; the
// model itself compares points.
import type { Recipe } from "../recipe/recipe.ts";
import { wordsOf } from "../recipe/words.ts";
import type { Table } from "../table/table.ts";
import { documentsOf } from "./documents.ts";

/** The words that are evidence for a class. */
export interface WordEvidence {
  /** The words that speak most for a class, the strongest first. */
  forClass(y: number, count: number): string[];
  /** The words of a row that speak most for a class, the strongest first. */
  inRow(row: number, y: number, count: number): string[];
}

/** Added to each count of texts, so that one text alone proves little. */
const PRIOR = 0.5;

/** A word must be so much more frequent in the class that chance alone would rarely do it; in deviations. */
const LEAST = 0.8;

/**
 * What labelled texts tell about words; null when the recipe reads no text or nothing is labelled.
 * @param labels The class index of each row, -1 where it is unlabelled.
 * @example wordEvidence(fitRecipe(balanceScale()).recipe, balanceScale(), []) // null
 */
export function wordEvidence(recipe: Recipe, table: Table, labels: ArrayLike<number>): WordEvidence | null {
  const encoder = recipe.groups
    .flatMap(({ encoders }) => encoders)
    .find((one) => one.kind === "lsa" || one.kind === "tf-idf");
  if (encoder === undefined || !("words" in encoder)) return null;
  const split = wordsOf(encoder.locale);
  const texts = documentsOf("wordEvidence", table, encoder.columns);
  const known = new Set(encoder.words);
  const read = (row: number) => new Set(split(texts(row)).filter((word) => known.has(word)));
  const classTexts: number[] = [];
  const counts = new Map<string, number[]>();
  let labelled = 0;
  for (let row = 0; row < labels.length; row++) {
    const y = labels[row];
    if (y < 0) continue;
    labelled++;
    classTexts[y] = (classTexts[y] ?? 0) + 1;
    for (const word of read(row)) {
      const perClass = counts.get(word) ?? [];
      perClass[y] = (perClass[y] ?? 0) + 1;
      counts.set(word, perClass);
    }
  }
  if (labelled === 0) return null;
  const score = (word: string, y: number): number => {
    const perClass = counts.get(word);
    const own = perClass?.[y] ?? 0;
    if (perClass === undefined || own === 0) return 0;
    const rest = perClass.reduce((sum, count) => sum + (count ?? 0), 0) - own;
    const [here, there] = [classTexts[y], labelled - classTexts[y]];
    const odds = (count: number, texts: number) => Math.log((count + PRIOR) / (texts - count + PRIOR));
    return (odds(own, here) - odds(rest, there)) / Math.sqrt(1 / (own + PRIOR) + 1 / (rest + PRIOR));
  };
  const strongest = (words: Iterable<string>, y: number, count: number) =>
    Array.from(words, (word) => [word, score(word, y)] as const)
      .filter(([, value]) => value >= LEAST)
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1))
      .slice(0, count)
      .map(([word]) => word);
  return {
    forClass: (y, count) => strongest(counts.keys(), y, count),
    inRow: (row, y, count) => strongest(read(row), y, count),
  };
}
