// Memory of a WASM module of 0.7 kB, in which float32 matrices lie and are multiplied. Plain JavaScript takes ten times as
// long, and a runtime of tensors is three hundred times as large.
import { PRODUCT } from "./product-bytes.ts";

/** Weights of a layer that maps `depth` numbers to `columns`. */
export interface Layer {
  readonly at: number;
  readonly bias: number;
  readonly depth: number;
  readonly columns: number;
}

/** Columns that are multiplied together, and rows; numbers of both are multiples of these. */
const PANEL = 8;
export const ROWS = 4;

const PAGE_BYTES = 65536;
const BYTES = 4;

type Multiply = (
  ...numbers: [
    a: number,
    b: number,
    bias: number,
    out: number,
    rows: number,
    depth: number,
    columns: number,
    positive: number,
  ]
) => void;

/** A memory of numbers, taken from the start to the end and never given back. */
export class ProductMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #multiply: Multiply;
  #taken = 0;

  private constructor(memory: WebAssembly.Memory, multiply: Multiply) {
    this.#memory = memory;
    this.#multiply = multiply;
  }

  static async create(): Promise<ProductMemory> {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
    const bytes = Uint8Array.from(atob(PRODUCT), (character) => character.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
    return new ProductMemory(memory, instance.exports.multiply as unknown as Multiply);
  }

  /** The address of so many numbers. */
  take(count: number): number {
    const at = this.#taken;
    this.#taken += Math.ceil((BYTES * count) / 16) * 16;
    const missing = Math.ceil((this.#taken - this.#memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) this.#memory.grow(missing);
    return at;
  }

  /** The numbers at an address; only until the next `take`, which may move them. */
  at(address: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, count);
  }

  /** Takes in a layer: depth x columns weights, row after row, and a bias per column. */
  layer(weights: Float32Array, bias: Float32Array): Layer {
    const { length: columns } = bias;
    const depth = weights.length / columns;
    const at = this.take(weights.length);
    const packed = this.at(at, weights.length);
    for (let column = 0, to = 0; column < columns; column += PANEL) {
      for (let k = 0; k < depth; k++, to += PANEL) {
        packed.set(weights.subarray(k * columns + column, k * columns + column + PANEL), to);
      }
    }
    const biasAt = this.take(columns);
    this.at(biasAt, columns).set(bias);
    return { at, bias: biasAt, depth, columns };
  }

  /** The rows at `from` through a layer, to `to`; with `positive` negative numbers become 0. Rows are a multiple of ROWS. */
  apply(layer: Layer, from: number, to: number, rows: number, positive = false): void {
    this.#multiply(from, layer.at, layer.bias, to, rows, layer.depth, layer.columns, positive ? 1 : 0);
  }
}
