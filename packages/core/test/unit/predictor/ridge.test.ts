// Ridge regression as predictor: worked by hand, held to refits without each item, and to what it promises its callers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createPool,
  expectedError,
  generator,
  Labels,
  Learner,
  leftOutFrequencies,
  type Matrix,
  matrix,
  matrixFrom,
  predictiveFrequencies,
  probabilitiesOf,
  rbf,
  ridge,
} from "../../../src/index.ts";
import { fitRidge, logLikelihood, softmax } from "../../../src/predictor/ridge-fit.ts";
import { RidgePoints } from "../../../src/predictor/ridge-points.ts";

/** Points in three clusters on a line far from 0, with a second column of noise. */
function clusters(count: number, seed = 3): { features: Matrix; truth: number[] } {
  const chance = generator(seed);
  const truth = Array.from({ length: count }, (_, i) => i % 3);
  const features = matrixFrom(truth.map((y) => [100 + 3 * y + chance.nextUnit(), chance.nextUnit()]));
  return { features, truth };
}

describe("a fit", () => {
  test("worked by hand: two labels of different classes, penalty 1", () => {
    // G = [[1, 1/2], [1/2, 1]], T = [[1/2, -1/2], [-1/2, 1/2]]: (G + I) alpha = T gives alpha = [[1/3, -1/3], [-1/3, 1/3]],
    // the inverse of [[2, 1/2], [1/2, 2]] has 8/15 on its diagonal, so f_-1 = 1/2 - (1/3)(15/8) = -1/8.
    const gram = matrixFrom([
      [1, 0.5],
      [0.5, 1],
    ]);
    const targets = matrixFrom([
      [0.5, -0.5],
      [-0.5, 0.5],
    ]);
    const { alpha, leftOut } = fitRidge(gram, targets, 1);
    [1 / 3, -1 / 3, -1 / 3, 1 / 3].forEach((value, at) => {
      expect(alpha.data[at]).toBeCloseTo(value, 14);
    });
    [-1 / 8, 1 / 8, 1 / 8, -1 / 8].forEach((value, at) => {
      expect(leftOut.data[at]).toBeCloseTo(value, 14);
    });
  });

  test("the scores of a left-out item are those of a fit without it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 1, max: 1000 }), (n, seed) => {
        const chance = generator(seed);
        const points = new RidgePoints(
          matrix(
            n,
            2,
            Float64Array.from({ length: 2 * n }, () => chance.nextUnit()),
          ),
        );
        const indices = Uint32Array.from({ length: n }, (_, i) => i);
        const targets = matrix(
          n,
          3,
          Float64Array.from({ length: 3 * n }, () => chance.nextUnit() - 0.5),
        );
        const { leftOut } = fitRidge(points.gram("wide", indices), targets, 0.1);
        const out = chance.nextIndex(n);
        const rest = indices.filter((i) => i !== out);
        const restTargets = matrix(
          n - 1,
          3,
          Float64Array.from([...targets.data].filter((_, at) => Math.floor(at / 3) !== out)),
        );
        const { alpha } = fitRidge(points.gram("wide", rest), restTargets, 0.1);
        const all = points.gram("wide", indices);
        for (let y = 0; y < 3; y++) {
          const score = [...rest].reduce((sum, i, at) => sum + all.data[out * n + i] * alpha.data[at * 3 + y], 0);
          expect(leftOut.data[out * 3 + y]).toBeCloseTo(score, 8);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("softmax and likelihood worked by hand", () => {
    const p = softmax(matrixFrom([[0, Math.log(3) / 2]]), 0.5);
    expect(p.data[0]).toBeCloseTo(0.25, 14);
    expect(logLikelihood(p, matrixFrom([[0, 1]]))).toBeCloseTo(Math.log(0.75), 14);
    expect(logLikelihood(p, matrixFrom([[0.5, 0.5]]))).toBeCloseTo(0.5 * Math.log(0.1875), 14);
  });
});

describe("points", () => {
  test("the mean is taken away and the mean squared length is 1, both ways of comparing", () => {
    const pool = matrixFrom([[10], [14]]); // mean 12, mean squared distance 4: z = -1, 1
    const points = new RidgePoints(pool);
    const indices = Uint32Array.of(0, 1);
    expect([...points.gram("linear", indices).data]).toEqual([1, -1, -1, 1]);
    expect(points.gram("wide", indices).data[1]).toBeCloseTo(Math.exp(-2), 14);
    const alpha = matrixFrom([
      [1, 0],
      [0, 1],
    ]);
    const linear = points.scores("linear", indices, alpha, matrixFrom([[16]])); // z = 2
    expect([...linear.data]).toEqual([-2, 2]);
    const wide = points.scores("wide", indices, alpha, matrixFrom([[12]]));
    expect(wide.data[0]).toBeCloseTo(Math.exp(-0.5), 14);
  });

  test("items of the pool and the same numbers from elsewhere have the same scores", () => {
    const { features } = clusters(30);
    const points = new RidgePoints(features);
    const indices = Uint32Array.of(1, 7, 20);
    const alpha = matrixFrom([[1], [-2], [0.5]]);
    const copy = matrix(30, 2, features.data.slice());
    for (const width of ["linear", "wide"] as const) {
      const ofPool = points.scores(width, indices, alpha, features);
      expect(ofPool.data).toEqual(points.scores(width, indices, alpha, copy).data);
      expect(ofPool.data).toEqual(points.scores(width, indices, alpha, features).data); // kept ones too
    }
  });
});

describe("a pool with a predictor", () => {
  const classes = ["a", "b", "c"];
  const { features, truth } = clusters(60);
  const pool = createPool({ features, kernel: rbf({ bandwidth: 1 }), classes, predictor: ridge() });
  const labels = Labels.from(
    pool,
    [0, 1, 2, 3, 4, 5].map((i) => [i, classes[truth[i]]]),
  );

  test("predicts the clusters, with probabilities that sum to 1", () => {
    const { data, cols } = predictiveFrequencies(pool, labels);
    truth.forEach((y, i) => {
      const own = data.subarray(i * cols, (i + 1) * cols);
      expect(own.indexOf(Math.max(...own))).toBe(y);
      expect(own.reduce((sum, one) => sum + one, 0)).toBeCloseTo(labels.count, 9);
    });
  });

  test("without labels the frequencies of the kernel are told", () => {
    expect([...predictiveFrequencies(pool, Labels.none(pool)).data].every((value) => value === 0)).toBe(true);
  });

  test("renaming classes permutes probabilities", () => {
    const turned = createPool({
      features,
      kernel: rbf({ bandwidth: 1 }),
      classes: ["c", "a", "b"],
      predictor: ridge(),
    });
    const same = Labels.from(
      turned,
      [0, 1, 2, 3, 4, 5].map((i) => [i, classes[truth[i]]]),
    );
    const [one, other] = [predictiveFrequencies(pool, labels).data, predictiveFrequencies(turned, same).data];
    for (let i = 0; i < 60; i++) {
      for (const [y, to] of [1, 2, 0].entries()) expect(other[i * 3 + to]).toBeCloseTo(one[i * 3 + y], 9);
    }
  });

  test("left-out predictions do not know an item's own answer", () => {
    const wrong = labels.remove(0).add(0, 2);
    const left = leftOutFrequencies(pool, predictiveFrequencies(pool, wrong), wrong);
    const own = left.data.subarray(0, 3);
    expect(own[0]).toBeGreaterThan(own[2]);
  });

  test("expects as many errors as its probabilities say, and does not sharpen them once more", () => {
    const wrong = Labels.from(
      pool,
      Array.from({ length: 12 }, (_, i) => [i, classes[truth[i]]] as const),
    );
    const freq = predictiveFrequencies(pool, wrong);
    const p = probabilitiesOf(freq);
    const expected =
      truth.reduce((sum, _, i) => sum + 1 - Math.max(...p.data.subarray(3 * i, 3 * i + 3)), 0) / truth.length;
    expect(expectedError(pool, freq, wrong)).toBeCloseTo(expected, 3); // the prior adds a little
    expect(expected).toBeGreaterThan(0.01);
  });

  test("says what it is where it predicts", async () => {
    const learner = await Learner.create({
      features,
      classes,
      kernel: "rbf",
      predictor: ridge(),
      labels: [
        [0, "a"],
        [1, "b"],
      ],
    });
    expect(await learner.at().describePredictor()).toMatch(/^ridge regression, (linear|by a wide kernel)$/);
    expect(await learner.at(Labels.none(learner.pool)).describePredictor()).toBeNull();
    await learner.close();
  });

  test("the choice of items is that of the kernel alone", async () => {
    const options = {
      features,
      classes,
      kernel: rbf({ bandwidth: 1 }),
      seed: 4,
      labels: [
        [0, "a"],
        [1, "b"],
      ] as const,
    };
    const [plain, predicting] = [
      await Learner.create(options),
      await Learner.create({ ...options, predictor: ridge() }),
    ];
    expect(await predicting.suggest(3)).toEqual(await plain.suggest(3));
    await plain.close();
    await predicting.close();
  });

  test("a learner that is written and read back predicts the same bits", async () => {
    const learner = await Learner.create({
      features,
      classes,
      kernel: "rbf",
      predictor: ridge(),
      labels: [
        [0, "a"],
        [1, "b"],
        [2, "c"],
      ],
    });
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner.toJSON())));
    expect((await again.probabilities()).data).toEqual((await learner.probabilities()).data);
    await learner.close();
    await again.close();
  });

  test("fixed on its pool, it predicts the same from the labelled items alone", () => {
    const few = matrixFrom([0, 1, 2, 3, 4, 5].map((i) => [...features.data.subarray(2 * i, 2 * i + 2)]));
    const small = createPool({
      features: few,
      kernel: rbf({ bandwidth: 1 }),
      classes,
      predictor: ridge().fixedOn(features),
    });
    const same = Labels.from(
      small,
      [0, 1, 2, 3, 4, 5].map((i) => [i, classes[truth[i]]]),
    );
    expect(predictiveFrequencies(small, same, features).data).toEqual(predictiveFrequencies(pool, labels).data);
  });

  test("predicts from sparse features as from the same numbers in a dense matrix", () => {
    const sparse = {
      rows: 3,
      cols: 2,
      starts: Uint32Array.of(0, 1, 2, 4),
      columns: Uint32Array.of(0, 1, 0, 1),
      values: Float64Array.of(1, 2, 3, 4),
    };
    const dense = matrixFrom([
      [1, 0],
      [0, 2],
      [3, 4],
    ]);
    const of = (features: typeof sparse | Matrix) => {
      const pool = createPool({ features, kernel: "cosine", classes, predictor: ridge() });
      return predictiveFrequencies(
        pool,
        Labels.from(pool, [
          [0, "a"],
          [1, "b"],
        ]),
      ).data;
    };
    expect(of(sparse)).toEqual(of(dense));
  });

  test("rejects means of another width", () => {
    expect(() => createPool({ features, classes, predictor: ridge({ means: [1], unit: 1 }) })).toThrow(
      "createPool: predictor must have as many means as there are columns, 2, got 1",
    );
  });

  test("with many labels all but the latest few are fitted, and these count as left out as they are predicted", () => {
    const many = clusters(900, 5);
    const large = createPool({ features: many.features, kernel: rbf({ bandwidth: 1 }), classes });
    const at = (count: number) =>
      Labels.from(
        large,
        Array.from({ length: count }, (_, i) => [i, classes[many.truth[i]]]),
      );
    const fitted = (count: number) =>
      ridge().fit({ features: many.features, labels: at(count), leftOutFrequencies: () => matrix(0, 0) });
    const [at408, at410, at416] = [fitted(408), fitted(410), fitted(416)].map((fit) =>
      fit.probabilities(many.features),
    );
    expect(at410.data).toEqual(at408.data);
    expect(at416.data).not.toEqual(at408.data);
    expect(fitted(410).leftOut.data.slice(409 * 3)).toEqual(at408.data.slice(409 * 3, 410 * 3));
  });
});
