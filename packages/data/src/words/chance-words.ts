// A chance in a word. The one table.
const WORDS: readonly (readonly [below: number, word: string])[] = [
  [0.05, "very unlikely"],
  [0.25, "unlikely"],
  [0.4, "rather unlikely"],
  [0.6, "about even"],
  [0.75, "rather likely"],
  [0.95, "likely"],
];

/**
 * How likely something is.
 * @example chanceWords(0.49) // "about even"
 */
export function chanceWords(chance: number): string {
  return WORDS.find(([below]) => chance < below)?.[1] ?? "very likely";
}
