// Small pools that tests share: points in clusters, with duplicates and exact ties among them, for every kind of features.
import {
  type Features,
  generator,
  type Kernel,
  type Matrix,
  matrix,
  matrixFrom,
  oneHot,
  type SparseMatrix,
} from "../src/index.ts";

/** Points around three centres, the last one a duplicate of the first; drawn from a fixed seed. */
export function madeUpPoints(rows: number, cols: number, seed = 1): Matrix {
  const chance = generator(seed);
  const points = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) points.data[i * cols + d] = (i % 3) * ((d % 2) + 1) + chance.nextUnit();
  }
  points.data.copyWithin((rows - 1) * cols, 0, cols);
  return points;
}

/** The true class of each made-up point: its centre. */
export function madeUpTruth(rows: number, classes: readonly string[]): string[] {
  return Array.from({ length: rows }, (_, i) => classes[((i === rows - 1 ? 0 : i) % 3) % classes.length]);
}

/** Categories, one-hot coded. */
export function madeUpCategories(rows: number, seed = 2): Matrix {
  const chance = generator(seed);
  const codes = Array.from({ length: rows }, () => [chance.nextIndex(2), chance.nextIndex(3), chance.nextIndex(2)]);
  return oneHot(matrixFrom(codes), [2, 3, 2]);
}

/** Word counts, most of them 0; one row has no word at all. */
export function madeUpTexts(rows: number, seed = 3): SparseMatrix {
  const chance = generator(seed);
  const starts = new Uint32Array(rows + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let word = 0; word < 8 && i !== 1; word++) {
      if (chance.nextIndex(3) > 0) continue;
      columns.push(word);
      values.push(1 + chance.nextIndex(4));
    }
    starts[i + 1] = columns.length;
  }
  return { rows, cols: 8, starts, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

/** A kernel with features that it reads. */
export interface KernelCase {
  readonly name: string;
  readonly kernel: Kernel;
  readonly features: Features;
}
