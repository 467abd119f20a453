// node test/stored/make.mjs: stores files as today's version writes them, with what it reads from them, under files/.
//
// The files in the repository were written at commit 5a81fdc (version 0.1.0) and stand for what users have on disk. They
// are not made again to please a test: a test that fails says that such files are no longer read as they were. A later
// version may add files of its own beside them; hence this script refuses to overwrite. Chance is seeded; only ids and
// times of answers would differ in another making.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { core } from "./doors.mjs";
import {
  commandsSay,
  FILES,
  fittedRecipe,
  generatorSays,
  inCopy,
  kernelSays,
  labelsSay,
  learnerSays,
  modelSays,
  plain,
  planSays,
  recipeSays,
  runSays,
  strategySays,
  xpal,
} from "./openings.mjs";

if (existsSync(FILES)) throw new Error(`${FILES} is there already; what was stored is not overwritten`);
mkdirSync(FILES);

/** A plan as people write it. */
const PLAN_YAML = `# A plan as people write it, with comments and short forms.
title: Written by hand
datasets:
  - bundled: wine # thirteen columns
    kernel: rbf
    budget: 20
  - generator: clusters
    points: 60
    classes: 3
    name: three clusters
strategies:
  - xpal
  - rand
  - { strategy: pal, key: pal-learnt, kernel: adaptive, kernelOptions: { scales: [0.5, 1, 2], scaleWidth: 1.5 } }
  - strategy: xpal
    key: views
    title: xPAL, views
    options: { ownRisk: 1, evaluationPrior: 0.01 }
    kernel: adaptive
    kernelOptions:
      views: true
      shareWeight: 0.2
      neighbour: 5
reference: rand
repetitions: 3
budget: 25
testShare: 0.3
measures: [error, macroF1, logLoss, brier]
`;

makeTables();
await makeCore();
await makeRecipes();
await makeModels();
await makeJournals();
await makeLab();
await makeRuns();

function put(name, content) {
  mkdirSync(dirname(join(FILES, name)), { recursive: true });
  writeFileSync(join(FILES, name), content);
}

/** One entry of a list or one member of an object per line, so that a difference can be seen. */
function putJson(name, value) {
  const lines = Array.isArray(value)
    ? `[\n${value.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`
    : `{\n${Object.entries(value)
        .map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`)
        .join(",\n")}\n}`;
  put(name, `${lines}\n`);
}

/** Small tables of each kind; `new-*` hold the rows to predict. */
function makeTables() {
  const chance = core.generator(11);
  const around = (centre) => (centre + 2 * chance.nextUnit() - 1).toFixed(3);
  const kinds = ["apple", "pear", "plum"];
  const numbers = (i) => [around(i % 3), around((i * i) % 3), around(i % 2)];
  const colours = (i) => [["red", "green", "blue"][i % 3], ["round", "long"][chance.nextIndex(2)], "abcd"[(i * 7) % 4]];
  const words = [
    ["the sweet red fruit is on the tree", "a crisp apple in the basket of the farm"],
    ["a soft pear with green skin and juice", "the long pear is in the bowl on the table"],
    ["a small blue plum with a stone in it", "the plum cake was sold at the market"],
  ];
  const text = (i) => `${words[i % 3][chance.nextIndex(2)]} and ${words[(i + (i % 4 === 0 ? 1 : 0)) % 3][0]}`;
  const label = (i, every) => (i % every < 2 ? kinds[i % 3] : "");
  const table = (head, count, row) =>
    `${head}\n${Array.from({ length: count }, (_, i) => row(i).join(",")).join("\n")}\n`;
  put(
    "tables/numbers.csv",
    table("a,b,c,kind", 30, (i) => [...numbers(i), label(i, 7)]),
  );
  put("tables/new-numbers.csv", table("a,b,c", 8, numbers));
  // The classes lie side by side along a diagonal, which is plain to see once the columns are decorrelated.
  const slanted = (i) => {
    const along = 6 * chance.nextUnit();
    return [along.toFixed(3), (along + 0.7 * (i % 3) + 0.2 * chance.nextUnit()).toFixed(3)];
  };
  put(
    "tables/slanted.csv",
    table("a,b,kind", 42, (i) => [...slanted(i), label(i, 4)]),
  );
  put("tables/new-slanted.csv", table("a,b", 8, slanted));
  put(
    "tables/words.csv",
    table("colour,shape,code,kind", 24, (i) => [...colours(i), label(i, 5)]),
  );
  put(
    "tables/new-words.csv",
    table("colour,shape,code", 6, (i) => (i === 5 ? ["black", "long", "a"] : colours(i))),
  );
  put(
    "tables/texts.csv",
    table("note,kind", 18, (i) => [text(i), label(i, 4)]),
  );
  put(
    "tables/new-texts.csv",
    table("note", 4, (i) => [text(i + 1)]),
  );
  const mixed = (i) => [i % 7 === 3 ? "" : numbers(i)[0], numbers(i)[1], colours(i)[0], text(i)];
  put(
    "tables/mixed.csv",
    table("size,weight,colour,note,kind", 24, (i) => [...mixed(i), label(i, 5)]),
  );
  put("tables/new-mixed.csv", table("size,weight,colour,note", 6, mixed));
  const vector = (i) => numbers(i).map(Number);
  const line = (object) => `${JSON.stringify(object)}\n`;
  put(
    "tables/vectors.jsonl",
    Array.from({ length: 18 }, (_, i) => line({ vector: vector(i), kind: label(i, 4) || null })).join(""),
  );
  put("tables/new-vectors.jsonl", Array.from({ length: 5 }, (_, i) => line({ vector: vector(i) })).join(""));
}

/** Learners of all kernels, strategies and evaluation sets; kernels, strategies, labels and generators as JSON. */
async function makeCore() {
  const items = 18;
  const chance = core.generator(5);
  const dense = core.matrixFrom(
    Array.from({ length: items }, (_, i) => {
      const x = Math.round(1000 * (chance.nextUnit() + (i % 3))) / 1000;
      return [x, Math.round(1000 * (0.7 * x + chance.nextUnit())) / 1000, Math.round(1000 * chance.nextUnit()) / 1000];
    }),
  );
  const codes = core.matrixFrom(Array.from({ length: items }, (_, i) => [i % 3, (i * 5) % 2, chance.nextIndex(4)]));
  const coded = core.oneHot(codes, [3, 2, 4]);
  const sparse = sparseFrom(
    Array.from({ length: items }, (_, i) => [i % 3, 3 + chance.nextIndex(3), 6 + chance.nextIndex(4)]),
    10,
  );
  const groups = { rows: items, groups: [dense, coded, sparse] };
  const rbf = core.rbf({ bandwidth: 0.6 });
  const hamming = core.hamming({ bandwidth: 0.9 });
  const product = core.product([rbf, hamming, core.cosine()]);
  const square = core.similarities(core.rbf({ bandwidth: 1.1 }), dense, dense);
  const cost = core.matrixFrom([
    [0, 1, 2],
    [1, 0, 1],
    [3, 1, 0],
  ]);
  const truth = Array.from({ length: items }, (_, i) => "abc"[i % 3]);
  const own = core.xpal({ ownRisk: 1 });
  const members = [0, 1, 2].map((m) => ({ samples: [0, 1, 2, 4, [0, 1, 4][m]], columns: [m % 3, (m + 1) % 3] }));
  const others = core.matrixFrom([
    [1, 1.2, 0.5],
    [2, 1.9, 0.4],
    [3, 2.6, 0.9],
  ]);
  const cases = {
    "rbf xpal": {},
    "rbf xpal by name": { kernel: "rbf" },
    "rbf xpal priors": {
      strategy: core.xpal({ evaluationPrior: [0.1, 0.2, 0.3], candidatePrior: 0.5, ownRisk: 0.25 }),
    },
    "rbf pal": { strategy: core.pal() },
    "rbf pal density": {
      strategy: core.pal({
        labelCount: 1,
        prior: [1, 2, 1],
        density: Array.from({ length: items }, (_, i) => 1 + (i % 4)),
      }),
    },
    "rbf us": { strategy: core.us() },
    "rbf us margin": { strategy: core.us({ measure: "margin" }) },
    "rbf us entropy": { strategy: core.us({ measure: "entropy" }) },
    "rbf eer": { strategy: core.eer() },
    "rbf eer log": { strategy: core.eer({ loss: "log", epsilon: 0.01 }) },
    "rbf qbc": { strategy: core.qbc() },
    "rbf qbc members": { strategy: core.qbc({ members }) },
    "rbf alce": { strategy: core.alce({ seed: 2 }) },
    "rbf alce cost": { strategy: core.alce({ cost, bandwidth: 0.7, ridge: 0.5, seed: 1 }), lossMatrix: cost },
    "rbf random": { strategy: core.random() },
    "rbf greedyAll": { strategy: core.greedyAll({ truth }) },
    "rbf sample": { evaluation: { sample: 9, seed: 3 } },
    "rbf weights": { evaluation: { indices: [0, 3, 5, 8, 12], weights: [1, 2, 3, 4, 5] } },
    "rbf other items": { evaluation: { features: others, weights: [1, 1, 2] } },
    "rbf loss": { lossMatrix: cost },
    "rbf numbers as classes": { classes: [3, "two", 1] },
    "hamming xpal": { features: coded, kernel: hamming },
    "cosine xpal": { kernel: core.cosine() },
    "cosine sparse": { features: sparse, kernel: core.cosine({ negative: "zero" }) },
    "product xpal": { features: groups, kernel: product },
    "precomputed xpal": { features: square, kernel: core.precomputed() },
    "adaptive rbf": { kernel: core.adaptive({ base: rbf }), strategy: own },
    "adaptive rbf options": {
      kernel: core.adaptive({
        ...{ base: rbf, scales: [0.5, 1, 2], localities: [0, 1], neighbour: 4, from: 3, shareWeight: 0.2 },
        ...{ scaleWidth: 2, choose: "best" },
      }),
      strategy: core.us(),
    },
    "adaptive hamming": { features: coded, kernel: core.adaptive({ base: hamming }), strategy: own },
    "adaptive cosine": { features: sparse, kernel: core.adaptive({ base: core.cosine() }), strategy: own },
    "adaptive product": { features: groups, kernel: core.adaptive({ base: product }), strategy: own },
    adaptiveViews: { kernel: core.adaptiveViews({ base: rbf }), strategy: own },
    "adaptiveViews options": {
      kernel: core.adaptiveViews({ base: rbf, shrinkage: 0.3, from: 4, choose: "best" }),
      strategy: core.eer(),
    },
  };
  const learners = [];
  for (const [name, options] of Object.entries(cases)) {
    const learner = await core.Learner.create({
      features: dense,
      kernel: rbf,
      classes: ["a", "b", "c"],
      seed: 7,
      ...options,
    });
    const { classes } = learner.pool;
    for (const i of [0, 1, 2, 4, 9, 11, 16]) await learner.label(i, classes[i === 9 ? 1 : i % 3]);
    await learner.label(4, classes[2], { again: true });
    await learner.skip(6);
    await learner.discard(13);
    const json = plain(learner);
    await learner.close();
    const { written: _, ...says } = await learnerSays(json);
    learners.push({ name, json, says });
  }
  putJson("core/learners.json", learners);

  const few = core.matrix(6, 3, dense.data.slice(0, 18));
  const fewCoded = core.matrix(6, coded.cols, coded.data.slice(0, 6 * coded.cols));
  const fewSparse = sparseFrom([[0, 3], [1, 4], [2, 3, 5], [0, 4], [1], [2, 5]], 6);
  const kernels = [
    [{ name: "rbf", bandwidth: 0.6 }, few],
    [{ name: "hamming", bandwidth: 0.9 }, fewCoded],
    [{ name: "cosine" }, fewSparse],
    [{ name: "cosine", negative: "zero" }, few],
    [core.precomputed().toJSON(), core.similarities(rbf, few, few)],
    [product.toJSON(), { rows: 6, groups: [few, fewCoded, fewSparse] }],
    [{ name: "adaptive", base: { name: "rbf", bandwidth: 0.6 } }, few],
    [cases["adaptive rbf options"].kernel.toJSON(), few],
    [cases["adaptive product"].kernel.toJSON(), { rows: 6, groups: [few, fewCoded, fewSparse] }],
    [{ name: "adaptiveViews", base: { name: "rbf", bandwidth: 0.6 } }, few],
    [cases["adaptiveViews options"].kernel.toJSON(), few],
  ].map(([json, features]) => plain({ json, features, says: kernelSays(plain(json), plain(features)) }));
  putJson("core/kernels.json", kernels);

  const pool = plain({
    features: dense,
    classes: ["a", "b", "c"],
    labels: {
      labelled: [
        [0, 0, 1],
        [1, 1, 2],
        [2, 2, 1],
        [4, 1, 1],
        [4, 2, 1],
      ],
      skipped: [6],
      discarded: [13],
    },
  });
  const strategies = [];
  const short = ["xpal", "pal", "us", "eer", "qbc", "alce", "random"].map((name) => ({ name }));
  const full = Object.values(cases).flatMap(({ strategy }) => (strategy === undefined ? [] : [strategy.toJSON()]));
  const embedding = core.alce({ embedding: core.costEmbedding(cost, { seed: 1 }) }).toJSON();
  for (const json of plain([...short, ...full, embedding]))
    strategies.push({ json, says: await strategySays(json, pool) });
  putJson("core/strategies.json", { pool, strategies });

  const shape = { items: 12, classes: ["no", "yes", "both"] };
  const labels = {
    labelled: [
      [0, 1, 1],
      [3, 0, 2],
      [3, 2, 1],
      [7, 2, 1],
    ],
    skipped: [1, 11],
    discarded: [5],
  };
  putJson("core/labels.json", { shape, labels, says: labelsSay(labels, shape) });

  const used = core.generator(42, 7);
  used.nextIndex(10);
  const state = plain(used.state());
  putJson("core/generator.json", { state, says: generatorSays(state) });
}

function sparseFrom(rows, cols) {
  const entries = rows.map((row) => [...new Set(row)].sort((a, b) => a - b));
  const starts = [0];
  for (const row of entries) starts.push(starts.at(-1) + row.length);
  const columns = entries.flat();
  const values = columns.map((column, at) => (1 + (column % 3) + (at % 2)) / 4);
  return {
    ...{ rows: rows.length, cols, starts: Uint32Array.from(starts), columns: Uint32Array.from(columns) },
    values: Float64Array.from(values),
  };
}

async function makeRecipes() {
  const cases = [
    ["numbers.csv", { label: "kind" }],
    ["numbers.csv", { label: null, kernel: "rbf", bandwidth: 0.7, roles: { c: "ignored", kind: "ignored" } }],
    ["words.csv", { label: "kind", classes: ["plum", "pear", "apple", "fig"] }],
    ["words.csv", { label: "kind", categories: "one-hot" }],
    ["texts.csv", { label: "kind" }],
    ["texts.csv", { label: "kind", text: { maxWords: 8 } }],
    ["mixed.csv", { label: "kind" }],
    ["mixed.csv", { label: "kind", kernel: "rbf", roles: { note: "ignored" } }],
    ["vectors.jsonl", { label: "kind" }],
    ["vectors.jsonl", { label: "kind", vectors: "rbf" }],
  ];
  const recipes = [];
  for (const [table, options] of cases) {
    const recipe = await fittedRecipe(table, options);
    const fresh = `new-${table}`;
    recipes.push({
      ...{ table, options, recipe, says: await recipeSays(recipe, table) },
      fresh: await recipeSays(recipe, fresh),
    });
  }
  putJson("data/recipes.json", recipes);
}

/** Models as `xpal predict --save` writes them, with the predictions they gave. */
async function makeModels() {
  const cases = [
    ["rbf", "numbers.csv", "--kernel auto"],
    ["rbf-bandwidth", "numbers.csv", "--kernel rbf --bandwidth 0.4 --seed 3"],
    ["rbf-adaptive", "numbers.csv", "--kernel adaptive"],
    ["rbf-adaptive-views", "slanted.csv", "--kernel adaptive-views"],
    ["hamming", "words.csv", "--kernel auto --classes apple,pear,plum,fig"],
    ["hamming-adaptive", "words.csv", "--kernel adaptive"],
    ["text", "texts.csv", "--kernel auto"],
    ["text-adaptive", "texts.csv", "--kernel adaptive"],
    ["product", "mixed.csv", "--kernel auto"],
    ["product-adaptive", "mixed.csv", "--kernel adaptive"],
    ["vectors", "vectors.jsonl", "--kernel auto"],
  ];
  const models = [];
  for (const [name, table, options] of cases) {
    await inCopy("tables", async (folder) => {
      const trained = `predict ${table} --label kind ${options} --json`;
      const file = `${name}.model.json`;
      const said = xpal(folder, `${trained} --save ${file}`.split(" "));
      if (said.code !== 0) throw new Error(`${trained}: ${said.err}`);
      const text = readFileSync(join(folder, file), "utf8");
      put(`models/${file}`, text);
      const fresh = xpal(folder, ["predict", file, `new-${table}`, "--json"]);
      const { written: _, ...library } = await modelSays(JSON.parse(text), `new-${table}`);
      models.push({ name, table, trained, said: said.out, fresh: fresh.out, library });
    });
  }
  putJson("models.json", models);
}

/** Journals as `xpal label` writes them, answered through the command, with what the command makes of them. */
async function makeJournals() {
  const numbers = readFileSync(join(FILES, "tables/numbers.csv"), "utf8");
  const unlabelled = readFileSync(join(FILES, "tables/new-mixed.csv"), "utf8");
  const own = "--label kind --classes apple,pear,plum,fig";
  const cases = [
    // Answers, a skip, an answer and a skip taken back, a class that no cell has; then a second session that takes back
    // an answer of the first.
    {
      ...{
        name: "numbers",
        table: numbers,
        asked: [
          [`label table.csv ${own} --json`, "13s2u1suq"],
          [`label table.csv ${own} --json`, "u24q"],
        ],
      },
      opened: [
        ["suggest table.csv --label kind --count 4 --json"],
        ["suggest table.csv --label kind --count 4 --kernel auto --strategy us --csv"],
        ["predict table.csv --label kind --kernel auto --csv"],
        ["label table.csv --label kind --merge --out merged.csv"],
        ["label table.csv --label kind --json", "us1uq"],
      ],
    },
    {
      ...{
        name: "new-column",
        table: unlabelled,
        asked: [["label table.csv --label fruit --new-label --classes yes,no --kernel auto --json", "1s22q"]],
      },
      opened: [
        ["suggest table.csv --label fruit --new-label --count 2 --json"],
        ["predict table.csv --label fruit --new-label --json"],
        ["label table.csv --label fruit --new-label --merge --out merged.csv"],
        ["label table.csv --label fruit --new-label --json", "1q"],
      ],
    },
    // A power failure in the middle of a line: that answer was never followed by another question.
    {
      ...{ name: "cut-off", table: numbers, asked: [[`label table.csv ${own} --json`, "1234q"]], cut: 20 },
      opened: [["suggest table.csv --label kind --count 2 --json"], [`label table.csv ${own} --json`, "2q"]],
    },
    // Merged in place: the answers are in the table and only what was skipped is left in the journal.
    {
      ...{
        name: "merged",
        table: numbers,
        asked: [
          ["label table.csv --label kind --json", "1s2s3q"],
          ["label table.csv --label kind --merge", ""],
        ],
      },
      opened: [["suggest table.csv --label kind --count 3 --json"], ["label table.csv --label kind --json", "u1q"]],
    },
  ];
  for (const { name, table, asked, opened, cut } of cases) {
    put(`journals/${name}/folder/table.csv`, table);
    const folder = join(FILES, `journals/${name}/folder`);
    for (const [line, input] of asked) {
      const { code, err } = xpal(folder, line.split(" "), input);
      if (code !== 0) throw new Error(`${name}: ${line}: ${err}`);
    }
    const journal = `journals/${name}/folder/table.csv.labels.jsonl`;
    if (cut !== undefined) put(journal, readFileSync(join(FILES, journal), "utf8").slice(0, -cut));
    const says = await inCopy(`journals/${name}/folder`, async (copy) => commandsSay(copy, opened));
    putJson(`journals/${name}/says.json`, { asked, opened, ...says });
  }
}

/** Plan files. */
async function makeLab() {
  const plan = {
    title: "Kernels that learn",
    datasets: [
      { bundled: "iris", budget: 14 },
      { generator: "moons", points: 40, seed: 3, name: "moons 40", bandwidth: 0.5, testShare: 0.5 },
      { file: "../tables/full-words.csv", label: "kind", name: "words", kernel: "hamming" },
    ],
    strategies: [
      "xpal",
      "us",
      { strategy: "xpal", key: "adaptive", title: "xPAL, learnt kernel", options: { ownRisk: 1 }, kernel: "adaptive" },
      {
        ...{ strategy: "xpal", key: "views", options: { ownRisk: 1 }, kernel: "adaptive" },
        kernelOptions: { views: true, localities: [0], scales: [0.5, 1, 2], from: 4 },
      },
      { strategy: "us", key: "best", kernel: "adaptive", kernelOptions: { choose: "best" } },
    ],
    ...{ reference: "xpal", repetitions: 2, budget: 12, measures: ["error", "balancedError", "calibrationError"] },
  };
  const words = readFileSync(join(FILES, "tables/words.csv"), "utf8").trim().split("\n");
  const full = words.map((line, i) => (i === 0 ? line : line.replace(/,[a-z]*$/, i % 2 ? ",apple" : ",pear")));
  put("tables/full-words.csv", `${full.join("\n")}\n`);
  put("lab/plan.json", `${JSON.stringify(plan, null, 1)}\n`);
  put("lab/plan.yaml", PLAN_YAML);
  const plans = {};
  for (const name of ["plan.json", "plan.yaml"]) plans[name] = await planSays(join(FILES, "lab", name));
  putJson("lab/plans.json", plans);
}

/** Areas, errors and picks of the protocol on bundled data, and suggestions of the command. */
async function makeRuns() {
  const keys = ["xpal", "xpal1", "pal", "us", "eer", "qbc", "alce", "rand", "greedyAll", "adaptive", "adaptiveViews"];
  const runs = [];
  for (const name of ["iris", "wine", "breast-cancer"]) {
    for (const strategy of name === "breast-cancer" ? ["xpal", "adaptive", "adaptiveViews"] : keys) {
      const options = { budget: 30, repetition: 3 };
      runs.push({ name, strategy, options, says: await runSays(name, strategy, options) });
    }
  }
  putJson("golden/runs.json", runs);
  const asked = {
    iris: ["", "--kernel auto", "--kernel adaptive-views --batch top"],
    wine: ["--kernel adaptive-views", "--kernel rbf --bandwidth 0.9 --strategy eer", "--kernel cosine --strategy pal"],
    "breast-cancer": ["", "--kernel auto --strategy alce --seed 5"],
    digits: ["--kernel auto"],
    "monks-1": ["--kernel adaptive", "--kernel hamming --strategy qbc"],
  };
  const suggestions = [];
  for (const [name, all] of Object.entries(asked)) {
    const suggest = all.map((options) => [`suggest table.csv --label class --count 3 --json ${options}`.trim()]);
    const commands = [[`datasets get ${name} --labels 12 --seed 2 --out table.csv`], ...suggest];
    const { said } = await inCopy(null, async (folder) => commandsSay(folder, commands));
    if (said.some(({ code }) => code !== 0)) throw new Error(JSON.stringify(said));
    suggestions.push({ name, commands, says: said.slice(1) });
  }
  putJson("golden/suggestions.json", suggestions);
}
