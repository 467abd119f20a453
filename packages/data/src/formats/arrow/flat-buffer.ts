// Reading FlatBuffers, the encoding of Arrow's metadata, without leaving the bytes given.

/** Where the entries of a table are: the position of the one in the given slot, if the table has it. */
export type FlatTable = (slot: number) => number | undefined;

export class FlatBuffer {
  readonly #view: DataView;
  #tables = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  // A DataView throws a RangeError for what lies outside of it.
  uint8(at: number): number {
    return this.#view.getUint8(at);
  }

  int16(at: number): number {
    return this.#view.getInt16(at, true);
  }

  int32(at: number): number {
    return this.#view.getInt32(at, true);
  }

  int64(at: number): number {
    return Number(this.#view.getBigInt64(at, true));
  }

  /** The table that the offset at a position leads to. */
  table(at: number): FlatTable {
    // Offsets that lead several ways to the same tables could make a short file long to walk through.
    demand(++this.#tables <= this.#view.byteLength, "metadata must not have more tables than bytes");
    const start = this.#follow(at);
    const slots = start - this.int32(start);
    const size = this.int16(slots);
    return (slot) => {
      const offset = slot < size ? this.int16(slots + slot) : 0;
      return offset === 0 ? undefined : start + offset;
    };
  }

  /** The positions of the entries of a vector, or none where there is no vector. */
  vector(at: number | undefined, stride: number): number[] {
    if (at === undefined) return [];
    const start = this.#follow(at);
    const length = this.int32(start);
    const left = this.#view.byteLength - start - 4;
    demand(length >= 0 && length * stride <= left, "a vector must lie inside of its metadata");
    return Array.from({ length }, (_, i) => start + 4 + i * stride);
  }

  /** Offsets lead forward only, so no table contains itself. */
  #follow(at: number): number {
    const offset = this.int32(at);
    demand(offset > 0, "an offset must lead forward");
    return at + offset;
  }
}

export function demand(holds: boolean, rule: string): void {
  if (!holds) throw new RangeError(rule); // also for NaN, which no comparison holds for
}
