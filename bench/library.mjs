// One row of the benchmark of the library: milliseconds to create a learner, to the first question, to later ones (label and
// suggest) and to predict all, and megabytes with the learner open and after it was closed. At 1,000 points also how many times as
// long the definition takes for a later question; a row in which its choice differs says so.
import { Learner } from "@xpal/core";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf, timed } from "./timing.mjs";

const DEFINITION_POINTS = 1000;
const { points, classes, labels } = JSON.parse(process.argv[2]);
const pool = clusters({ points, classes });
const before = megabytes();
const { value: learner, ms: createMs } = await timed(() =>
  Learner.create({ features: pool.features, classes: pool.classes }),
);
const chosen = [];
const ask = async (of) => (await of.suggest())[0].index;
const { value: first, ms: firstMs } = await timed(() => ask(learner));
chosen.push(first);
const later = [];
for (let i = 0; i < labels; i++) later.push(await step(learner, i));
const { ms: predictMs } = await timed(() => learner.predict());
const open = megabytes();
await learner.close();
const times = summaryOf(later);
console.log(
  JSON.stringify({
    ...{ points, classes, labels, createMs: rounded(createMs), firstMs: rounded(firstMs), laterMs: times },
    ...{ predictMs: rounded(predictMs), openMb: open - before, closedMb: megabytes() - before },
    ...(points <= DEFINITION_POINTS ? await definition(times.mean) : {}),
  }),
);

async function step(of, i) {
  const { value, ms } = await timed(async () => {
    await of.label(chosen[i], pool.truth[chosen[i]]);
    return ask(of);
  });
  chosen[i + 1] ??= value;
  return ms;
}

/** Every tenth question, asked of the plain formulas. */
async function definition(mean) {
  const plain = await Learner.create({ features: pool.features, classes: pool.classes, engine: "definition" });
  let same = (await ask(plain)) === chosen[0];
  const slow = [];
  for (let i = 0; i < labels; i++) {
    await plain.label(chosen[i], pool.truth[chosen[i]]);
    if (i % 10 !== 0) continue;
    const { value, ms } = await timed(() => ask(plain));
    same &&= value === chosen[i + 1];
    slow.push(ms);
  }
  await plain.close();
  return { definitionMs: summaryOf(slow), timesFaster: Math.round(summaryOf(slow).mean / mean), sameChoices: same };
}

function megabytes() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}
