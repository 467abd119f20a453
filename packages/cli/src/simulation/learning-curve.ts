// Active learning replayed on data whose labels are all known: the true label of an item is looked up only when the
// strategy asks for it, and the test items serve for nothing but the error.
import {
  type ClassName,
  type EngineOptions,
  type Features,
  generator,
  type Kernel,
  Learner,
  matrix,
  predictionsOf,
  probabilitiesOf,
  type Strategy,
} from "xpal";

/** A fully labelled problem, split. */
export interface Task {
  readonly train: Features;
  readonly test: Features;
  readonly kernel: Kernel;
  readonly classes: readonly ClassName[];
  /** The true class index of each item. */
  readonly trainLabels: ArrayLike<number>;
  readonly testLabels: ArrayLike<number>;
}

/** How long to go on, and what is left to chance. */
export interface ReplayOptions {
  readonly strategy: Strategy;
  readonly budget: number;
  readonly seed: number;
  readonly engine?: EngineOptions;
  /** Called after each label. */
  readonly onStep?: (labels: number) => void;
}

/** The test error after 0, 1, …, budget labels. */
export async function learningCurve(task: Task, options: ReplayOptions): Promise<Float64Array> {
  const { train, test, kernel, classes, trainLabels, testLabels } = task;
  const { strategy, seed, engine = {} } = options;
  const learner = await Learner.create({ features: train, kernel, classes, strategy, seed, engine });
  try {
    const budget = Math.min(options.budget, train.rows);
    const learns = kernel.stateAt !== undefined; // then every label may change every similarity
    const freq = matrix(test.rows, classes.length);
    const errors = new Float64Array(budget + 1);
    for (let count = 0; count <= budget; count++) {
      const probabilities = learns ? await learner.probabilities(test) : probabilitiesOf(freq);
      const decided = predictionsOf(probabilities, generator(seed, count));
      errors[count] = shareOfDifferences(decided, testLabels);
      if (count === budget) break;
      const [{ index }] = await learner.suggest();
      await learner.label(index, classes[trainLabels[index]]);
      for (let x = 0; !learns && x < test.rows; x++) {
        freq.data[x * classes.length + trainLabels[index]] += kernel.similarity(test, x, train, index);
      }
      options.onStep?.(count + 1);
    }
    return errors;
  } finally {
    await learner.close();
  }
}

function shareOfDifferences(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let differences = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differences++;
  return differences / a.length;
}
