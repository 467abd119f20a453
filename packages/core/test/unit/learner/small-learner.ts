// A learner on seven points, and all that can be read off one.
import { Learner } from "../../../src/learner/learner.ts";
import { matrixFrom } from "../../../src/matrix.ts";

export const features = matrixFrom([
  [0, 0],
  [0.1, 0.2],
  [0.3, 0],
  [2, 2],
  [2.2, 1.9],
  [1, 1.1],
  [2, 2],
]);
export const classes = ["cat", "dog", "cow"];
/** The definition, so that a preview and a score can be compared to the bit; other engines are held to it elsewhere. */
export const engine = "definition";
export const create = () => Learner.create({ features, classes, seed: 4, engine });

/** Everything that can be read off a learner, as text: two equal texts are the same bits. */
export async function reading(learner: Learner): Promise<string> {
  return JSON.stringify([
    learner,
    await learner.suggest(3),
    Array.from((await learner.probabilities()).data),
    await learner.predict(),
    await learner.preview(5),
    await learner.expectedGain(),
  ]);
}
