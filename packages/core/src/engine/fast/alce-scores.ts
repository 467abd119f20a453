// The fast twin of ALCE (src/strategies/alce.ts) where its regression uses the pool's own kernel: the similarities to
// the labelled items are kept for the frequencies anyway. The regression is solved with the definition's bits.
import { itemsOf, type LabelledItem } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import { type AlceStrategy, regressionTargets, rejectRidge } from "../../strategies/alce.ts";
import { labelledClassCount } from "../../strategies/qbc.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import { GrowingBuffer } from "../memory/growing-buffer.ts";
import type { WasmState } from "./wasm-state.ts";

/** Scores candidates by their distance from every prediction point. */
export class AlceScores {
  readonly #state: WasmState;
  readonly #gram: GrowingBuffer;
  readonly #targets: GrowingBuffer;
  readonly #places: GrowingBuffer;
  #planes: { readonly at: number; readonly count: number } | undefined;

  constructor(state: WasmState) {
    this.#state = state;
    this.#gram = new GrowingBuffer(state.arena);
    this.#targets = new GrowingBuffer(state.arena);
    this.#places = new GrowingBuffer(state.arena);
  }

  score({ strategy, labels, candidates }: ScoreRequest): Scored {
    const { pool, arena, frequencies, orders } = this.#state;
    const { ridge, embeddingFor } = strategy as AlceStrategy;
    const scores = new Float64Array(candidates.length);
    if (labelledClassCount({ labels }) < pool.classCount) return { scores, best: largestOf(scores) };
    const { classPoints, predictionPoints } = embeddingFor(pool.classCount);
    frequencies.update(labels);
    const { stride } = frequencies.items;
    const targets = regressionTargets({ labels }, classPoints);
    const coefficients = this.#solve(itemsOf(labels), ridge, targets);
    const planes = this.#map(itemsOf(labels), coefficients, targets.cols);
    const mapped = arena.doubles(planes, stride * targets.cols);
    for (let at = 0; at < scores.length; at++) {
      scores[at] = nearestDistance(mapped, orders.itemPlaces[candidates[at]], stride, predictionPoints);
    }
    return { scores, best: largestOf(scores) };
  }

  /** (K + ridge I)^-1 Z. A column of K may be written where the one before was: it is read at once. */
  #solve(labelled: readonly LabelledItem[], ridge: number, targets: Matrix): Float64Array {
    const { arena, call, frequencies, orders } = this.#state;
    const n = labelled.length;
    const stride = n + 8;
    const places = this.#places.atLeast(n * 4);
    const gram = this.#gram.atLeast(n * stride * 8);
    const solved = this.#targets.atLeast(n * targets.cols * 8);
    const words = arena.words(places, n);
    for (let i = 0; i < n; i++) words[i] = orders.itemPlaces[labelled[i].index];
    for (let j = 0; j < n; j++) {
      const plane = frequencies.column(labelled[j].index);
      call("gather", { plane, indices: places + j * 4, count: n - j, out: gram + (j * stride + j) * 8 });
    }
    const diagonal = arena.doubles(gram, n * stride);
    for (let j = 0; j < n; j++) diagonal[j * stride + j] += ridge;
    if (call("factorise", { a: gram, n, stride }) === 0) rejectRidge(ridge);
    arena.doubles(solved, targets.data.length).set(targets.data);
    call("solveFactorised", { factor: gram, n, stride, b: solved, columnCount: targets.cols });
    return arena.doubles(solved, targets.data.length).slice();
  }

  /** Where the regression maps each item, one plane per dimension, summed over the labelled items in order. */
  #map(labelled: readonly LabelledItem[], coefficients: Float64Array, dimensions: number): number {
    const { arena, frequencies } = this.#state;
    const { stride } = frequencies.items;
    if (this.#planes?.count !== dimensions) {
      this.#planes = { at: arena.allocate(stride * dimensions * 8), count: dimensions };
    }
    const { at } = this.#planes;
    for (let d = 0; d < dimensions; d++) {
      frequencies.sumColumns("items", at + d * stride * 8, labelled, (i) => coefficients[i * dimensions + d]);
    }
    return at;
  }
}

/** How far the point at a position is from the nearest prediction point, with the operations of src/strategies/alce.ts. */
function nearestDistance(mapped: Float64Array, place: number, stride: number, { rows, cols, data }: Matrix): number {
  let least = Infinity;
  for (let y = 0; y < rows; y++) {
    let sum = 0;
    for (let d = 0; d < cols; d++) {
      const difference = mapped[d * stride + place] - data[y * cols + d];
      sum += difference * difference;
    }
    least = Math.min(least, Math.sqrt(sum));
  }
  return least;
}
