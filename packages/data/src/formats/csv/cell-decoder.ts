// Cells to strings. Most text columns repeat a few values, so each value becomes one string that all its cells share.

const CACHE_LIMIT = 4096;

/** Decodes cells of one column; equal cells share one string. */
export class CellDecoder {
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #places = new Map<number, { readonly from: number; readonly to: number; readonly text: string }>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The cell at bytes `from` to `to`. */
  decode(from: number, to: number): string {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + this.#bytes[i]) | 0;
    const known = this.#places.get(hash);
    if (known !== undefined && this.#equal(known.from, known.to, from, to)) return known.text;
    const text = this.#decoder.decode(this.#bytes.subarray(from, to));
    if (known === undefined && this.#places.size < CACHE_LIMIT) this.#places.set(hash, { from, to, text });
    return text;
  }

  #equal(from: number, to: number, otherFrom: number, otherTo: number): boolean {
    if (to - from !== otherTo - otherFrom) return false;
    for (let i = from, j = otherFrom; i < to; i++, j++) if (this.#bytes[i] !== this.#bytes[j]) return false;
    return true;
  }
}
