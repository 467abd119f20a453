// A block in the kernel's memory whose size is known only at each use: it is given back for a larger one when too small.
import type { Arena } from "./arena.ts";

/** Room whose content does not survive the next request. */
export class GrowingBuffer {
  readonly #arena: Arena;
  #at = 0;
  #bytes = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** A block of at least this many bytes. */
  atLeast(bytes: number): number {
    if (bytes <= this.#bytes) return this.#at;
    if (this.#bytes > 0) this.#arena.free(this.#at, this.#bytes);
    this.#bytes = 0;
    const generous = 2 ** Math.ceil(Math.log2(bytes)); // so that it moves seldom
    const size = this.#arena.fits(generous) ? generous : bytes;
    this.#at = this.#arena.allocate(size);
    this.#bytes = size;
    return this.#at;
  }
}
