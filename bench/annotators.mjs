// `npm run bench -- annotators [--repetitions 5] [--data DIR] [--sets iris,wine] [--threads N] [--json]`.
// First how often the 90 % ranges of `accuracies` hold the truth and two people are swapped, over 200 runs a line
// (annotator-coverage.mjs). Then five annotators who err in 0, 10, 20, 30 and 40 % of their answers. Ten items that all five
// answer are known; from there on every answer is paid for. The error over the pool after 50 and 100 answers:
//   ignore    each answer, of an annotator drawn at random, is taken for the truth; xPAL chooses the item
//   majority  xPAL chooses the item, three drawn annotators answer it, the majority is taken for the truth
//   random    as ignore, with answers weighed by the estimated reliability of who gave them
//   ask       item and annotator are chosen together, second opinions among them
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  askWhom,
  createPool,
  decide,
  generator,
  Labels,
  matrix,
  meanBandwidth,
  precomputed,
  query,
  rbf,
  reliability,
  similarities,
  xpal,
} from "@xpal/core";
import { folderDatasets, quickDatasets } from "@xpal/lab";
import { coverage, coverageLine } from "./annotator-coverage.mjs";

const { repetitions, threads, data, sets, json } = isMainThread ? JSON.parse(process.argv[2]) : workerData;
const ERRORS = [0, 0.1, 0.2, 0.3, 0.4];
const COVERAGE_RUNS = 200;
const KNOWN = 10;
const BUDGET = 100;
const AT = [50, 100];
const METHODS = { ignore, majority, random, ask };
const names = sets?.split(",") ?? (data === undefined ? ["iris", "wine"] : undefined);
const datasets = data === undefined ? await quickDatasets(names) : folderDatasets(data, names);

if (isMainThread) report(reportCoverage(), await runAll());
else parentPort.on("message", async (job) => parentPort.postMessage({ ...job, errors: await runOne(job) }));

/** Every dataset with every seed, the largest first, on some threads. */
async function runAll() {
  const jobs = datasets.flatMap((_, set) => Array.from({ length: repetitions }, (_, at) => ({ set, seed: at + 1 })));
  const size = ({ set }) => datasets[set].dataset.features.rows;
  jobs.sort((a, b) => size(b) - size(a));
  const runs = [];
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { repetitions, data, sets } });
    while (jobs.length > 0) {
      const job = jobs.shift();
      runs.push(
        await new Promise((done, failed) => {
          worker.once("message", done).once("error", failed);
          worker.postMessage(job);
        }),
      );
      worker.removeAllListeners("error");
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads ?? 1, jobs.length) }, work));
  return runs;
}

/** The errors of each method after some answers. */
async function runOne({ set, seed }) {
  const errors = {};
  for (const [name, method] of Object.entries(METHODS)) {
    const found = await method(problemOf(datasets[set].dataset, seed));
    errors[name] = AT.map((at) => found[at]);
  }
  return errors;
}

/** Prints each row as soon as it is known, but with --json. */
function reportCoverage() {
  return coverage(COVERAGE_RUNS, json ? () => {} : (row) => console.log(coverageLine(row)));
}

function report(ranges, runs) {
  const rows = datasets.map(({ card }, set) => {
    const own = runs.filter((run) => run.set === set).map(({ errors }) => errors);
    const of = (method) => AT.map((_, place) => summary(own.map((errors) => errors[method][place])));
    return { dataset: card.name, ...Object.fromEntries(Object.keys(METHODS).map((method) => [method, of(method)])) };
  });
  if (json) {
    console.log(JSON.stringify({ benchmark: "annotators", ranges, at: AT, repetitions, rows }));
    return;
  }
  for (const { dataset, ...methods } of rows) {
    const said = Object.entries(methods).map(([k, v]) => `${k} ${v.map(({ mean }) => mean.toFixed(3)).join(" ")}`);
    console.log(`${dataset.padEnd(26)} ${said.join("   ")}`);
  }
}

/** Mean and its standard error, which one run does not have. */
function summary(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = values.length < 2 ? null : Math.sqrt(squares / (values.length - 1) / values.length);
  return { mean: Number(mean.toFixed(4)), error: error === null ? null : Number(error.toFixed(4)) };
}

/** A pool, who says what about each item, and the items that are known. */
function problemOf({ features, labels: truth, classes }, seed) {
  const kernel = rbf({ bandwidth: meanBandwidth(features.rows, features.cols) });
  const scaled = standardised(features);
  const similarity = similarities(kernel, scaled, scaled);
  const pool = createPool({ features: similarity, kernel: precomputed(), classes });
  const draw = generator(seed);
  const other = (y) => (y + 1 + draw.nextIndex(classes.length - 1)) % classes.length;
  const said = ERRORS.map((error) => Array.from(truth, (y) => (draw.nextUnit() >= error ? y : other(y))));
  const order = Array.from(truth, (_, item) => [draw.nextUnit(), item]).sort((a, b) => a[0] - b[0]);
  const known = order.slice(0, KNOWN).map(([, item]) => [item, truth[item]]);
  const answers = known.flatMap(([item]) => said.map((of, annotator) => ({ item, annotator, answer: of[item] })));
  return { pool, truth, said, known, answers, draw, similarity };
}

async function ignore(problem) {
  return takenForTruth(problem, 1);
}

async function majority(problem) {
  return takenForTruth(problem, 3);
}

async function takenForTruth(problem, opinions) {
  const { pool, said, known, draw } = problem;
  const belief = new Map(known.map(([item, y]) => [item, oneHot(y, pool.classCount)]));
  const errors = [errorOf(problem, belief)];
  let labels = Labels.from(
    pool,
    known.map(([item, y]) => [item, pool.classes[y]]),
  );
  while (errors.length <= BUDGET) {
    const {
      indices: [index],
    } = await query({ pool, labels, strategy: xpal(), seed: errors.length });
    const present = ERRORS.map((_, annotator) => [draw.nextUnit(), annotator]).sort((a, b) => a[0] - b[0]);
    const votes = new Float64Array(pool.classCount);
    for (const [, annotator] of present.slice(0, opinions)) votes[said[annotator][index]] += 1;
    const y = decide(votes);
    labels = labels.add(index, y);
    belief.set(index, oneHot(y, pool.classCount));
    for (let paid = 1; paid < opinions; paid++) errors.push(errors.at(-1)); // until the last opinion is in
    errors.push(errorOf(problem, belief));
  }
  return errors;
}

async function random(problem) {
  return weighed(problem, ({ open, draw }) => ({ candidates: open, present: [draw.nextIndex(ERRORS.length)] }));
}

async function ask(problem) {
  return weighed(problem, () => ({}));
}

async function weighed(problem, limits) {
  const { pool, said, known, draw } = problem;
  const answers = [...problem.answers];
  const errors = [];
  for (;;) {
    const shape = { items: pool.size, annotators: ERRORS.length, classes: pool.classCount };
    const { belief } = reliability({ ...shape, answers, known });
    const answered = new Set(answers.map(({ item }) => item));
    errors.push(errorOf(problem, new Map([...answered].map((item) => [item, beliefOf(belief, item)]))));
    if (errors.length > BUDGET) return errors;
    const open = Array.from({ length: pool.size }, (_, item) => item).filter((item) => !answered.has(item));
    const [{ item, annotator }] = askWhom(pool, {
      annotators: ERRORS.length,
      answers,
      known,
      ...limits({ open, draw }),
    });
    answers.push({ item, annotator, answer: said[annotator][item] });
  }
}

/** The share of items that the classifier predicts wrongly when each answered item counts as what is believed of it. */
function errorOf({ pool, truth, similarity }, belief) {
  let wrong = 0;
  for (let x = 0; x < pool.size; x++) {
    const k = new Float64Array(pool.classCount);
    for (const [item, p] of belief) {
      const w = similarity.data[x * pool.size + item];
      for (let y = 0; y < k.length; y++) k[y] += w * p[y];
    }
    if (decide(k) !== truth[x]) wrong += 1;
  }
  return wrong / pool.size;
}

function beliefOf({ data, cols }, item) {
  return data.subarray(item * cols, (item + 1) * cols);
}

function oneHot(y, classCount) {
  return Float64Array.from({ length: classCount }, (_, at) => (at === y ? 1 : 0));
}

function standardised({ rows, cols, data }) {
  const scaled = matrix(rows, cols);
  for (let j = 0; j < cols; j++) {
    const column = Array.from({ length: rows }, (_, i) => data[i * cols + j]);
    const mean = column.reduce((sum, value) => sum + value, 0) / rows;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows) || 1;
    for (let i = 0; i < rows; i++) scaled.data[i * cols + j] = (column[i] - mean) / deviation;
  }
  return scaled;
}
