// Pools for the contract suites: small, of every kernel, with duplicates and exact ties, all from a seed.
import {
  cosine,
  createPool,
  type EvaluationOptions,
  type Features,
  generator,
  hamming,
  type Kernel,
  Labels,
  type Matrix,
  matrix,
  ownKernel,
  type Pool,
  precomputed,
  product,
  rbf,
  type SeededGenerator,
  similarities,
} from "../../src/index.ts";

export const KERNELS = [
  "rbf",
  "wide rbf",
  "narrow rbf",
  "hamming",
  "cosine",
  "cosine of embeddings",
  "sparse cosine",
  "precomputed",
  "lopsided precomputed",
  "product",
  "own",
] as const;
export type KernelCase = (typeof KERNELS)[number];

type Evaluation = "pool" | "sample" | "others" | "weights";

/** Pools and labels that were made: asked for again, they are the same objects, by which the definition's answers are kept. */
const pools = new Map<string, Pool>();
const labelsOf = new WeakMap<Pool, Map<string, Labels>>();

/** A pool of `size` items; about a third of them are exact copies of others, and values lie on a coarse grid. */
export function randomPool(
  kernel: KernelCase,
  size: number,
  classCount: number,
  seed: number,
  evaluation: Evaluation = "pool",
): Pool {
  const name = JSON.stringify([kernel, size, classCount, seed, evaluation]);
  const pool = pools.get(name) ?? makePool(kernel, size, classCount, seed, evaluation);
  pools.set(name, pool);
  return pool;
}

function makePool(kernel: KernelCase, size: number, classCount: number, seed: number, evaluation: Evaluation): Pool {
  const chance = generator(seed);
  const columns = 1 + chance.nextIndex(5);
  const { features, similarity } = featuresFor(kernel, size, columns, chance);
  const others = featuresFor(kernel, 1 + chance.nextIndex(size), columns, chance).features;
  const options: Record<Evaluation, EvaluationOptions | undefined> = {
    pool: undefined,
    sample: { sample: 1 + chance.nextIndex(size), seed },
    others: kernel.includes("precomputed") ? { indices: [0, size - 1, 0] } : { features: others },
    weights: { weights: Array.from({ length: size }, (_, x) => (x === 0 ? 1 : chance.nextIndex(4))) },
  };
  return createPool({
    features,
    kernel: similarity,
    classes: Array.from({ length: classCount }, (_, y) => `class ${y}`),
    ...(options[evaluation] === undefined ? {} : { evaluation: options[evaluation] }),
  });
}

function featuresFor(
  kernel: KernelCase,
  size: number,
  columns: number,
  chance: SeededGenerator,
): { features: Features; similarity: Kernel } {
  const numbers = grid(size, columns, chance);
  switch (kernel) {
    case "rbf":
      return { features: numbers, similarity: rbf({ bandwidth: 0.7 }) };
    case "wide rbf":
      return { features: numbers, similarity: rbf({ bandwidth: 40 }) };
    case "narrow rbf":
      return { features: numbers, similarity: rbf({ bandwidth: 0.02 }) };
    case "hamming":
      return { features: bits(size, 6, chance), similarity: hamming({ bandwidth: 0.3 }) };
    case "cosine":
      return { features: bits(size, 7, chance), similarity: cosine() };
    case "cosine of embeddings":
      return { features: grid(size, 4, chance), similarity: cosine({ negative: "zero" }) };
    case "sparse cosine":
      return { features: sparse(bits(size, 9, chance)), similarity: cosine() };
    case "precomputed":
      return { features: similarities(rbf({ bandwidth: 1 }), numbers, numbers), similarity: precomputed() };
    case "lopsided precomputed":
      return { features: bits(size, size, chance), similarity: precomputed() };
    case "product": {
      const groups = [grid(size, 3, chance), bits(size, 5, chance), sparse(bits(size, 4, chance))];
      return {
        features: { rows: size, groups },
        similarity: product([rbf({ bandwidth: 1 }), hamming({ bandwidth: 0.5 }), cosine()]),
      };
    }
    case "own":
      return { features: grid(size, 2, chance), similarity: ownKernel("steps", (a, b) => 2 ** -Math.abs(a[0] - b[0])) };
  }
}

/** Random labels: some items answered once, some repeatedly, some skipped. */
export function randomLabels(pool: Pool, share: number, seed: number): Labels {
  const known = labelsOf.get(pool) ?? new Map<string, Labels>();
  labelsOf.set(pool, known);
  const labels = known.get(`${share} ${seed}`) ?? makeLabels(pool, share, seed);
  known.set(`${share} ${seed}`, labels);
  return labels;
}

function makeLabels(pool: Pool, share: number, seed: number): Labels {
  const chance = generator(seed, 1);
  let labels = Labels.none(pool);
  for (let i = 0; i < pool.size; i++) {
    if (chance.nextUnit() >= share) continue;
    for (let again = 0; again <= chance.nextIndex(3) - 1 || again === 0; again++) {
      labels = labels.add(i, chance.nextIndex(pool.classCount));
    }
  }
  for (let i = 0; i < pool.size; i += 7) if (!labels.has(i) && i > 0) labels = labels.setAside(i, "skipped");
  return labels;
}

function grid(rows: number, cols: number, chance: SeededGenerator): Matrix {
  const data = Float64Array.from({ length: rows * cols }, () => (chance.nextIndex(33) - 16) / 8);
  copyRows(data, rows, cols, chance);
  return matrix(rows, cols, data);
}

function bits(rows: number, cols: number, chance: SeededGenerator): Matrix {
  const data = Float64Array.from({ length: rows * cols }, () => chance.nextIndex(2));
  copyRows(data, rows, cols, chance);
  return matrix(rows, cols, data);
}

function copyRows(data: Float64Array, rows: number, cols: number, chance: SeededGenerator): void {
  for (let i = 1; i < rows; i++) {
    if (chance.nextIndex(3) > 0) continue;
    const from = chance.nextIndex(i);
    data.copyWithin(i * cols, from * cols, (from + 1) * cols);
  }
}

function sparse({ rows, cols, data }: Matrix): Features {
  const starts = new Uint32Array(rows + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      if (data[i * cols + d] === 0) continue;
      columns.push(d);
      values.push(data[i * cols + d] + d / 8);
    }
    starts[i + 1] = columns.length;
  }
  return { rows, cols, starts, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}
