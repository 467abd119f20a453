// `--new-label` says that the column of `--label` is new. Whoever leaves `--label` out means the column by the word behind
// it. Commander cannot tell that word from a file name (`suggest --label kind --new-label FILE`), so it is settled here.

/** The words with `--new-label NAME` written as `--label NAME --new-label`, where no `--label` is given. */
export function newLabelWords(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  const given = end < 0 ? words : words.slice(0, end);
  const at = given.findIndex((word) => /^--new-label(=|$)/.test(word));
  if (at < 0 || given.some((word) => /^(-l|--label(=|$))/.test(word))) return [...words];
  const [, written] = /^--new-label=(.*)$/.exec(words[at]) ?? [];
  if (written === undefined && !isName(given[at + 1])) return [...words];
  const name = written ?? words[at + 1];
  const rest = words.slice(at + (written === undefined ? 2 : 1));
  return [...words.slice(0, at), "--label", name, "--new-label", ...rest];
}

function isName(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith("-");
}
