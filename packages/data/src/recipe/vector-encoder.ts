// Vectors (embeddings, pixels) to features: as they are for the cosine kernel, centred and divided by one number for RBF.
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { centringOf, sharedDirection } from "../linear/centring.ts";
import type { Column, VectorColumn } from "../table/table.ts";
import type { VectorEncoder } from "./recipe.ts";

/** Learns a column of vectors. */
export function fitVector(column: Column, centred: boolean): VectorEncoder {
  const { name, values, images, embedded } = vectorsOf("fitRecipe", column);
  const made = {
    ...(images === undefined ? {} : { images }),
    ...(embedded === undefined ? {} : { embedded }),
  };
  if (!centred) return { kind: "vector", column: name, length: values.cols, ...made };
  const { means, scale } = centringOf(values);
  if (!Number.isFinite(scale)) {
    reject(
      "fitRecipe",
      `column ${JSON.stringify(name)}`,
      "must have vectors that can be centred",
      undefined,
      "their numbers are too large; scale or ignore the column",
    );
  }
  return { kind: "vector", column: name, length: values.cols, means, scale, shared: sharedDirection(values), ...made };
}

/** Writes a column's vectors into a matrix. */
export function applyVector(encoder: VectorEncoder, column: Column, into: Matrix, offset: number): void {
  const { values } = vectorsOf("applyRecipe", column);
  if (values.cols !== encoder.length) {
    const rule = `must hold vectors of length ${encoder.length}`;
    reject("applyRecipe", `column ${JSON.stringify(column.name)}`, rule, values.cols);
  }
  const { means, scale, deviations } = encoder;
  for (let row = 0; row < values.rows; row++) {
    for (let d = 0; d < values.cols; d++) {
      const value = values.data[row * values.cols + d] - (means?.[d] ?? 0);
      into.data[row * into.cols + offset + d] = value / (scale ?? deviations?.[d] ?? 1);
    }
  }
}

function vectorsOf(who: string, column: Column): VectorColumn {
  const name = `column ${JSON.stringify(column.name)}`;
  if (column.type !== "vector") reject(who, name, "must hold vectors", column.type);
  const { data, cols } = column.values;
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) reject(who, `${name}, row ${Math.floor(at / cols)},`, "must hold finite numbers", data[at]);
  return column;
}
