// The library's sentences name its options ("set ragged to "skip""); people who bring a file know the fields of the page.

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/\bset ragged to "skip"/g, "leave them out"],
  [/\bset decimal to "\." or ","/g, "choose the decimal mark"],
  [/\bset decimal to ","/g, "choose the comma as decimal mark"],
  [/\bset the date order to "day" or "month"/g, "choose the order of dates"],
  [/\bset header to true\b/g, 'choose "names the columns" for the first line'],
  [/\bset separator\b/g, "choose another separator"],
  [/\bdeclare (all|the) classes\b/g, "list $1 classes"],
];

/**
 * A sentence of the library in the words of the page.
 * @example pageWords('correct them, or set ragged to "skip"') // "correct them, or leave them out"
 */
export function pageWords(sentence: string): string {
  return FIELDS.reduce((words, [pattern, field]) => words.replace(pattern, field), sentence);
}
