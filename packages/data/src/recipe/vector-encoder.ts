// Vectors (embeddings) to features: as they are for the cosine kernel, standardised for RBF.
import type { Matrix } from "xpal";
import { refuse } from "xpal/check";
import type { Column, VectorColumn } from "../table/table.ts";
import { momentsOf } from "./numeric-encoder.ts";
import type { VectorEncoder } from "./recipe.ts";

/** Learns a column of vectors. */
export function fitVector(column: Column, standardise: boolean): VectorEncoder {
  const { name, values } = vectorsOf("fitRecipe", column);
  if (!standardise) return { kind: "vector", column: name, length: values.cols };
  const moments = Array.from({ length: values.cols }, (_, d) =>
    momentsOf(Float64Array.from({ length: values.rows }, (_, row) => values.data[row * values.cols + d])),
  );
  return {
    kind: "vector",
    column: name,
    length: values.cols,
    means: moments.map(({ mean }) => mean),
    deviations: moments.map(({ deviation }) => (deviation === 0 ? 1 : deviation)),
  };
}

/** Writes a column's vectors into a matrix. */
export function applyVector(encoder: VectorEncoder, column: Column, into: Matrix, offset: number): void {
  const { values } = vectorsOf("applyRecipe", column);
  if (values.cols !== encoder.length) {
    const rule = `must hold vectors of length ${encoder.length}`;
    refuse("applyRecipe", `column ${JSON.stringify(column.name)}`, rule, values.cols);
  }
  const { means, deviations } = encoder;
  for (let row = 0; row < values.rows; row++) {
    for (let d = 0; d < values.cols; d++) {
      const value = values.data[row * values.cols + d];
      into.data[row * into.cols + offset + d] =
        means === undefined || deviations === undefined ? value : (value - means[d]) / deviations[d];
    }
  }
}

function vectorsOf(who: string, column: Column): VectorColumn {
  const name = `column ${JSON.stringify(column.name)}`;
  if (column.type !== "vector") refuse(who, name, "must hold vectors", column.type);
  const { data, cols } = column.values;
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) refuse(who, `${name}, row ${Math.floor(at / cols)},`, "must hold finite numbers", data[at]);
  return column;
}
