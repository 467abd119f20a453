// Which known terms a text holds, and how often. Terms are words and, where these are wanted, pieces of words; the
// numbers of a word and its pieces are looked up once per different word.
import { wordsOf } from "../recipe/words.ts";
import { piecesOf } from "./pieces.ts";

/** The terms in the order of their numbers: words first, then pieces. */
export interface Terms {
  readonly locale: string;
  readonly words: readonly string[];
  readonly pieces: readonly string[];
}

const CACHE_LIMIT = 200_000;

/** A function from a text to the number of times it holds each term it holds. */
export function termReader({ locale, words, pieces }: Terms): (text: string) => Map<number, number> {
  const split = wordsOf(locale);
  const wordNumbers = new Map(words.map((word, number) => [word, number]));
  const pieceNumbers = new Map(pieces.map((piece, number) => [piece, words.length + number]));
  const known = new Map<string, readonly number[]>();
  const numbersOf = (word: string): readonly number[] => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const terms = pieces.length === 0 ? [] : piecesOf(word).map((piece) => pieceNumbers.get(piece));
    const numbers = [wordNumbers.get(word), ...terms].filter((number): number is number => number !== undefined);
    if (known.size < CACHE_LIMIT) known.set(word, numbers);
    return numbers;
  };
  return (text) => {
    const counts = new Map<number, number>();
    for (const word of split(text)) {
      for (const number of numbersOf(word)) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return counts;
  };
}
