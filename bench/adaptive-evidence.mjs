// The evidence for the kernel that learns, by the paper's protocol: on every dataset of a folder and for every seed, the
// area under the learning curve of plain xPAL and of the preset xpalAdaptive. Seeds run outermost, so that a run that is
// cut short is still balanced; what is in the output already is not run again.
// `node bench/adaptive-evidence.mjs FOLDER OUTPUT.jsonl [--seeds 1-100] [--minutes 15]`, then `--summary` for the table.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  holm,
  LearningBench,
  listDatasets,
  prepareTask,
  readDataset,
  runStrategy,
  TestBench,
  wilcoxon,
} from "@xpal/lab";
import { openSession, xpal, xpalAdaptive } from "xpal";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string" }, minutes: { type: "string" }, summary: { type: "boolean" } },
});
const [folder, output] = positionals;
if (output === undefined) {
  console.error("adaptive-evidence: name a folder of datasets and an output file");
  process.exit(2);
}
const done = existsSync(output)
  ? readFileSync(output, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : [];
if (values.summary) printSummary(done);
else await collect();

async function collect() {
  const [first, last] = (values.seeds ?? "1-100").split("-").map(Number);
  const end = performance.now() + Number(values.minutes ?? 15) * 60_000;
  const known = new Set(done.map(({ dataset, seed }) => `${dataset} ${seed}`));
  const datasets = listDatasets(folder).map((entry) => readDataset(folder, entry));
  for (let seed = first; seed <= last; seed++) {
    for (const dataset of datasets) {
      if (performance.now() > end) return;
      if (known.has(`${dataset.name} ${seed}`)) continue;
      const task = prepareTask(dataset, seed);
      const plain = await aulcOf(task, xpal(), new TestBench(task));
      const { kernel, strategy } = xpalAdaptive({ base: task.pool.kernel });
      const learning = { ...task, pool: Object.freeze({ ...task.pool, kernel }) };
      const bench = await LearningBench.open(learning);
      const adaptive = await aulcOf(learning, strategy, bench);
      await bench.close();
      appendFileSync(output, `${JSON.stringify({ dataset: dataset.name, seed, plain, adaptive })}\n`);
    }
  }
}

async function aulcOf(task, strategy, bench) {
  const session = await openSession(task.pool);
  const { aulc } = await runStrategy(task, { strategy, session, bench });
  await session.close();
  return aulc;
}

/** Per dataset the means, the change and the one-sided p-values; then the mean change, and wins, ties and losses. */
function printSummary(runs) {
  const names = [...new Set(runs.map(({ dataset }) => dataset))].sort();
  const rows = names.map((name) => {
    const own = runs.filter(({ dataset }) => dataset === name);
    const [plain, adaptive] = ["plain", "adaptive"].map((which) => own.map((run) => run[which]));
    const p = (alternative) =>
      plain.every((value, i) => value === adaptive[i]) ? 1 : wilcoxon(adaptive, plain, { alternative }).pValue;
    const change = mean(adaptive) / mean(plain) - 1;
    return {
      name,
      seeds: own.length,
      plain: mean(plain),
      adaptive: mean(adaptive),
      change,
      less: p("less"),
      more: p("greater"),
    };
  });
  for (const { name, seeds, plain, adaptive, change, less, more } of rows) {
    const verdict = less < 0.001 ? "win" : more < 0.001 ? "loss" : "tie";
    console.log(
      `| ${name} | ${seeds} | ${plain.toFixed(4)} | ${adaptive.toFixed(4)} | ${percent(change)} | ${verdict} |`,
    );
  }
  const adjusted = ["less", "more"].map((side) => holm(rows.map((row) => row[side])).filter((p) => p < 0.001).length);
  const [wins, losses] = ["less", "more"].map((side) => rows.filter((row) => row[side] < 0.001).length);
  console.log(
    `mean change ${percent(mean(rows.map(({ change }) => change)))} on ${rows.length} datasets, ${runs.length} pairs of runs`,
  );
  console.log(
    `wins/ties/losses at p < .001: ${wins}/${rows.length - wins - losses}/${losses}; after Holm: ${adjusted.join(" wins, ")} losses`,
  );
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
