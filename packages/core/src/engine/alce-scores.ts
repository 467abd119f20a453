// The fast twin of ALCE (src/strategies/alce.ts) where its regression uses the pool's own kernel: the similarities to
// the labelled items are kept for the frequencies anyway.
import { type Matrix, matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { type AlceStrategy, nearestDistance, regressionCoefficients } from "../strategies/alce.ts";
import { labelledClassCount } from "../strategies/qbc.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { largestOf } from "./definition.ts";
import type { Scored, ScoreRequest } from "./engine.ts";
import type { Machine } from "./machine.ts";

/** Scores candidates by their distance from every prediction point. */
export class AlceScores {
  readonly #machine: Machine;
  #planes: { readonly at: number; readonly count: number } | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Whether the regression's kernel is the pool's. */
  static knows(strategy: Strategy, pool: Pool): boolean {
    const json = pool.kernel.toJSON();
    return json.name === "rbf" && json.own !== true && (strategy as AlceStrategy).bandwidthFor(pool) === json.bandwidth;
  }

  score({ strategy, labels, candidates }: ScoreRequest): Scored {
    const { pool, arena, frequencies, orders } = this.#machine;
    const { ridge, embeddingFor } = strategy as AlceStrategy;
    const scores = new Float64Array(candidates.length);
    if (labelledClassCount({ labels }) < pool.classCount) return { scores, best: largestOf(scores) };
    const { classPoints, predictionPoints } = embeddingFor(pool.classCount);
    frequencies.update(labels);
    const { stride } = frequencies.items;
    const coefficients = regressionCoefficients({ labels }, classPoints, ridge, this.#gram(labels.labelled));
    const planes = this.#map(labels.labelled, coefficients.data, coefficients.cols);
    const mapped = arena.doubles(planes, stride * coefficients.cols);
    const point = new Float64Array(coefficients.cols);
    for (let place = 0; place < scores.length; place++) {
      for (let d = 0; d < point.length; d++) point[d] = mapped[d * stride + orders.itemPlaces[candidates[place]]];
      scores[place] = nearestDistance(point, predictionPoints);
    }
    return { scores, best: largestOf(scores) };
  }

  /** The similarities of the labelled items, lower triangle. A column may lie where the next one will: it is read at once. */
  #gram(labelled: readonly { readonly index: number }[]): Matrix {
    const { arena, frequencies, orders } = this.#machine;
    const gram = matrix(labelled.length, labelled.length);
    labelled.forEach(({ index }, j) => {
      const column = arena.doubles(frequencies.column(index), frequencies.items.stride);
      for (let i = j; i < labelled.length; i++) {
        gram.data[i * gram.cols + j] = column[orders.itemPlaces[labelled[i].index]];
      }
    });
    return gram;
  }

  /** Where the regression maps each item, one plane per dimension, summed over the labelled items in order. */
  #map(labelled: readonly { readonly index: number }[], coefficients: Float64Array, dimensions: number): number {
    const { arena, team, frequencies } = this.#machine;
    const { stride } = frequencies.items;
    if (this.#planes?.count !== dimensions) {
      this.#planes = { at: arena.allocate(stride * dimensions * 8), count: dimensions };
    }
    const { at } = this.#planes;
    team.call("clear", at, stride * dimensions * 8);
    labelled.forEach(({ index }, i) => {
      const column = frequencies.column(index);
      for (let d = 0; d < dimensions; d++) {
        team.call("addColumn", at + d * stride * 8, column, coefficients[i * dimensions + d], stride);
      }
    });
    return at;
  }
}
