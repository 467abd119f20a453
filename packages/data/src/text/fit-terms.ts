// Which words and pieces of words tell texts apart: not those that occur only once, which relate nothing, and not those
// that most texts hold, which need no list of stop words for each language.
import { wordsOf } from "../recipe/words.ts";
import { piecesOf } from "./pieces.ts";
import type { Terms } from "./term-reader.ts";

/**
 * Terms with a weight for each: ln((1 + documents) / (1 + documents with it)), so that a term of all texts counts 0. Beside
 * pieces, words count more.
 */
export interface WeightedTerms extends Terms {
  readonly weights: Float64Array;
}

/** Up to this many words on average, texts are short and pieces of words are used. */
const SHORT_TEXT = 20;

const MAX_PIECES = 10_000;
/** A word has many pieces, which together would count far more than the word itself (docs/decisions/0230). */
const WORDS_BESIDE_PIECES = 3;
const WORDS_IN_AT_MOST = 0.5;
const PIECES_IN_AT_MOST = 0.2;

/** In fewer texts, a share says little and one occurrence may be all there is. */
const FEW_TEXTS = 20;

/** The terms of some texts, at most `maxWords` words. */
export function fitTerms(
  texts: (row: number) => string,
  rows: number,
  locale: string,
  maxWords: number,
): WeightedTerms {
  const split = wordsOf(locale);
  const words = new Map<string, number>();
  let wordCount = 0;
  for (let row = 0; row < rows; row++) {
    const found = split(texts(row));
    wordCount += found.length;
    for (const word of new Set(found)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const pieces = new Map<string, number>();
  if (wordCount <= SHORT_TEXT * rows) {
    for (let row = 0; row < rows; row++) {
      for (const piece of new Set(split(texts(row)).flatMap(piecesOf))) pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
    }
  }
  const keptWords = kept(words, rows, WORDS_IN_AT_MOST, maxWords);
  const keptPieces = kept(pieces, rows, PIECES_IN_AT_MOST, MAX_PIECES);
  const rarity = ([, count]: [string, number]) => Math.log((1 + rows) / (1 + count));
  const factor = keptPieces.length > 0 ? WORDS_BESIDE_PIECES : 1;
  return {
    locale,
    words: keptWords.map(([word]) => word),
    pieces: keptPieces.map(([piece]) => piece),
    weights: Float64Array.from([...keptWords.map((kept) => factor * rarity(kept)), ...keptPieces.map(rarity)]),
  };
}

/** The most widespread terms first, of equally widespread ones the lower code units. */
function kept(counts: Map<string, number>, rows: number, share: number, most: number): [string, number][] {
  const [least, largest] = rows < FEW_TEXTS ? [1, rows - 1] : [2, share * rows];
  const telling = [...counts].filter(([, count]) => count >= least && count <= largest);
  return (telling.length > 0 ? telling : [...counts])
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, most);
}
