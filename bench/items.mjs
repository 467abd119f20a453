// Texts and pictures to features: how many per second, with how much memory, and how much longer `evaluate` takes with
// the kernel that learns. Each part runs in a process of its own. The material is made here, from a fixed seed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { generator, matrix } from "xpal";
import { peakBytes, rounded, timed } from "./timing.mjs";

const PARTS = {
  texts: { count: 100_000, words: 200 },
  "short texts": { count: 20_000, words: 7 },
  pictures: { count: 10_000 },
  evaluate: {},
};

const problem = JSON.parse(process.argv[2]);
if (problem.part === undefined) runAll();
else console.log(JSON.stringify(await runPart(problem)));

function runAll() {
  const rows = Object.entries(PARTS).map(([part, size]) => {
    const words = [fileURLToPath(import.meta.url), JSON.stringify({ part, ...size })];
    const { stdout, status } = spawnSync(process.execPath, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (status !== 0) process.exit(status ?? 1);
    const row = JSON.parse(stdout);
    if (!problem.json) console.log(JSON.stringify(row));
    return row;
  });
  if (problem.json) console.log(JSON.stringify({ benchmark: "items", rows }));
}

async function runPart({ part, count, words }) {
  if (part === "evaluate") return evaluate();
  return part === "pictures" ? pictures(count) : texts(part, count, words);
}

/** Words are drawn so that the n-th is about n times rarer than the first, in 20 topics. */
async function texts(part, count, words) {
  const { applyRecipe, fitRecipe, makeTable } = await import("@xpal/data");
  const draw = generator(1);
  const values = Array.from({ length: count }, (_, i) =>
    Array.from({ length: words }, () => {
      const rank = Math.floor(50_000 ** (draw.nextIndex(1e6) / 1e6));
      return rank < 100 ? `w${rank}` : `w${rank}t${i % 20}`;
    }).join(" "),
  );
  const table = makeTable([{ name: "text", type: "text", values }]);
  const fitted = await timed(() => fitRecipe(table, { roles: { text: "text" } }).recipe);
  const applied = await timed(() => applyRecipe(fitted.value, table).features);
  const seconds = (fitted.ms + applied.ms) / 1000;
  return {
    part,
    count,
    words,
    seconds: rounded(seconds),
    perSecond: Math.round(count / seconds),
    columns: applied.value.cols,
    recipeBytes: JSON.stringify(fitted.value).length,
    cpuSeconds: cpuSeconds(),
    peakBytes: peakBytes(),
  };
}

async function pictures(count) {
  const { addPictures, makeTable } = await import("@xpal/data");
  const { default: sharp } = await import("sharp");
  const draw = generator(1);
  const files = [];
  for (let i = 0; i < 200; i++) {
    const small = Buffer.from(Array.from({ length: 14 * 14 * 3 }, () => draw.nextIndex(256)));
    const picture = sharp(small, { raw: { width: 14, height: 14, channels: 3 } }).resize(224, 224);
    files.push(await picture.jpeg().toBuffer());
  }
  const values = Array.from({ length: count }, (_, i) => `p${i}.jpg`);
  const table = makeTable([{ name: "image", type: "text", values }]);
  const source = async (cell) => files[Number(cell.slice(1, -4)) % files.length];
  const { value, ms } = await timed(() => addPictures(table, { source }));
  return {
    part: "pictures",
    count,
    seconds: rounded(ms / 1000),
    perSecond: Math.round((1000 * count) / ms),
    columns: value.columns[1].values.cols,
    cpuSeconds: cpuSeconds(),
    peakBytes: peakBytes(),
  };
}

/** `xpal evaluate` on 1,000 vectors of length 100, 100 labels, with both kernels, in processor time: it is the same on a busy machine. */
async function evaluate() {
  const { fitRecipe, makeTable } = await import("@xpal/data");
  const { datasetCard, datasetOf, replayPlan } = await import("@xpal/lab");
  const draw = generator(1);
  const features = matrix(1000, 100);
  const classes = Array.from({ length: 1000 }, (_, i) => i % 4);
  for (let i = 0; i < features.data.length; i++) features.data[i] = (draw.nextIndex(2001) - 1000) / 577;
  for (let i = 0; i < 1000; i++) features.data[i * 100 + classes[i]] += 3;
  const table = makeTable([
    { name: "vector", type: "vector", values: features },
    { name: "class", type: "text", values: classes.map((y) => `class ${y}`) },
  ]);
  const { dataset } = datasetOf(fitRecipe(table, { label: "class" }).recipe, table, "vectors");
  const run = async (source) => {
    const strategy = { key: "xpal", title: "xPAL", options: source.options };
    await replayPlan(
      {
        ...{ title: "vectors", reference: "xpal", repetitions: 1, budget: 100, paper: false, measures: [] },
        datasets: [{ dataset, card: datasetCard(dataset), options: { budget: 100, chance: "plain", firstSeed: 1 } }],
        strategies: [{ ...strategy, source: { kind: "library", name: "xpal", ...source } }],
      },
      { threads: 1, engine: {}, clock: () => 0, onLabels: () => {} },
    );
  };
  const worked = async (source) => {
    const before = process.cpuUsage();
    await run(source);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const [fixed, learnt] = [{ options: {} }, { options: { ownRisk: 1 }, kernel: { name: "learn" } }];
  for (const source of [fixed, learnt]) await run(source); // compiles both
  const plain = await worked(fixed);
  const learning = await worked(learnt);
  return {
    part: "evaluate",
    plainMs: rounded(plain),
    learningMs: rounded(learning),
    ratio: rounded(learning / plain),
    cpuSeconds: cpuSeconds(),
    peakBytes: peakBytes(),
  };
}

/** What all threads of this process have worked, the making of the material included. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return rounded((user + system) / 1e6);
}
