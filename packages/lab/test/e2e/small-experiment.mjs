// A small experiment in a process of its own, as built: node small-experiment.mjs OUT STORE-URL LEASE [THREADS]. It prints
// "done N" after each run and at the end how many runs it finished itself.
import { datasetCard, paperPlan, runExperiment } from "../../dist/index.js";

const [out, store, lease, threads = "2"] = process.argv.slice(2);
const dataset = (name, rows) => {
  const data = Float64Array.from({ length: rows * 3 }, (_, i) => Math.sin(i * 12.9898) + (Math.floor(i / 3) % 2));
  const labels = Uint32Array.from({ length: rows }, (_, i) => i % 2);
  return { name, kernel: "rbf", features: { rows, cols: 3, data }, classes: ["a", "b"], labels };
};
const datasets = [dataset("few", 60), dataset("more", 110)].map((one) => ({
  dataset: one,
  card: datasetCard(one),
  options: {},
}));
const plan = paperPlan({
  datasets,
  strategies: ["xpal", "qbc", "us", "rand"],
  repetitions: 6,
  budget: 40,
  paper: false,
});
let last = 0;
const { experiment } = await runExperiment(plan, {
  out,
  store,
  threads: Number(threads),
  owner: `process ${process.pid}`,
  now: () => Date.now(),
  machine: "a test",
  lease: Number(lease),
  onProgress: ({ done, finished }) => {
    if (done > last) console.log(`done ${done}`);
    last = finished;
  },
  report: { maps: false },
});
console.log(`finished ${last} of ${experiment.records.length}`);
