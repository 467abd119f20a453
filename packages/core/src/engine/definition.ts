// The plain engine: every strategy's own `scores`, on matrices computed from the definitions. Slow and readable; the
// measure of all other engines.

import { frequenciesOf } from "../classifier/frequencies.ts";
import { XpalError } from "../error.ts";
import { teachingLabels } from "../kernels/learning/learned-pool.ts";
import { LearnedSoFar } from "../kernels/learning/learned-so-far.ts";
import { allPairs } from "../kernels/similarities.ts";
import type { Labels } from "../labels.ts";
import { type Matrix, matrix, pickColumns, pickRows } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { checkStrategy } from "../strategies/check-strategy.ts";
import type { View } from "../strategies/strategy.ts";
import { checkScores } from "./check-scores.ts";
import {
  type Engine,
  type EngineSession,
  type Explanation,
  learnsFrom,
  type Scored,
  type ScoreRequest,
} from "./engine.ts";
import { inWords } from "./in-words.ts";
import { largestOf } from "./largest-of.ts";
import { once } from "./once.ts";
import { strategyAt } from "./strategy-at.ts";

/** Above this many kernel values (2 GiB) the definition is rejected: it stores all of them. */
const MAX_PAIRS = 2 ** 28;

/**
 * The engine that computes what is written in the paper, as it is written.
 * @example
 * const pool = createPool({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * const { indices } = await query({ pool, engine: definition, seed: 1 });
 * indices // [1]
 */
export const definition: Engine = {
  name: "definition",
  async open(pool) {
    checkPool("definition.open", pool);
    return new DefinitionSession(pool);
  },
};

class DefinitionSession implements EngineSession {
  readonly pool: Pool;
  readonly #soFar = new LearnedSoFar();
  #tables: { readonly pool: Pool; readonly similarity: () => Matrix; readonly evaluationSimilarity: () => Matrix };

  constructor(pool: Pool) {
    const pairs = pool.size * Math.max(pool.size, pool.evaluation.size);
    if (pairs > MAX_PAIRS) {
      const rule = `must need at most ${MAX_PAIRS} kernel values for the engine "definition"`;
      throw new XpalError("does-not-fit", {
        who: "definition",
        argument: "pool",
        rule,
        value: pairs,
        wayOut: "use the default engine",
      });
    }
    this.pool = pool;
    this.#tables = tablesOf(pool);
  }

  async scores({ strategy: given, labels, candidates, generator, frequencies }: ScoreRequest): Promise<Scored> {
    checkStrategy("scores", given, this.pool);
    const strategy = strategyAt(given, this.pool.kernel, labels);
    const { pool, similarity, evaluationSimilarity } = this.#learnedPool(teachingLabels(strategy, this.pool, labels));
    const freq = once(() => frequencies?.items ?? frequenciesOf(pool, labels, pool.features));
    const view: View = {
      pool,
      labels,
      candidates,
      generator,
      freq,
      evaluationFreq: once(() => frequencies?.points ?? evaluationFreq(pool, labels, freq)),
      similarity,
      evaluationSimilarity,
    };
    const scores = strategy.scores(view);
    checkScores(strategy.name, scores, candidates.length);
    return { scores, best: largestOf(scores) };
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    const { pool } = this.#learnedPool(labels);
    return frequenciesOf(pool, labels, pool.features);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    const { pool } = this.#learnedPool(labels);
    return evaluationFreq(pool, labels, () => frequenciesOf(pool, labels, pool.features));
  }

  explanation(): Explanation {
    const { learned, earlier } = this.#soFar;
    const engine = "definition: every formula as it is written, on one thread, with all kernel values stored";
    return { engine, learnsFrom: learnsFrom(this.pool.kernel), learned, earlier };
  }

  explain(): string {
    return inWords(this.explanation());
  }

  async close(): Promise<void> {}

  /** The kernel values at these labels: always the same ones, unless the kernel learns. */
  #learnedPool(labels: Labels) {
    const state = this.pool.kernel.stateAt?.(this.pool.features, labels);
    if (state === undefined) return this.#tables;
    this.#soFar.note(labels, state.learned);
    const pool = Object.freeze({ ...this.pool, kernel: state.kernel });
    if (pool.kernel !== this.#tables.pool.kernel) this.#tables = tablesOf(pool);
    return this.#tables;
  }
}

function tablesOf(pool: Pool) {
  const similarity = once(() => allPairs(pool.kernel, pool.features, pool.features));
  return { pool, similarity, evaluationSimilarity: once(() => evaluationSimilarity(pool, similarity)) };
}

function evaluationFreq(pool: Pool, labels: Labels, freq: () => Matrix): Matrix {
  const { isPool, indices, features } = pool.evaluation;
  if (isPool) return freq();
  return indices === null ? frequenciesOf(pool, labels, features) : pickRows(freq(), indices);
}

/** K(c, x): items of the pool x evaluation points. Other items know their similarity to the pool, not the reverse. */
function evaluationSimilarity(pool: Pool, similarity: () => Matrix): Matrix {
  const { isPool, indices, features } = pool.evaluation;
  if (isPool) return similarity();
  if (indices !== null) return pickColumns(similarity(), indices);
  return transposed(allPairs(pool.kernel, features, pool.features));
}

function transposed({ rows, cols, data }: Matrix): Matrix {
  const result = matrix(cols, rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) result.data[j * rows + i] = data[i * cols + j];
  return result;
}
