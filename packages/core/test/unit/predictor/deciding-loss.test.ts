// Everything that decides classes at the same labels decides by the same loss: what is predicted, what the model expects of
// itself, and what an annotator's answer is worth, also where the balanced measure meets a predictor, a part of the pool as
// evaluation set, weights, costs and answers that count for shares.
import { describe, expect, test } from "vitest";
import {
  askWhom,
  type EvaluationOptions,
  expectedCost,
  generator,
  type Labels,
  Learner,
  lossMatrixAt,
  type Matrix,
  matrixFrom,
  predictiveFrequencies,
  ridge,
} from "../../../src/index.ts";

const SIZE = 40;
const CLASSES = ["a", "b", "c"];
const draw = generator(11);
const uniform = (rows: number) => Array.from({ length: rows }, () => [draw.nextUnit() * 4, draw.nextUnit() * 4]);
const points = uniform(SIZE);
const classOf = ([x, y]: number[]) => (x > 3 ? 2 : y > 2.6 ? 1 : 0);
const costs = matrixFrom([
  [0, 1, 1],
  [4, 0, 2],
  [9, 3, 0],
]);

const EVALUATIONS: Record<string, EvaluationOptions | undefined> = {
  pool: undefined,
  weights: { weights: points.map(([x]) => (x > 2 ? 9 : 1)) },
  sample: { sample: 9, seed: 3 },
  "weighted part": { indices: [1, 5, 9, 30, 31], weights: [1, 2, 3, 4, 50] },
  "other items": { features: matrixFrom(uniform(12).map(([x, y]) => [x / 3, y / 3])) },
};
const PARTS = Object.keys(EVALUATIONS).flatMap((evaluation) =>
  [false, true].flatMap((byRidge) => [false, true].map((hasCosts) => ({ evaluation, byRidge, hasCosts }))),
);

async function learnerOf({ evaluation: of, byRidge, hasCosts }: (typeof PARTS)[number], labels = 14): Promise<Learner> {
  const evaluation = EVALUATIONS[of];
  return Learner.create({
    ...{ features: matrixFrom(points), classes: CLASSES, measure: "balanced", engine: "definition" },
    ...(evaluation === undefined ? {} : { evaluation }),
    ...(byRidge ? { predictor: ridge() } : {}),
    ...(hasCosts ? { lossMatrix: costs } : {}),
    labels: points.slice(0, labels).map((point, item) => [item, CLASSES[classOf(point)]] as const),
  });
}

/** The labels with every third item half another class. */
function softened(labels: Labels): Labels {
  const some = labels.labelled.filter(({ index }) => index % 3 === 0);
  return labels.withShares(
    some.map(({ index, counts }) => [index, Array.from(counts, (count) => (count + 0.25) / 1.75)] as const),
  );
}

const rowsOf = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, x) => data.subarray(x * cols, (x + 1) * cols));

describe.each(PARTS)("under the balanced measure, $evaluation, ridge $byRidge, costs $hasCosts", (parts) => {
  test("the cost that the model expects is that of the classes it predicts", async () => {
    // With 7 labels nothing is sharpened: the expectation is that of the probabilities.
    const learner = await learnerOf(parts, 7);
    for (const labels of [learner.labels, softened(learner.labels)]) {
      const snapshot = learner.at(labels);
      const freq = await snapshot.predictiveFrequencies();
      const predicted = await snapshot.predict();
      const chance = (k: Float64Array, y: number) => (k[y] + 0.001) / (k.reduce((sum, one) => sum + one, 0) + 0.003);
      const all = rowsOf(freq).map((k, x) => ({ k, y: CLASSES.indexOf(String(predicted[x])) }));
      const costOf = (z: number, y: number) => (parts.hasCosts ? costs.data[z * 3 + y] : Number(z !== y));
      const cost = all.reduce((sum, { k, y }) => {
        return sum + CLASSES.reduce((own, _, z) => own + chance(k, z) * costOf(z, y), 0);
      }, 0);
      expect(expectedCost(learner.pool, freq, labels)).toBeCloseTo(cost / SIZE, 12);
    }
    await learner.close();
  });

  test("the shares of the classes are those of the predictions at the evaluation points", async () => {
    const learner = await learnerOf(parts);
    const { pool } = learner;
    const labels = softened(learner.labels);
    const freq = predictiveFrequencies(pool, labels, pool.evaluation.features);
    const loss = await learner.at(labels).lossMatrix();
    if (pool.evaluation.weights === null) expect(loss).toEqual(lossMatrixAt(pool, labels, freq));
    else expect(loss).not.toEqual(lossMatrixAt(pool, labels, freq)); // which knows of no weights
    await learner.close();
  });

  test("an answer of somebody who is always right is worth what a label is", async () => {
    const learner = await learnerOf(parts);
    const answers = learner.labels.labelled.map(({ index, counts }) => ({
      ...{ item: index, annotator: 0, answer: counts.indexOf(1) },
    }));
    const sure = { accuracy: 1 - 1e-12, strength: 1e9 };
    const candidates = [20, 25, 30, 35];
    const questions = askWhom(learner.pool, { annotators: 1, answers, candidates }, sure);
    const gains = new Map(questions.map(({ item, gain }) => [item, gain]));
    for (const item of candidates) {
      expect(gains.get(item)).toBeCloseTo((await learner.preview(item)).gain, 6);
    }
    await learner.close();
  });
});
