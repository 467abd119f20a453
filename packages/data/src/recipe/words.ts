// Words of a text by Intl.Segmenter, in lower case, and its emoji. The segmenter needs two microseconds a word, and texts repeat
// themselves; white space always ends a word (UAX 29), so pieces between white space are segmented once and kept.

/** Emoji count as words: in a short message one of them may be all that it says. */
const PICTOGRAM = /\p{Extended_Pictographic}/u;

/** Letters and digits without marks inside are one word in every locale (UAX 29, WB5 to WB10); no need to ask. */
const PLAIN = /^[("']*([a-z0-9]+)[.,;:!?)"']*$/;

const CACHE_LIMIT = 200_000;

/** A function from a text to its words. */
export function wordsOf(locale: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const known = new Map<string, readonly string[]>();
  const segment = (piece: string): readonly string[] => {
    const plain = PLAIN.exec(piece);
    if (plain !== null) return [plain[1]];
    const found = known.get(piece);
    if (found !== undefined) return found;
    const words: string[] = [];
    for (const part of segmenter.segment(piece)) {
      if (part.isWordLike || PICTOGRAM.test(part.segment)) words.push(part.segment);
    }
    if (known.size < CACHE_LIMIT && piece.length <= 64) known.set(piece, words);
    return words;
  };
  return (text) => {
    const words: string[] = [];
    for (const piece of text
      .normalize("NFKC")
      .toLowerCase()
      .split(/[\t\n\v\f\r ]+/)) {
      if (piece !== "") words.push(...segment(piece));
    }
    return words;
  };
}
