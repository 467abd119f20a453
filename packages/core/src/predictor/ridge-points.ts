// The points on which ridge regression works: the features less the pool's mean, in units of the root of their mean squared
// length. Linear similarity is z . z', the wide one e^(-|z - z'|^2 / 2).
import { exp } from "../kernels/exp.ts";
import { columnMeans } from "../kernels/learning/decorrelation.ts";
import { type Matrix, matrix } from "../matrix.ts";

/** How two points are compared. */
export type Width = "linear" | "wide";

/** Similarities of the pool's items to labelled ones that are kept; 8 bytes each. */
const MAX_KEPT = 8_000_000;

/** The points of one pool. */
export class RidgePoints {
  readonly #pool: Matrix;
  readonly #means: Float64Array;
  /** 1 / the mean squared length. */
  readonly #unit: number;
  /** For labelled items, their wide similarities to all items of the pool, or of other features that are asked for again. */
  readonly #kept = new WeakMap<Matrix, Map<number, Float64Array>>();

  /** @param place Where the points lie, if it is not the pool that says so. */
  constructor(
    pool: Matrix,
    place: { readonly means?: readonly number[] | undefined; readonly unit?: number | undefined } = {},
  ) {
    this.#pool = pool;
    this.#means = place.means === undefined ? columnMeans(pool) : Float64Array.from(place.means);
    this.#unit = 1 / (place.unit ?? meanSquare(pool, this.#means));
  }

  /** The mean of each column, and the mean squared distance from it. */
  get place(): { means: number[]; unit: number } {
    return { means: [...this.#means], unit: 1 / this.#unit };
  }

  /** The similarities of some items of the pool to each other. */
  gram(width: Width, indices: Uint32Array): Matrix {
    const n = indices.length;
    const gram = matrix(n, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        const value = this.#similarity(width, this.#pool, indices[i], indices[j]);
        gram.data[i * n + j] = value;
        gram.data[j * n + i] = value;
      }
    }
    return gram;
  }

  /** sum over i of G(x, x_i) alpha_i at each item: items x classes. */
  scores(width: Width, indices: Uint32Array, alpha: Matrix, items: Matrix): Matrix {
    return width === "linear" ? this.#linear(indices, alpha, items) : this.#wide(indices, alpha, items);
  }

  /** The same at one item of the pool. */
  scoresOf(width: Width, indices: Uint32Array, alpha: Matrix, index: number): Float64Array {
    const scores = new Float64Array(alpha.cols);
    for (const [i, other] of indices.entries()) {
      const w = this.#similarity(width, this.#pool, index, other);
      for (let y = 0; y < alpha.cols; y++) scores[y] += w * alpha.data[i * alpha.cols + y];
    }
    return scores;
  }

  #linear(indices: Uint32Array, alpha: Matrix, items: Matrix): Matrix {
    const { cols } = this.#pool;
    const { cols: classes } = alpha;
    const weights = new Float64Array(cols * classes);
    for (const [i, index] of indices.entries()) {
      for (let d = 0; d < cols; d++) {
        const z = this.#unit * (this.#pool.data[index * cols + d] - this.#means[d]);
        for (let y = 0; y < classes; y++) weights[d * classes + y] += z * alpha.data[i * classes + y];
      }
    }
    const scores = matrix(items.rows, classes);
    for (let x = 0; x < items.rows; x++) {
      for (let d = 0; d < cols; d++) {
        const z = items.data[x * cols + d] - this.#means[d];
        for (let y = 0; y < classes; y++) scores.data[x * classes + y] += z * weights[d * classes + y];
      }
    }
    return scores;
  }

  #wide(indices: Uint32Array, alpha: Matrix, items: Matrix): Matrix {
    const { cols: classes } = alpha;
    const scores = matrix(items.rows, classes);
    for (const [i, index] of indices.entries()) {
      const similarities = this.#similaritiesTo(index, items);
      for (let x = 0; x < items.rows; x++) {
        const w = similarities[x];
        for (let y = 0; y < classes; y++) scores.data[x * classes + y] += w * alpha.data[i * classes + y];
      }
    }
    return scores;
  }

  #similaritiesTo(index: number, items: Matrix): Float64Array {
    const kept = this.#kept.get(items) ?? new Map<number, Float64Array>();
    this.#kept.set(items, kept);
    const known = kept.get(index);
    if (known !== undefined) return known;
    const found = new Float64Array(items.rows);
    for (let x = 0; x < items.rows; x++) found[x] = this.#similarity("wide", items, x, index);
    if ((kept.size + 1) * items.rows <= MAX_KEPT) kept.set(index, found);
    return found;
  }

  /** Of an item and one of the pool. */
  #similarity(width: Width, items: Matrix, x: number, index: number): number {
    const { cols, data } = this.#pool;
    let sum = 0;
    for (let d = 0, a = x * cols, b = index * cols; d < cols; d++, a++, b++) {
      if (width === "linear") sum += (items.data[a] - this.#means[d]) * (data[b] - this.#means[d]);
      else sum += (items.data[a] - data[b]) ** 2;
    }
    return width === "linear" ? this.#unit * sum : exp((-this.#unit * sum) / 2);
  }
}

/** The mean squared distance of the rows from a point; 1 where all of them are that point. */
function meanSquare({ rows, cols, data }: Matrix, means: Float64Array): number {
  let sum = 0;
  for (let i = 0, at = 0; i < rows; i++) for (let d = 0; d < cols; d++, at++) sum += (data[at] - means[d]) ** 2;
  return sum > 0 ? sum / rows : 1;
}
