// Rows of the strategies benchmark: every strategy at one size, mean milliseconds per acquisition (label and next
// selection) from the 20th label to the last, against the paper's code on such a machine with one thread.
import { alce, eer, greedyAll, Learner, pal, qbc, us, xpal } from "xpal";
import { clusters } from "./clusters.mjs";
import { summaryOf, timed } from "./timing.mjs";

const { points, classes, labels, threads } = JSON.parse(process.argv[2]);

/** Milliseconds of the paper's code, two and four classes at 500, 1,000 and 2,000 points; and the share to stay within. */
const PAPER = {
  xpal: { within: 1 / 20, ms: { 500: [32, 69], 1000: [90, 219], 2000: [283, 450] } },
  eer: { within: 1 / 20, ms: { 500: [65, 131], 1000: [281, 553], 2000: [1000, 2020] } },
  pal: { within: 1 / 20, ms: { 500: [19, 92], 1000: [42, 237], 2000: [118, 300] } },
  greedyAll: { within: 1 / 20, ms: { 500: [179, 171], 1000: [544, 527], 2000: [1660, 1930] } },
  qbc: { within: 1 / 3, ms: { 500: [30, 32], 1000: [36, 45], 2000: [41, 60] } },
  alce: { within: 1, ms: { 500: [2.6, 3.5], 1000: [2.9, 4.8], 2000: [3.6, 7] } },
  us: { within: 1, ms: { 500: [0.5, 0.6], 1000: [1.1, 1.1], 2000: [1.6, 1.1] } },
};
const FROM = 20;

const pool = clusters({ points, classes });
const strategies = [xpal(), eer(), pal(), greedyAll({ truth: pool.truth }), qbc(), alce(), us()];
const rows = [];
for (const strategy of strategies) rows.push(await rowOf(strategy));
console.log(JSON.stringify(rows));

async function rowOf(strategy) {
  const options = { features: pool.features, classes: pool.classes, strategy, engine: { threads } };
  const learner = await Learner.create(options);
  let [next] = await learner.suggest();
  const times = [];
  for (let i = 1; i <= labels; i++) {
    const { value, ms } = await timed(async () => {
      await learner.label(next.index, pool.truth[next.index]);
      return learner.suggest();
    });
    [next] = value;
    if (i > FROM) times.push(ms);
  }
  await learner.close();
  const paper = PAPER[strategy.name];
  const theirs = paper.ms[points]?.[classes === 2 ? 0 : classes === 4 ? 1 : 2] ?? null;
  const { mean, median } = summaryOf(times);
  return {
    strategy: strategy.name,
    points,
    classes,
    meanMs: mean,
    medianMs: median,
    paperMs: theirs,
    share: theirs === null ? null : Number((mean / theirs).toFixed(4)),
    within: theirs === null ? null : mean <= theirs * paper.within,
    threads,
  };
}
