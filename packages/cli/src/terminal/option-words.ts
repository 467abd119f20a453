// The library's sentences name its options ("set ragged to "skip""); people who type commands know them as flags.

const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/\bset (ragged|decimal) to "([^"]+)" or "([^"]+)"/g, "give --$1 $2 or --$1 $3"],
  [/\bset (ragged|decimal) to "([^"]+)"/g, "give --$1 $2"],
  [/\bset the date order to "day" or "month"/g, "give --date-order day or --date-order month"],
  [/\bname the words for missing values\b/g, "name the words for missing values by --missing"],
  [/\bgive it the role numeric\b/g, "give it the role numeric by --role"],
  [
    /; leave it out if it is not known before the label is/g,
    "; leave it out with --ignore if it is not known before the label is",
  ],
  [/; the balanced error counts each class alike/g, "; --measure balanced counts each class alike"],
  [/\bset header to true\b/g, "give --header"],
  [/\bset separator\b/g, "give --separator"],
  [/^(?:options\.)?(sheet|array) must be one of/, "--$1 must be one of"],
  [/^array must be given/, "--array must name one"],
  [/\bdeclare (all|the) classes\b/g, "declare $1 classes with --classes"],
];

/**
 * A sentence of the library with the flags of the command in it.
 * @example optionWords('correct them, or set ragged to "skip"') // "correct them, or give --ragged skip"
 */
export function optionWords(sentence: string): string {
  return FLAGS.reduce((words, [pattern, flag]) => words.replace(pattern, flag), sentence);
}
