// Places in the kernel's memory, handed out one after another; what is freed is reused for requests of the same size.
// The memory grows as needed, up to a budget; what only saves time stops before it, where a lower limit is given for that.
import { memoryRejection } from "./memory-rejection.ts";
import { PAGE_BYTES, type WasmMemory } from "./wasm-module.ts";

/** Where blocks begin: an address of 0 says that there is none. */
const FIRST = 20480;

/** The memory grows by at least this many bytes at a time, and by a quarter of what it is. */
const GROWTH_BYTES = 2 ** 24;

/** Hands out aligned blocks in a memory. Views are made again at each use, since growing may move the memory. */
export class Arena {
  readonly memory: WasmMemory;
  readonly #budget: number;
  readonly #keepWithin: number;
  readonly #usedBefore: number;
  readonly #free = new Map<number, number[]>();
  #next = FIRST;

  /**
   * @param keepWithin Whoever asks whether something fits is told so up to here only; the rest is for what must be there.
   * @param usedBefore Bytes of the memory that was given which are in use already, and no longer in the budget.
   */
  constructor(memory: WasmMemory, budget: number, keepWithin = budget, usedBefore = 0) {
    this.memory = memory;
    this.#budget = budget;
    this.#keepWithin = Math.min(budget, keepWithin);
    this.#usedBefore = usedBefore;
  }

  /** Bytes handed out so far. */
  get used(): number {
    return this.#next;
  }

  /** Bytes that were never handed out and may be used for what only saves time. */
  get left(): number {
    return Math.max(0, this.#keepWithin - this.#next);
  }

  /** Whether this many more bytes may be used for what only saves time. */
  fits(bytes: number): boolean {
    return (this.#free.get(rounded(bytes))?.length ?? 0) > 0 || this.#next + rounded(bytes) <= this.#keepWithin;
  }

  /** A block of this many bytes, aligned to 64, filled with zeros unless it was used before. */
  allocate(bytes: number): number {
    const size = rounded(bytes);
    const reused = this.#free.get(size)?.pop();
    if (reused !== undefined) return reused;
    const at = this.#next;
    const missing = at + size - this.memory.buffer.byteLength;
    if (at + size > this.#budget) throw memoryRejection(at + size, this.#budget, this.#usedBefore);
    if (missing > 0) {
      try {
        // In large steps where the budget allows: each growth makes the runtime collect garbage.
        const now = this.memory.buffer.byteLength;
        const ahead = Math.min(this.#budget - now, Math.max(GROWTH_BYTES, now / 4));
        this.memory.grow(Math.ceil(Math.max(missing, ahead) / PAGE_BYTES));
      } catch {
        throw memoryRejection(at + size, this.memory.buffer.byteLength, this.#usedBefore);
      }
    }
    this.#next = at + size;
    return at;
  }

  /** Gives a block back. */
  free(at: number, bytes: number): void {
    const size = rounded(bytes);
    const places = this.#free.get(size);
    if (places === undefined) this.#free.set(size, [at]);
    else places.push(at);
  }

  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }

  /** A block that holds these numbers. */
  put(numbers: ArrayLike<number>, room = numbers.length): number {
    const at = this.allocate(room * 8);
    this.doubles(at, numbers.length).set(numbers);
    return at;
  }

  /** A block that holds these indices. */
  putWords(numbers: ArrayLike<number>, room = numbers.length): number {
    const at = this.allocate(room * 4);
    this.words(at, numbers.length).set(numbers);
    return at;
  }
}

function rounded(bytes: number): number {
  return Math.max(64, Math.ceil(bytes / 64) * 64);
}
