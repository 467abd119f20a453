// One row of the benchmark of large pools: many candidates, a sample as evaluation set, labels taken by xPAL. 100,000
// candidates have 32 features and a sample of 10,000 within 2 GiB; more have 16 and a sample of 2,000 within 4 GiB.
import { Learner } from "xpal";
import { clusters } from "./clusters.mjs";
import { peakBytes, rounded, summaryOf, timed } from "./timing.mjs";

const { points, classes, labels, threads } = JSON.parse(process.argv[2]);
const huge = points > 100_000;
const features = huge ? 16 : 32;
const sample = Math.min(points, huge ? 2000 : 10_000);
const limit = (huge ? 4 : 2) * 2 ** 30;
const memory = limit - 3 * points * features * 8 - 350 * 2 ** 20; // the pool, its copy in a thread, and the runtime need room too

const pool = clusters({ points, classes, features });
const before = peakBytes();
const { value: learner, ms: opening } = await timed(() =>
  Learner.create({
    features: pool.features,
    classes: pool.classes,
    evaluation: { sample, seed: 1 },
    engine: { threads, memory },
  }),
);
const { value: first, ms: firstMs } = await timed(() => learner.suggest());
let [next] = first;
const times = [];
for (let i = 0; i < labels; i++) {
  const { value, ms } = await timed(async () => {
    await learner.label(next.index, pool.truth[next.index]);
    return learner.suggest();
  });
  [next] = value;
  times.push(ms);
}
const explanation = learner.explain();
const peak = peakBytes();
await learner.close();
console.log(
  JSON.stringify({
    points,
    features,
    classes,
    sample,
    firstSuggestionMs: rounded(opening + firstMs),
    engineMs: summaryOf(times),
    from20Ms: times.length > 20 ? summaryOf(times.slice(19)) : null,
    peakBytes: peak,
    peakBytesBefore: before,
    limitBytes: limit,
    withinLimit: peak <= limit,
    threads,
    explanation,
  }),
);
