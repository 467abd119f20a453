// One row of the cost benchmark: labels taken by each strategy under the zero-one loss and under a table of costs, one
// acquisition of the one after one of the other; the ratio of the means. Both are the engine's default way.
import { eer, greedyAll, Learner, matrix, meanBandwidth, pal, rbf, xpal, xpalLearning } from "xpal";
import { clusters } from "./clusters.mjs";
import { summaryOf, timed } from "./timing.mjs";

const { points, classes, labels, threads } = JSON.parse(process.argv[2]);
const pool = clusters({ points, classes });
/** No two costs alike, as people write them: 1 to 50. */
const lossMatrix = matrix(
  classes,
  classes,
  Float64Array.from({ length: classes ** 2 }, (_, at) => (at % (classes + 1) === 0 ? 0 : 1 + ((at * 17) % 50))),
);
/** Those that look at every pair are measured on smaller pools only: two of their tables would not fit. */
const MOST_PAIRS = 5000 ** 2;
const rows = [];
for (const [name, options, taken, everyPair] of [
  ["xpal", { strategy: xpal() }, labels],
  [
    "xpal, learning kernel",
    xpalLearning({ base: rbf({ bandwidth: meanBandwidth(points, 10) }) }),
    Math.min(labels, 40),
  ],
  ["pal", { strategy: pal() }, Math.min(labels, 40)],
  ["eer", { strategy: eer() }, 4, true],
  ["greedyAll", { strategy: greedyAll({ truth: pool.truth }) }, 10, true],
]) {
  if (everyPair && points ** 2 > MOST_PAIRS) continue;
  const { truth: _, ...given } = pool;
  const learners = await Promise.all(
    [{}, { lossMatrix }].map((more) => Learner.create({ ...given, ...options, ...more, engine: { threads } })),
  );
  const times = [[], []];
  const first = [];
  for (let i = 0; i <= taken; i++) {
    for (const [which, learner] of learners.entries()) {
      const { value, ms } = await timed(() => learner.suggest());
      if (i === 0) first.push(ms);
      else times[which].push(ms);
      await learner.label(value[0].index, pool.truth[value[0].index]);
    }
  }
  await Promise.all(learners.map((learner) => learner.close()));
  const [zeroOneMs, costMs] = times.map(summaryOf);
  rows.push({
    strategy: name,
    points,
    classes,
    labels: taken,
    zeroOneMs,
    costMs,
    ratio: Number((costMs.mean / zeroOneMs.mean).toFixed(2)),
    firstMs: first.map(Math.round),
  });
}
console.log(JSON.stringify(rows));
