// One row of the benchmark of large pools: many candidates, a sample of 10,000 as evaluation set, labels taken by xPAL.
// 20,000 candidates have 10 features, 100,000 have 32, more have 16, within 4 GiB. After the labels a second learner that
// visits every pair ("tiles") answers some of the same questions: its choices must be the same. What is being done is told on
// the error output, since a million candidates take minutes. Processor time is that of all threads together.
import { Learner } from "xpal";
import { clusters } from "./clusters.mjs";
import { peakBytes, rounded, summaryOf, timed } from "./timing.mjs";

const LIMIT = 4 * 2 ** 30;
/** After so many labels the choice is compared with that of the pass over all pairs. */
const COMPARED = [1, 20, 40, 60];

const { points, classes, labels, threads } = JSON.parse(process.argv[2]);
const features = points <= 20_000 ? 10 : points <= 100_000 ? 32 : 16;
const sample = Math.min(points, 10_000);
const memory = LIMIT - 2 ** 21 - 2 * points * features * 8 - 350 * 2 ** 20; // the pool, its copy in a thread, the runtime

tell(`${points} candidates of ${features} columns, ${sample} evaluation points, ${classes} classes`);
const pool = clusters({ points, classes, features });
const before = peakBytes();
const { value: learner, ms: setupMs } = await timed(() => open({ threads, memory }));
const { value: first, ms: firstMs } = await timed(() => learner.suggest());
tell(`first suggestion after ${Math.round((setupMs + firstMs) / 1000)} s`);
const chosen = [first[0].index];
const times = [];
const cpuTimes = [];
const shares = [];
for (let i = 0; i < labels; i++) {
  const cpuBefore = process.cpuUsage();
  const { value, ms } = await timed(async () => {
    await learner.label(chosen[i], pool.truth[chosen[i]]);
    return learner.suggest();
  });
  chosen.push(value[0].index);
  times.push(ms);
  const { user, system } = process.cpuUsage(cpuBefore);
  cpuTimes.push((user + system) / 1000);
  if ((i + 1) % 10 === 0) tell(`${i + 1} labels, the last one ${Math.round(ms)} ms`);
  shares.push(learner.explanation().examined ?? { refined: 1, evaluated: 1 });
}
const explanation = learner.explain();
const peak = peakBytes();
await learner.close();

tell("the same questions by visiting every pair");
const { same, compared, passMs } = await comparison();
const late = times.slice(19);
console.log(
  JSON.stringify({
    points,
    features,
    classes,
    evaluationPoints: sample,
    threads,
    setupMs: rounded(setupMs),
    firstSuggestionMs: rounded(setupMs + firstMs),
    engineMs: summaryOf(times),
    from20Ms: late.length > 0 ? summaryOf(late) : null,
    from20CpuMs: late.length > 0 ? summaryOf(cpuTimes.slice(19)) : null,
    shareRefined: late.length > 0 ? spreadOf(shares.slice(19).map(({ refined }) => refined)) : null,
    shareEvaluated: late.length > 0 ? spreadOf(shares.slice(19).map(({ evaluated }) => evaluated)) : null,
    everyPairMs: rounded(passMs),
    sameChoices: same,
    choicesCompared: compared,
    peakBytes: peak,
    peakBytesBefore: before,
    withinLimit: peak <= LIMIT,
    explanation,
  }),
);

function tell(words) {
  console.error(`large: ${words}`);
}

function open(engine) {
  const { features, classes } = pool;
  return Learner.create({ features, classes, evaluation: { sample, seed: 1 }, engine });
}

/** The same questions to an engine that visits every pair, at some of the numbers of labels. */
async function comparison() {
  const other = await open({ threads, memory, mode: "tiles" });
  const at = COMPARED.filter((count) => count <= labels);
  const found = { same: true, compared: 0, passMs: 0 };
  for (let i = 0; i < labels; i++) {
    await other.label(chosen[i], pool.truth[chosen[i]]);
    if (!at.includes(i + 1)) continue;
    const { value, ms } = await timed(() => other.suggest());
    found.same &&= value[0].index === chosen[i + 1];
    found.compared++;
    found.passMs += ms / at.length;
  }
  await other.close();
  return found;
}

function spreadOf(numbers) {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { mean: Number(mean.toPrecision(3)), most: Number(Math.max(...numbers).toPrecision(3)) };
}
