// What a strategy, kernel or predictor was made from may be changed by its caller afterwards: nothing here changes with it.
import { expect, test } from "vitest";
import {
  alce,
  eer,
  greedyAll,
  hamming,
  learnedKernel,
  matrixFrom,
  pal,
  product,
  qbc,
  rbf,
  ridge,
  xpal,
} from "../../src/index.ts";

const base = rbf({ bandwidth: 1 });
const square = () =>
  matrixFrom([
    [0, 2],
    [3, 0],
  ]);
const CASES: Record<string, () => { made: { toJSON(): unknown }; change(): void }> = {
  "the priors of xpal": () => {
    const prior = [0.5, 2];
    return { made: xpal({ evaluationPrior: prior, candidatePrior: prior }), change: () => void prior.fill(9) };
  },
  "the prior and the density of pal": () => {
    const [prior, density] = [[0.5, 2], Float64Array.of(1, 2)];
    return { made: pal({ prior, density }), change: () => void (prior.fill(9) && density.fill(9)) };
  },
  "the prior of eer": () => {
    const epsilon = Float64Array.of(0.5, 2);
    return { made: eer({ epsilon }), change: () => void epsilon.fill(9) };
  },
  "the truth of greedyAll": () => {
    const truth = ["a", "b"];
    return { made: greedyAll({ truth }), change: () => void truth.reverse() };
  },
  "the members of qbc": () => {
    const samples = [0, 1];
    const members = [{ samples, columns: [0] }];
    return { made: qbc({ members }), change: () => void (samples.fill(9) && members.push(members[0])) };
  },
  "the costs of alce": () => {
    const cost = square();
    return { made: alce({ cost }), change: () => void cost.data.fill(9) };
  },
  "the embedding of alce": () => {
    const embedding = { classPoints: square(), predictionPoints: square() };
    return { made: alce({ embedding }), change: () => void embedding.classPoints.data.fill(9) };
  },
  "the parts of a product": () => {
    const parts = [base, base];
    return { made: product(parts), change: () => void parts.fill(hamming({ bandwidth: 1 })) };
  },
  "the scales and localities of the learned kernel": () => {
    const [scales, localities] = [
      [1, 2],
      [0, 1],
    ];
    return {
      made: learnedKernel({ base, scales, localities }),
      change: () => void (scales.fill(9) && localities.fill(9)),
    };
  },
  "the means of ridge": () => {
    const means = [1, 2];
    return { made: ridge({ means, unit: 1 }), change: () => void means.fill(9) };
  },
};

test.each(Object.keys(CASES))("%s changed when the caller changed what was passed", (name) => {
  const { made, change } = CASES[name]();
  const before = JSON.stringify(made);
  change();
  expect(JSON.stringify(made)).toBe(before);
});
