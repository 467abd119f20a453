// Every exported function with arguments that it accepts. A new export without an entry here fails the nonsense test.
import * as xpal from "../../src/index.ts";
import { madeUpPoints } from "../made-up-pools.ts";

/** A way into the library. */
export interface Door {
  /** Arguments that are accepted. */
  readonly valid: () => unknown[];
  readonly call: (...args: never[]) => unknown;
  /** Whether NaN may come out where NaN went in: true for those that only arrange numbers. */
  readonly arranges?: boolean;
}

const features = madeUpPoints(5, 2);
const classes = ["a", "b"];
const pool = xpal.createPool({ features, classes });
const labels = xpal.Labels.from(pool, [
  [0, "a"],
  [1, "b"],
  [1, "a"],
]).setAside(2, "skipped");
const small = () =>
  xpal.matrixFrom([
    [0.5, 0.25],
    [1, 2],
  ]);
const probabilities = () =>
  xpal.matrixFrom([
    [0.5, 0.5],
    [1, 0],
  ]);
const lossOfTwo = () =>
  xpal.matrixFrom([
    [0, 1],
    [3, 0],
  ]);
const cost = () =>
  xpal.matrixFrom([
    [0, 1, 2],
    [1, 0, 1],
    [3, 1, 0],
  ]);
const gain = () => ({
  similarity: [1, 0.5],
  freq: small(),
  candidateFreq: [0.1, 0.2],
  weights: [0.5, 0.5],
  lossMatrix: xpal.matrixFrom([
    [0, 1],
    [2, 0],
  ]),
});
const points = () => ({ classPoints: xpal.matrixFrom([[0], [1]]), predictionPoints: xpal.matrixFrom([[0], [1]]) });
const poolOptions = () => ({
  features: madeUpPoints(4, 2),
  kernel: "rbf",
  classes: ["a", "b", 3],
  evaluation: { indices: [0, 2], weights: [1, 2] },
  lossMatrix: cost(),
});
const stopStates = () => [
  {
    ...{ labels: 30, items: 50, open: 20, gain: 0.01, gainAhead: 0.02, expectedError: 0.05, leftOutError: 0.1 },
    ...{ entropy: 0.5, agreement: 0.9, audits: [0, 1, 0], asked: [1, 0] },
  },
];
/** A rule that is made and asked at once. */
const asked =
  <Options>(make: (options: Options) => xpal.StopRule) =>
  (options: Options, states: xpal.StopState[]) =>
    make(options).decide(states);
const learnerFile = await (async () => {
  const learner = await xpal.Learner.create({ features, classes, evaluation: { sample: 2, weights: [1, 2] } });
  await learner.label(0, "a");
  await learner.skip(1);
  return JSON.stringify(learner);
})();

/** A learner with as many labels as a forecast needs. */
const fullLearner = await xpal.Learner.create({
  features: madeUpPoints(24, 2),
  classes,
  labels: Array.from({ length: 21 }, (_, i) => [i, classes[i % 2]] as const),
  engine: "definition",
});

/** The functions and static methods; classes are named Class.method. */
export const doors: Record<string, Door> = {
  normalQuantile: { valid: () => [0.975], call: xpal.normalQuantile },
  "definition.open": {
    valid: () => [pool],
    call: async (of: never) => (await xpal.definition.open(of)).explain(),
  },
  learnedKernel: {
    valid: () => [
      {
        base: xpal.rbf({ bandwidth: 0.5 }),
        scales: [0.5, 1, 2],
        localities: [0, 1],
        neighbour: 2,
        from: 2,
        perClass: 2,
        shareWeight: 0.1,
        scaleWidth: 1,
        views: ["given", "ranks"],
        metrics: ["weights"],
        leastShare: 0.2,
        weightWidth: 1,
        metricWidth: 0.3,
        steps: 3,
        fitAt: [2, 4],
        delay: 1,
        shrinkage: 0.1,
      },
    ],
    call: xpal.learnedKernel,
  },
  xpalLearned: {
    valid: () => [{ base: xpal.rbf({ bandwidth: 0.5 }), scales: [0.5, 1, 2], from: 2 }],
    call: xpal.xpalLearned,
  },
  isLearnedKernel: { valid: () => [xpal.rbf({ bandwidth: 0.5 })], call: xpal.isLearnedKernel },
  decide: {
    valid: () => [
      [0.2, 0.4],
      xpal.matrixFrom([
        [0, 1],
        [2, 0],
      ]),
    ],
    call: xpal.decide,
  },
  frequencies: { valid: () => [pool, labels, madeUpPoints(2, 2)], call: xpal.frequencies },
  lossMatrixAt: {
    valid: () => [xpal.createPool({ features, classes, measure: "balanced" }), labels, small()],
    call: (of: never, at: never, freq: never) => xpal.lossMatrixAt(of, at, freq)?.rows ?? null,
  },
  predictionsOf: { valid: () => [probabilities(), xpal.generator(1), lossOfTwo()], call: xpal.predictionsOf },
  probabilitiesOf: { valid: () => [small()], call: xpal.probabilitiesOf },
  predictiveFrequencies: {
    valid: () => [pool, labels, madeUpPoints(2, 2)],
    call: xpal.predictiveFrequencies,
  },
  ridge: { valid: () => [{ means: [0, 1], unit: 2 }], call: xpal.ridge },
  classPoints: {
    valid: () => [
      {
        first: 0,
        points: [
          [1, 0],
          [0, 1],
        ],
        rest: xpal.parzen(),
      },
    ],
    call: xpal.classPoints,
  },
  extraTrees: { valid: () => [{ trees: 3 }], call: xpal.extraTrees },
  mixture: { valid: () => [{ members: [{ predictor: xpal.parzen(), prior: 1 }] }], call: xpal.mixture },
  parzen: { valid: () => [], call: xpal.parzen },
  posterior: {
    valid: () => [
      [1, 2],
      [0.5, 1],
    ],
    call: xpal.posterior,
  },
  cosine: { valid: () => [{ negative: "zero" }], call: xpal.cosine },
  hamming: { valid: () => [{ bandwidth: 0.5 }], call: xpal.hamming },
  oneHot: {
    valid: () => [
      xpal.matrixFrom([
        [0, 1],
        [1, 0],
      ]),
      [2, 3],
    ],
    call: xpal.oneHot,
  },
  kernelFromJSON: {
    valid: () => [
      {
        name: "product",
        parts: [
          { name: "rbf", bandwidth: 1 },
          { name: "cosine", negative: "zero" },
        ],
      },
    ],
    call: xpal.kernelFromJSON,
  },
  meanBandwidth: { valid: () => [20, 3, { cap: 10 }], call: xpal.meanBandwidth },
  meanHammingBandwidth: {
    valid: () => [
      xpal.matrixFrom([
        [0, 1],
        [1, 0],
      ]),
    ],
    call: xpal.meanHammingBandwidth,
  },
  ownKernel: { valid: () => ["own", (a: Float64Array, b: Float64Array) => a[0] * b[0]], call: xpal.ownKernel },
  precomputed: { valid: () => [], call: xpal.precomputed },
  product: { valid: () => [[xpal.rbf({ bandwidth: 1 }), xpal.cosine()]], call: xpal.product },
  rbf: { valid: () => [{ bandwidth: 0.5 }], call: xpal.rbf },
  similarities: { valid: () => [xpal.rbf({ bandwidth: 1 }), small(), small()], call: xpal.similarities },
  "Labels.none": { valid: () => [pool], call: xpal.Labels.none },
  "Labels.from": {
    valid: () => [
      pool,
      [
        [0, "a"],
        [3, "b"],
      ],
    ],
    call: xpal.Labels.from,
  },
  "Labels.fromJSON": {
    valid: () => [
      pool,
      {
        labelled: [
          [0, 1, 2],
          [3, 0, 1],
        ],
        skipped: [1],
        discarded: [2],
      },
    ],
    call: xpal.Labels.fromJSON,
  },
  "Learner.create": {
    valid: () => [
      {
        ...poolOptions(),
        strategy: xpal.xpal(),
        seed: 1,
        engine: "definition",
        labels: [
          [0, "a"],
          [2, 3],
        ],
      },
    ],
    call: xpal.Learner.create,
  },
  "Learner.fromJSON": { valid: () => [JSON.parse(learnerFile), { strategy: xpal.us() }], call: xpal.Learner.fromJSON },
  matrix: { valid: () => [2, 2, new Float64Array(4)], call: xpal.matrix, arranges: true },
  matrixFrom: {
    valid: () => [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    call: xpal.matrixFrom,
    arranges: true,
  },
  candidatesOf: { valid: () => [pool, labels, 2], call: xpal.candidatesOf },
  describeSample: { valid: () => [pool], call: xpal.describeSample },
  createPool: { valid: () => [poolOptions()], call: xpal.createPool },
  query: {
    valid: () => [
      {
        pool,
        labels,
        strategy: xpal.eer(),
        candidates: [3, 4],
        batchSize: 2,
        seed: 1,
        generator: xpal.generator(2),
        engine: "definition",
      },
    ],
    call: async (...args: never[]) => {
      const { scores, ...rest } = await (xpal.query as (...of: never[]) => Promise<xpal.QueryResult>)(...args);
      return { ...rest, scores: scores.filter((score) => !Number.isNaN(score)) }; // NaN says: no candidate
    },
  },
  generator: { valid: () => [1, 2], call: (...args: never[]) => drawn((xpal.generator as Make)(...args)) },
  shuffled: { valid: () => [4, xpal.generator(1)], call: xpal.shuffled },
  restoreGenerator: {
    valid: () => [[1, 2, 3, 4]],
    call: (...args: never[]) => drawn((xpal.restoreGenerator as Make)(...args)),
  },
  askedStop: { valid: () => [{ error: 0.1, correction: 2 }, stopStates()], call: asked(xpal.askedStop) },
  reliability: {
    valid: () => [
      { items: 3, annotators: 2, classes: 2, answers: [{ item: 1, annotator: 1, answer: 0 }], known: [[0, 1]] },
      { accuracy: 0.7, strength: 2 },
    ],
    call: xpal.reliability,
  },
  accuracies: {
    valid: () => [
      { items: 3, annotators: 2, classes: 2, answers: [{ item: 1, annotator: 1, answer: 0 }], known: [[0, 1]] },
      { accuracy: 0.7 },
      1,
    ],
    call: xpal.accuracies,
  },
  exactShare: { valid: () => [3, 7, 0.9], call: xpal.exactShare },
  askWhom: {
    valid: () => [
      pool,
      {
        annotators: 2,
        answers: [{ item: 1, annotator: 1, answer: 0 }],
        costs: [1, 2],
        known: [[0, 1]],
        candidates: [1, 2],
        present: [0],
      },
      { evaluationPrior: 0.1, accuracy: 0.7 },
    ],
    call: xpal.askWhom,
  },
  auditBound: { valid: () => [[0, 1, 0], 0.9], call: xpal.auditBound },
  costStop: { valid: () => [{ labelCost: 1, errorCost: 2 }, stopStates()], call: asked(xpal.costStop) },
  expectedCost: { valid: () => [pool, xpal.frequencies(pool, labels), labels, [3, 4]], call: xpal.expectedCost },
  expectedError: { valid: () => [pool, xpal.frequencies(pool, labels), labels, [3, 4]], call: xpal.expectedError },
  forecast: {
    valid: () => [
      { labels: 40, items: 200, expectedError: 0.2, audits: [{ labels: 30, wrong: true }] },
      { target: 0.1, level: 0.8 },
    ],
    call: xpal.forecast,
  },
  forecastState: {
    valid: () => [fullLearner, [{ labels: 3, to: 0, predicted: 1 }], fullLearner.labels],
    call: xpal.forecastState,
  },
  drawChecks: {
    valid: () => [
      { seed: 1, share: 0.5, since: { answers: 4, checks: 1 } },
      { answers: 8, checks: 1 },
      { size: 5, isOpen: (item: number) => item > 1 },
      3,
    ],
    call: xpal.drawChecks,
  },
  guarantee: {
    valid: () => [fullLearner, [{ labels: 3, to: 0, predicted: 1 }], 0.1, fullLearner.labels],
    call: xpal.guarantee,
  },
  tooEarly: { valid: () => [pool, labels], call: xpal.tooEarly },
  alwaysBest: {
    valid: () => [
      xpal.matrixFrom([
        [0, 0],
        [5, 0],
      ]),
    ],
    call: xpal.alwaysBest,
  },
  costScale: {
    valid: () => [
      xpal.matrixFrom([
        [0, 1],
        [50, 0],
      ]),
    ],
    call: xpal.costScale,
  },
  costsOf: { valid: () => [pool], call: xpal.costsOf },
  largestCost: { valid: () => [pool], call: xpal.largestCost },
  leftOutFrequencies: {
    valid: () => [pool, xpal.frequencies(pool, labels), labels],
    call: xpal.leftOutFrequencies,
  },
  maximumGain: { valid: () => [{ threshold: 0.1 }, stopStates()], call: asked(xpal.maximumGain) },
  noImprovement: { valid: () => [{ labels: 5, least: 0.1 }, stopStates()], call: asked(xpal.noImprovement) },
  overallUncertainty: { valid: () => [{ threshold: 0.1 }, stopStates()], call: asked(xpal.overallUncertainty) },
  stablePredictions: {
    valid: () => [{ threshold: 0.9, window: 2 }, stopStates()],
    call: asked(xpal.stablePredictions),
  },
  targetStop: { valid: () => [{ error: 0.1, confidence: 0.9, pause: 5 }, stopStates()], call: asked(xpal.targetStop) },
  alce: { valid: () => [{ embedding: points(), bandwidth: 0.5, ridge: 1, seed: 2 }], call: xpal.alce },
  costEmbedding: {
    valid: () => [cost(), { init: madeUpPoints(6, 2), starts: 1, seed: 1, iterations: 5, tolerance: 1e-3 }],
    call: xpal.costEmbedding,
  },
  eer: { valid: () => [{ loss: "log", epsilon: [1, 2] }], call: xpal.eer },
  greedyAll: { valid: () => [{ truth: ["a", "b", "a", "b", "a"] }], call: xpal.greedyAll },
  pal: { valid: () => [{ labelCount: 2, prior: [1, 2], density: [1, 2, 3, 4, 5] }], call: xpal.pal },
  palGain: { valid: () => [[0.5, 1], { labelCount: 2, prior: [1, 2] }], call: xpal.palGain },
  disagreement: { valid: () => [[probabilities(), probabilities()]], call: xpal.disagreement },
  qbc: { valid: () => [{ memberCount: 2, members: [{ samples: [0, 1], columns: [0, 1] }] }], call: xpal.qbc },
  random: { valid: () => [], call: xpal.random },
  pickItems: {
    valid: () => [
      xpal.matrixFrom([
        [1, 2],
        [3, 4],
      ]),
      [1, 0],
    ],
    call: xpal.pickItems,
  },
  strategyNamed: { valid: () => ["rand"], call: xpal.strategyNamed },
  strategyFromJSON: {
    valid: () => [{ name: "alce", ridge: 1, cost: { rows: 2, cols: 2, data: [0, 1, 1, 0] } }],
    call: xpal.strategyFromJSON,
  },
  uncertainty: { valid: () => [probabilities(), "entropy"], call: xpal.uncertainty },
  us: { valid: () => [{ measure: "margin" }], call: xpal.us },
  xgain: { valid: () => [gain(), { evaluationPrior: [1, 2], candidatePrior: 0.5 }], call: xpal.xgain },
  xpal: { valid: () => [{ evaluationPrior: [1, 2], candidatePrior: 0.5 }], call: xpal.xpal },
  chooseBatch: {
    valid: () => [{ strategy: xpal.xpal(), labels, generator: xpal.generator(1), count: 2, batch: "top" }],
    call: async (request: never) => {
      const session = await xpal.openSession(pool, "definition");
      return xpal.chooseBatch(session, request).finally(() => session.close());
    },
  },
  openSession: { valid: () => [pool, "definition"], call: openAndClose },
};

type Make = (...args: never[]) => xpal.SeededGenerator;

function drawn(chance: xpal.SeededGenerator): number[] {
  return [chance.nextIndex(10), chance.nextUnit(), ...chance.state()];
}

/** Methods of the immutable Labels, called on labels of a made-up pool. */
export const labelsMethods: Record<string, () => unknown[]> = {
  has: () => [0],
  asideOf: () => [2],
  aside: () => ["skipped"],
  unlabelled: () => [],
  withoutOrder: () => [],
  first: () => [1],
  add: () => [3, 1],
  remove: () => [0],
  setAside: () => [4, "discarded"],
  restore: () => [2],
  withShares: () => [[[0, [0.25, 0.75]]]],
  toJSON: () => [],
  toOrderedJSON: () => [],
};

/** Methods of a Learner. */
export const learnerMethods: Record<string, () => unknown[]> = {
  suggest: () => [2, { batch: "spread" }],
  label: () => [3, "b", { again: true }],
  unlabel: () => [0],
  skip: () => [3],
  discard: () => [4],
  restore: () => [2],
  predict: () => [madeUpPoints(2, 2)],
  probabilities: () => [madeUpPoints(2, 2)],
  preview: () => [3, { flips: 1 }],
  at: () => [labels],
  replaceKernel: () => [xpal.rbf({ bandwidth: 0.5 })],
  learnedKernel: () => [],
  expectedGain: () => [],
  explanation: () => [],
  explain: () => [],
  toJSON: () => [],
  close: () => [],
};

/** Methods of a Snapshot. */
export const snapshotMethods: Record<string, () => unknown[]> = {
  frequencies: () => [],
  predictiveFrequencies: () => [],
  describePredictor: () => [],
  predictiveFrequenciesAt: () => [[0, 3]],
  kernel: () => [],
  suggest: () => [2, { batch: "top" }],
  preview: () => [3, { flips: 1 }],
  lossMatrix: () => [],
  expectedGain: () => [],
  predict: () => [madeUpPoints(2, 2)],
  probabilities: () => [madeUpPoints(2, 2)],
  decide: () => [xpal.matrixFrom([[0.25, 0.75]])],
  without: () => [0],
};

/** Opens a session, gives back its threads and memory, and says how it would have worked. */
async function openAndClose(pool: xpal.Pool, choice: xpal.EngineChoice): Promise<string> {
  const session = await xpal.openSession(pool, choice);
  await session.close();
  return session.explain();
}

/** Labels and a learner to call these on. */
export { labels };
export async function trialLearner(): Promise<xpal.Learner> {
  const learner = await xpal.Learner.create({ features, classes, seed: 3 });
  await learner.label(0, "a");
  await learner.skip(2);
  return learner;
}
