// Texts as pieces of words, by a unigram language model (Kudo, ACL 2018): of all ways to cut a text into pieces of the
// vocabulary, the one whose pieces are the most likely together. A character that no piece has counts as unknown.

/** A piece of the vocabulary and the logarithm of its probability. */
export type Piece = readonly [piece: string, score: number];

/** The first pieces mark what is unknown, starts and ends; no text holds them. */
const RESERVED = 6;
const UNKNOWN = 0;

/** Stands for a space, so that a piece says whether it begins a word. */
const SPACE = "\u2581";

/** Cuts texts into the numbers of their pieces. */
export class PieceCutter {
  readonly #places = new Map<string, number>();
  readonly #scores: Float64Array;
  readonly #longest: number;

  constructor(vocabulary: readonly Piece[]) {
    this.#scores = Float64Array.from(vocabulary, ([, score]) => score);
    let longest = 1;
    vocabulary.forEach(([piece], place) => {
      if (place < RESERVED) return;
      this.#places.set(piece, place);
      longest = Math.max(longest, piece.length);
    });
    this.#longest = longest;
  }

  /** The numbers of a text's pieces; consecutive unknown characters are one piece. */
  cut(text: string): number[] {
    const symbols = [...spaced(text)];
    const { length } = symbols;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const pieceAt = new Int32Array(length + 1);
    const startAt = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start++) {
      if (best[start] === Number.NEGATIVE_INFINITY) continue; // no way to cut what is before it
      let found = false;
      let piece = "";
      for (let end = start; end < length && piece.length < this.#longest; end++) {
        piece += symbols[end];
        const place = this.#places.get(piece);
        if (place === undefined) continue;
        found = true;
        const score = best[start] + this.#scores[place];
        if (score >= best[end + 1]) {
          best[end + 1] = score;
          pieceAt[end + 1] = place;
          startAt[end + 1] = start;
        }
      }
      // As the model was trained: unknown costs nothing, and only where no piece begins.
      if (!found && best[start] >= best[start + 1]) {
        best[start + 1] = best[start];
        pieceAt[start + 1] = UNKNOWN;
        startAt[start + 1] = start;
      }
    }
    const pieces: number[] = [];
    for (let end = length; end > 0; end = startAt[end]) {
      const piece = pieceAt[end];
      if (piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(piece);
    }
    return pieces.reverse();
  }
}

function spaced(text: string): string {
  const normal = text.normalize("NFKC");
  return normal === "" ? "" : SPACE + normal.replaceAll(" ", SPACE);
}
