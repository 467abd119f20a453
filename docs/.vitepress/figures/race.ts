// A race: the strategies label the same pool, and after each label the share of wrong predictions is told.
import { Learner, type Matrix, matrix, meanBandwidth, rbf, strategyCatalogue, xpalLearned } from "@xpal/core";

/** A dataset as the site ships it. */
export interface RaceData {
  readonly title: string;
  readonly rows: readonly (readonly number[])[];
  readonly classes: readonly string[];
  readonly labels: readonly number[];
}

/** Who runs, on what, how far. */
export interface Race {
  readonly data: RaceData;
  readonly strategies: readonly string[];
  readonly budget: number;
  readonly seed: number;
}

/** One strategy after one more label. */
export interface RaceStep {
  readonly strategy: string;
  readonly labels: number;
  readonly error: number;
}

/** "learning" is xPAL with the learned kernel; the others are names of the catalogue. */
export async function race({ data, strategies, budget, seed }: Race, onStep: (step: RaceStep) => void): Promise<void> {
  const features = standardised(data.rows);
  const base = rbf({ bandwidth: meanBandwidth(features.rows, features.cols) });
  const runners = await Promise.all(
    strategies.map(async (name) => {
      const entry = strategyCatalogue.find((other) => other.name === name);
      const model = entry === undefined ? xpalLearned({ base }) : { kernel: base, strategy: entry.make() };
      const learner = await Learner.create({
        features,
        classes: data.classes,
        seed,
        engine: { worker: false },
        ...model,
      });
      return { name, learner };
    }),
  );
  for (let labels = 0; labels <= Math.min(budget, features.rows - 1); labels++) {
    for (const { name, learner } of runners) {
      const predicted = await learner.predict();
      const wrong = predicted.filter((said, i) => said !== data.classes[data.labels[i] as number]).length;
      onStep({ strategy: name, labels, error: wrong / features.rows });
      const [best] = await learner.suggest();
      if (best !== undefined)
        await learner.label(best.index, data.classes[data.labels[best.index] as number] as string);
    }
  }
  for (const { learner } of runners) await learner.close();
}

/** Each column with mean 0 and deviation 1. */
function standardised(rows: readonly (readonly number[])[]): Matrix {
  const cols = rows[0]?.length ?? 0;
  const made = matrix(rows.length, cols);
  for (let j = 0; j < cols; j++) {
    const mean = rows.reduce((sum, row) => sum + (row[j] as number), 0) / rows.length;
    const spread = Math.sqrt(rows.reduce((sum, row) => sum + ((row[j] as number) - mean) ** 2, 0) / rows.length) || 1;
    rows.forEach((row, i) => {
      made.data[i * cols + j] = ((row[j] as number) - mean) / spread;
    });
  }
  return made;
}
