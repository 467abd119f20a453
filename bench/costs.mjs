// One row of the cost benchmark: labels taken by each strategy under the zero-one loss and under a table of costs, one
// acquisition of the one after one of the other; the ratio of the means, by processor time, which other programs on the
// machine change less than the clock. Both are the engine's default way.
import { eer, greedyAll, Learner, matrix, meanBandwidth, pal, rbf, xpal, xpalLearning } from "xpal";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf, timed } from "./timing.mjs";

const { points, classes, labels, threads, only } = JSON.parse(process.argv[2]);
const pool = clusters({ points, classes });
/** No two costs alike, as people write them: 1 to 50. */
const lossMatrix = matrix(
  classes,
  classes,
  Float64Array.from({ length: classes ** 2 }, (_, at) => (at % (classes + 1) === 0 ? 0 : 1 + ((at * 17) % 50))),
);
const rows = [];
for (const [name, options, taken] of [
  ["xpal", { strategy: xpal() }, labels],
  [
    "xpal, learning kernel",
    xpalLearning({ base: rbf({ bandwidth: meanBandwidth(points, 10) }) }),
    Math.min(labels, 40),
  ],
  ["pal", { strategy: pal() }, Math.min(labels, 40)],
  // Those that look at every pair take seconds a label on the larger pools.
  ["eer", { strategy: eer() }, 4],
  ["greedyAll", { strategy: greedyAll({ truth: pool.truth }) }, points > 5000 ? 4 : 10],
]) {
  if (only !== undefined && !only.includes(name)) continue;
  const { truth: _, ...given } = pool;
  const learners = await Promise.all(
    [{}, { lossMatrix }].map((more) => Learner.create({ ...given, ...options, ...more, engine: { threads } })),
  );
  const times = [[], []];
  const used = [0, 0];
  const first = [];
  for (let i = 0; i <= taken; i++) {
    for (const [which, learner] of learners.entries()) {
      const before = process.cpuUsage();
      const { value, ms } = await timed(() => learner.suggest());
      const { user, system } = process.cpuUsage(before);
      if (i === 0) first.push(ms);
      else {
        times[which].push(ms);
        used[which] += (user + system) / 1000 / taken;
      }
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
    processorMs: used.map(rounded),
    ratio: Number((used[1] / used[0]).toFixed(2)),
    clockRatio: Number((costMs.mean / zeroOneMs.mean).toFixed(2)),
    firstMs: first.map(Math.round),
  });
}
console.log(JSON.stringify(rows));
