// Pieces of words: two and three letters in a row, the ends of the word marked by a space. They tell that "graphics" and
// "graphical" are related, which matters where a text has too few words to meet the same one twice.

const SHORTEST = 2;
const LONGEST = 3;

/**
 * The pieces of a word.
 * @example piecesOf("ab") // [" a", "ab", "b ", " ab", "ab "]
 */
export function piecesOf(word: string): string[] {
  const letters = [" ", ...word, " "]; // by code points, so that no character is cut in two
  const pieces: string[] = [];
  for (let length = SHORTEST; length <= LONGEST; length++) {
    for (let at = 0; at + length <= letters.length; at++) pieces.push(letters.slice(at, at + length).join(""));
  }
  return pieces;
}
