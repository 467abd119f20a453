// What a strategy without a fast twin looks at: the definition's view, its matrices filled by the kernel.
import { XpalError } from "../error.ts";
import { type Matrix, matrix } from "../matrix.ts";
import type { View } from "../strategies/strategy.ts";
import type { ScoreRequest } from "./engine.ts";
import type { Machine } from "./fast/wasm-state.ts";

/** Above this many values (2 GiB) a matrix of all similarities is refused. */
const MOST_VALUES = 2 ** 28;

/** Matrices of similarities that outlive one question. */
export interface KeptMatrices {
  similarity?: Matrix;
  evaluationSimilarity?: Matrix;
}

/** The view of a request on a machine. */
export function viewOn(machine: Machine, request: ScoreRequest, kept: KeptMatrices): View {
  const { pool, frequencies } = machine;
  const current = (which: "items" | "points") => {
    frequencies.update(request.labels);
    machine.relations.check();
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
    similarity: () => similarityOf(machine, kept),
    evaluationSimilarity: () => {
      if (pool.evaluation.isPool) return similarityOf(machine, kept);
      kept.evaluationSimilarity ??= filled(machine, machine.orders.pointPlaces, machine.relations.itemsWithPoint);
      return kept.evaluationSimilarity;
    },
  };
}

function similarityOf(machine: Machine, kept: KeptMatrices): Matrix {
  kept.similarity ??= filled(machine, machine.orders.itemPlaces, machine.relations.itemsWithLabel);
  return kept.similarity;
}

/** Items x others: each call of the kernel gives one column. */
function filled(machine: Machine, places: Uint32Array, relation: number): Matrix {
  const { pool, team, arena, relations, workplaces, orders } = machine;
  const columns = places.length;
  if (pool.size * columns > MOST_VALUES) refuseMatrix(pool.size * columns);
  const values = matrix(pool.size, columns);
  const [{ row, scratch }] = workplaces;
  for (let j = 0; j < columns; j++) {
    team.call("fillRow", relation, places[j], 0, Math.ceil(pool.size / 8) * 8, row, scratch);
    const column = arena.doubles(row, pool.size);
    for (let i = 0; i < pool.size; i++) values.data[orders.items[i] * columns + j] = column[i];
  }
  relations.check();
  return values;
}

function refuseMatrix(values: number): never {
  throw new XpalError("does-not-fit", {
    who: "engine",
    argument: "pool",
    rule: `must need at most ${MOST_VALUES} similarities for a strategy that asks for all of them`,
    value: values,
    wayOut: "use a strategy of this library, or a smaller pool",
  });
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
