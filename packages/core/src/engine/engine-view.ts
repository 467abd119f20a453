// What a strategy without a fast twin looks at: the definition's view, its matrices filled by the kernel.
import { XpalError } from "../error.ts";
import { type Matrix, matrix } from "../matrix.ts";
import type { View } from "../strategies/strategy.ts";
import type { ScoreRequest } from "./engine.ts";
import type { WasmState } from "./fast/wasm-state.ts";
import { once } from "./once.ts";

/** Above this many values (2 GiB) a matrix of all similarities is rejected. */
const MAX_VALUES = 2 ** 28;

/** Matrices of similarities that outlive one question. */
export interface KeptMatrices {
  similarity?: Matrix;
  evaluationSimilarity?: Matrix;
}

/** The view of a request on a state. */
export function viewOn(state: WasmState, request: ScoreRequest, kept: KeptMatrices): View {
  const { pool, frequencies } = state;
  const current = (which: "items" | "points") => {
    frequencies.update(request.labels);
    state.relations.check();
    return frequencies.matrixOf(frequencies[which]);
  };
  const freq = once(() => current("items"));
  return {
    pool,
    labels: request.labels,
    candidates: request.candidates,
    generator: request.generator,
    freq,
    evaluationFreq: pool.evaluation.isPool ? freq : once(() => current("points")),
    similarity: () => similarityOf(state, kept),
    evaluationSimilarity: () => {
      if (pool.evaluation.isPool) return similarityOf(state, kept);
      kept.evaluationSimilarity ??= filled(state, state.orders.pointPlaces, state.relations.itemsWithPoint);
      return kept.evaluationSimilarity;
    },
  };
}

function similarityOf(state: WasmState, kept: KeptMatrices): Matrix {
  kept.similarity ??= filled(state, state.orders.itemPlaces, state.relations.itemsWithLabel);
  return kept.similarity;
}

/** Items x others: each call of the kernel gives one column. */
function filled(state: WasmState, places: Uint32Array, relation: number): Matrix {
  const { pool, call, arena, relations, work, orders } = state;
  const columns = places.length;
  if (pool.size * columns > MAX_VALUES) rejectMatrix(pool.size * columns);
  const values = matrix(pool.size, columns);
  const { row, scratch } = work;
  for (let j = 0; j < columns; j++) {
    call("fillRow", { relation, point: places[j], from: 0, to: Math.ceil(pool.size / 8) * 8, out: row, scratch });
    const column = arena.doubles(row, pool.size);
    for (let i = 0; i < pool.size; i++) values.data[orders.items[i] * columns + j] = column[i];
  }
  relations.check();
  return values;
}

function rejectMatrix(values: number): never {
  throw new XpalError("does-not-fit", {
    who: "engine",
    argument: "pool",
    rule: `must need at most ${MAX_VALUES} similarities for a strategy that asks for all of them`,
    value: values,
    wayOut: "use a strategy of this library, or a smaller pool",
  });
}
