// One row of the selection benchmark: labels taken by xPAL; per acquisition the time to take a label and to select the
// next item, for the engine with all items compared, for a dense SIMD pass on the same labels, and up to 1,000 points for the
// definition (every 20th acquisition: it is slow). A row in which a choice differs says so.
import { Learner } from "@xpal/core";
import { clusters } from "./clusters.mjs";
import { densePass } from "./dense-pass.mjs";
import { peakBytes, rounded, summaryOf, timed } from "./timing.mjs";

const { points, classes, labels, threads } = JSON.parse(process.argv[2]);
const pool = clusters({ points, classes });

const engine = { worker: threads > 1 };
const { value: learner, ms: opening } = await timed(() => open(engine));
const { value: first, ms: firstMs } = await timed(() => learner.suggest());
const chosen = [first[0].index];
const engineTimes = [];
for (let i = 0; i < labels; i++) engineTimes.push(await acquisition(learner, i, (index) => chosen.push(index)));
const peak = peakBytes();
await learner.close();

let same = true;
const denseTimes = await denseAcquisitions();
const definitionTimes = points <= 1000 ? await replay("definition", 20) : null;
console.log(
  JSON.stringify({
    points,
    classes,
    setupMs: rounded(opening + firstMs),
    engineMs: summaryOf(engineTimes),
    denseMs: summaryOf(denseTimes),
    definitionMs:
      definitionTimes === null ? null : { ...summaryOf(definitionTimes), acquisitions: definitionTimes.length },
    sameChoices: same,
    peakBytes: peak,
    threads,
    speedup: Number((summaryOf(denseTimes).mean / summaryOf(engineTimes).mean).toFixed(1)),
    setupInDensePasses: Number(((opening + firstMs) / summaryOf(denseTimes).mean).toFixed(2)),
  }),
);

function open(engine) {
  return Learner.create({ features: pool.features, classes: pool.classes, exact: true, engine });
}

/** Takes the i-th label and selects the next item. */
async function acquisition(learner, i, take) {
  const { value, ms } = await timed(async () => {
    await learner.label(chosen[i], pool.truth[chosen[i]]);
    return learner.suggest();
  });
  take(value[0].index);
  return ms;
}

/** The dense pass on the same labels. The gain of what was chosen must be its largest, but for rounding. */
async function denseAcquisitions() {
  const { features, kernel, classes: names } = learner.pool;
  const dense = await densePass({ features, kernel, classCount: names.length });
  const times = [];
  for (let i = 0; i < labels; i++) {
    const { value: gains, ms } = await timed(async () => {
      dense.label(chosen[i], names.indexOf(pool.truth[chosen[i]]));
      return dense.gains();
    });
    times.push(ms);
    same &&= gains.every((gain) => !(gain > gains[chosen[i + 1]] + 1e-9));
  }
  return times;
}

/** The same labels with another engine, selecting only every so many labels. */
async function replay(engine, every) {
  const other = await open(engine);
  await other.suggest();
  const times = [];
  for (let i = 0; i < labels; i++) {
    if (i % every === 0) {
      times.push(
        await acquisition(other, i, (index) => {
          same &&= index === chosen[i + 1];
        }),
      );
    } else await other.label(chosen[i], pool.truth[chosen[i]]);
  }
  await other.close();
  return times;
}
