// What the engine says of a scene: the next question, how useful a label would be at every place of the plane, and what would be
// predicted there. Everything is computed by the library; nothing here knows a formula.
import {
  createPool,
  generator,
  type Kernel,
  Labels,
  Learner,
  type Matrix,
  matrix,
  openSession,
  ownKernel,
  rbf,
  type Strategy,
  strategyCatalogue,
  xpal,
  xpalLearned,
} from "@xpal/core";
import type { Scene } from "./scene.ts";

/** Cells of the surface along each side. */
export const CELLS = 36;

/** What a panel draws. */
export interface PanelAnswer {
  /** The point to ask for; undefined when all have an answer. */
  readonly best: number | undefined;
  /** How useful a label would be, row by row of cells; empty where the surface cannot be told. */
  readonly usefulness: Float64Array;
  /** The probability of class 1, row by row of cells. */
  readonly chance: Float64Array;
  /** Share of the points that are predicted wrongly. */
  readonly error: number;
}

/** Asks the engine. */
export async function panelAnswer(scene: Scene): Promise<PanelAnswer> {
  const features = featuresOf(scene);
  const answers = scene.answers.map(({ point, said }): [number, number] => [point, said]);
  const learner = await Learner.create({
    features,
    classes: [0, 1],
    labels: answers,
    seed: 1,
    engine: { worker: false },
    ...modelOf(scene, features),
  });
  try {
    const [best] = await learner.suggest();
    const predicted = await learner.predict();
    const wrong = predicted.filter((name, i) => name !== scene.points[i]?.truth).length;
    const chance = await learner.probabilities(cells());
    return {
      best: best?.index,
      usefulness: hasSurface(scene) ? await usefulnessOf(scene, answers) : new Float64Array(),
      chance: Float64Array.from({ length: CELLS * CELLS }, (_, i) => chance.data[2 * i + 1] as number),
      error: wrong / scene.points.length,
    };
  } finally {
    await learner.close();
  }
}

/** The learned kernel would learn from the cells; chance has no preference, and the truth of a cell is not known. */
function hasSurface({ kernel, strategy }: Scene): boolean {
  return kernel !== "learning" && strategy !== "random" && strategy !== "greedyAll";
}

/** The score of a label at each cell: the cells are candidates beside the points, and only the points are evaluated. */
async function usefulnessOf(scene: Scene, answers: readonly (readonly [number, number])[]): Promise<Float64Array> {
  const points = featuresOf(scene);
  const { data, rows } = cells();
  const features = matrix(rows + points.rows, 2, Float64Array.of(...data, ...points.data));
  const kernel = kernelOf(scene);
  const evaluation = { indices: Uint32Array.from(scene.points, (_, i) => rows + i) };
  const pool = createPool({ features, kernel, classes: [0, 1], evaluation });
  const labels = Labels.from(
    pool,
    answers.map(([point, said]) => [rows + point, said]),
  );
  const session = await openSession(pool, { worker: false });
  try {
    const candidates = Uint32Array.from({ length: rows }, (_, i) => i);
    const strategy = strategyOf(scene, kernel, features, rows);
    const { scores } = await session.scores({ strategy, labels, candidates, generator: generator(1), count: rows });
    return Float64Array.from(scores);
  } finally {
    await session.close();
  }
}

/** Kernel and strategy as a learner takes them. */
function modelOf(scene: Scene, features: Matrix): { kernel: Kernel; strategy: Strategy } {
  const kernel = kernelOf(scene);
  if (scene.kernel !== "learning") return { kernel, strategy: strategyOf(scene, kernel, features, 0) };
  const learning = xpalLearned({ base: kernel });
  return scene.strategy === "xpal" ? learning : { ...learning, strategy: strategyOf(scene, kernel, features, 0) };
}

function kernelOf({ kernel, bandwidth }: Scene): Kernel {
  if (kernel !== "exponential") return rbf({ bandwidth });
  return ownKernel("exponential", (a, b) =>
    Math.exp(-Math.hypot(...a.map((x, i) => x - (b[i] as number))) / bandwidth),
  );
}

/** The strategy; density, where it counts, is that of the points, which begin at a row of the features. */
function strategyOf(scene: Scene, kernel: Kernel, features: Matrix, from: number): Strategy {
  const { strategy, prior, bandwidth, points } = scene;
  if (strategy === "xpal") return xpal({ evaluationPrior: prior, candidatePrior: prior });
  const entry = strategyCatalogue.find(({ name }) => name === strategy);
  if (entry === undefined) throw new RangeError(`figure: strategy must be in the catalogue, got "${strategy}"`);
  if (strategy === "greedyAll") return entry.make({ truth: points.map(({ truth }) => truth) });
  if (strategy === "alce") return entry.make({ bandwidth });
  if (strategy !== "pal") return entry.make();
  const density = Array.from({ length: features.rows }, (_, i) => {
    let sum = 0;
    for (let x = from; x < features.rows; x++) sum += kernel.similarity(features, i, features, x);
    return sum;
  });
  return entry.make({ density });
}

function featuresOf({ points }: Scene): Matrix {
  return matrix(points.length, 2, Float64Array.from(points.flatMap(({ x, y }) => [x, y])));
}

/** The middle of each cell. */
function cells(): Matrix {
  const middle = (i: number) => (i + 0.5) / CELLS;
  const at = Array.from({ length: CELLS * CELLS }, (_, i) => [middle(i % CELLS), middle(Math.floor(i / CELLS))]);
  return matrix(CELLS * CELLS, 2, Float64Array.from(at.flat()));
}
