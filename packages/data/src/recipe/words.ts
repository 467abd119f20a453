// Words of a text by Intl.Segmenter, in lower case, and its emoji. The segmenter needs two microseconds a word, and texts repeat
// themselves; white space always ends a word (UAX 29), so pieces between white space are segmented once and kept.

/** Emoji count as words: in a short message one of them may be all that it says. */
const PICTOGRAM = /\p{Extended_Pictographic}/u;

/** Letters and digits without marks inside are one word in every locale (UAX 29, WB5 to WB10); no need to ask. */
const PLAIN = /^[("']*([a-z0-9]+)[.,;:!?)"']*$/;

const CACHE_LIMIT = 200_000;

/** The segmenter takes time by the square of the length, so what has more code units than this is segmented in parts. */
const MAX_SEGMENTED = 8192;

/** A word that ends this close to the end of a part is left to the next one: what follows may belong to it. */
const MARGIN = 128;

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
    for (let at = 0; at < piece.length; ) at += takeWords(segmenter, partFrom(piece, at), at, piece.length, words);
    if (known.size < CACHE_LIMIT && piece.length <= 64) known.set(piece, words);
    return words;
  };
  return (text) => {
    const words: string[] = [];
    for (const piece of text
      .normalize("NFKC")
      .toLowerCase()
      .split(/[\t\n\v\f\r ]+/)) {
      if (piece === "") continue;
      for (const word of segment(piece)) words.push(word); // a spread would overflow the stack
    }
    return words;
  };
}

/** What is segmented at once, with no character cut in two. */
function partFrom(piece: string, at: number): string {
  const end = at + MAX_SEGMENTED;
  const isHalf = end < piece.length && /[\ud800-\udbff]/.test(piece[end - 1]);
  return piece.slice(at, isHalf ? end - 1 : end);
}

/** Adds the words of a part, but for those near its end if the piece goes on; gives the length of what was read. */
function takeWords(segmenter: Intl.Segmenter, part: string, at: number, whole: number, words: string[]): number {
  const safe = at + part.length === whole ? part.length : part.length - MARGIN;
  for (const { segment, index, isWordLike } of segmenter.segment(part)) {
    if (index > 0 && index + segment.length > safe) return index; // a first word fills the part: it is cut
    if (isWordLike || PICTOGRAM.test(segment)) words.push(segment);
  }
  return part.length;
}
