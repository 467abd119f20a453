// What a stored file says when it is opened. The script that stored the files and the tests that open them share these
// functions: the script kept what they returned, the tests compare. All return plain JSON, numbers with all their bits.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { core, data, lab, MAIN } from "./doors.mjs";

/** The folder of the stored files. */
export const FILES = fileURLToPath(new URL("files", import.meta.url));

/** A stored file as parsed JSON. */
export function stored(name) {
  return JSON.parse(readFileSync(join(FILES, name), "utf8"));
}

/** Typed arrays become lists, -0 becomes 0, undefined members go: as JSON has it. */
export function plain(value) {
  return JSON.parse(JSON.stringify(value, (_, member) => (ArrayBuffer.isView(member) ? Array.from(member) : member)));
}

/** Works in a copy of a stored folder (or in an empty one), which is then removed. */
export async function inCopy(name, work) {
  const folder = mkdtempSync(join(tmpdir(), "xpal-stored-"));
  try {
    if (name !== null) copyUnpacked(join(FILES, name), folder);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Databases are stored packed, being mostly empty. */
function copyUnpacked(from, to) {
  cpSync(from, to, { recursive: true });
  for (const name of namesIn(to).filter((packed) => packed.endsWith(".gz"))) {
    writeFileSync(join(to, name.slice(0, -".gz".length)), gunzipSync(readFileSync(join(to, name))));
    rmSync(join(to, name));
  }
}

// --- core ---------------------------------------------------------------------------------------------------------

/** What a stored learner suggests, predicts and writes, before and after one more answer. */
export async function learnerSays(json) {
  const learner = await core.Learner.fromJSON(json);
  try {
    const written = plain(learner);
    const [next] = await learner.suggest();
    const said = {
      next,
      spread: await learner.suggest(3),
      top: await learner.suggest(3, { batch: "top" }),
      predicted: await learner.predict(),
      probabilities: (await learner.probabilities()).data,
      gain: await learner.expectedGain(),
      answers: (await learner.preview(next.index)).answers.map(({ flips, ...answer }) => ({
        ...answer,
        flips: flips.length,
      })),
      learnt: (await learner.learntKernel()).toJSON(),
    };
    await learner.label(next.index, learner.pool.classes[0]);
    const after = await learner.suggest(2);
    await learner.unlabel(next.index);
    return plain({ ...said, after, undone: await learner.suggest(), written });
  } finally {
    await learner.close();
  }
}

/** A stored kernel written again, and how similar it finds some items. */
export function kernelSays(json, features) {
  const kernel = core.kernelFromJSON(json);
  const items = featuresFrom(features);
  return plain({ written: kernel.toJSON(), similarities: core.similarities(kernel, items, items).data });
}

/** A stored strategy written again, and what it would ask for. */
export async function strategySays(json, poolJson) {
  const { features, classes, labels } = poolJson;
  const pool = core.createPool({ features: featuresFrom(features), kernel: core.rbf({ bandwidth: 0.8 }), classes });
  const strategy = core.strategyFromJSON(json);
  const known = core.Labels.fromJSON(pool, labels);
  const { indices, scores } = await core.query({ pool, labels: known, strategy, batchSize: 3, seed: 4 });
  return plain({ written: strategy.toJSON(), indices, scores });
}

/** Stored labels written again, and what is open in them. */
export function labelsSay(json, shape) {
  const features = core.matrix(shape.items, 1);
  const labels = core.Labels.fromJSON(core.createPool({ features, kernel: "cosine", classes: shape.classes }), json);
  const { count, asideCount, labelled } = labels;
  return plain({ written: labels.toJSON(), count, asideCount, labelled, open: labels.unlabelled() });
}

/** What a stored generator draws next. */
export function generatorSays(state) {
  const chance = core.restoreGenerator(state);
  return plain({ draws: [chance.nextIndex(1000), chance.nextUnit(), chance.nextIndex(7)], state: chance.state() });
}

function featuresFrom(json) {
  if ("groups" in json) return { rows: json.rows, groups: json.groups.map(featuresFrom) };
  if ("data" in json) return core.matrix(json.rows, json.cols, Float64Array.from(json.data));
  const [starts, columns] = [json.starts, json.columns].map((list) => Uint32Array.from(list));
  return { rows: json.rows, cols: json.cols, starts, columns, values: Float64Array.from(json.values) };
}

// --- data ---------------------------------------------------------------------------------------------------------

/** What a stored recipe makes of a stored table. */
export async function recipeSays(json, tableName) {
  const recipe = data.recipeFromJSON(json);
  const table = await data.readTable(join(FILES, "tables", tableName));
  const { features, kernel, labels, classes, notices } = data.applyRecipe(recipe, table);
  return plain({ features, kernel: kernel.toJSON(), labels, classes, notices: notices.map(({ code }) => code) });
}

/** The recipe that fits a stored table. */
export async function fittedRecipe(tableName, options) {
  return plain(data.fitRecipe(await data.readTable(join(FILES, "tables", tableName)), options).recipe);
}

/** What a stored model says through the library alone: recipe and learner. */
export async function modelSays(json, tableName) {
  const { format, version, recipe, learner: learnerJson } = json;
  const table = await data.readTable(join(FILES, "tables", tableName));
  const { features } = data.applyRecipe({ ...data.recipeFromJSON(recipe), label: null }, table);
  const learner = await core.Learner.fromJSON(learnerJson);
  try {
    const probabilities = (await learner.probabilities(features)).data;
    const written = { format, version, recipe, learner };
    return plain({ predicted: await learner.predict(features), probabilities, written });
  } finally {
    await learner.close();
  }
}

// --- the command --------------------------------------------------------------------------------------------------

/** Runs `xpal WORDS` in a folder; what it prints as JSON is parsed, without the sentences and places of this machine. */
export function xpal(folder, words, input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    ...{ cwd: folder, input, encoding: "utf8" },
    env: { ...process.env, FORCE_COLOR: undefined, XPAL_DEBUG: undefined, XPAL_DATASETS: undefined },
  });
  const out = stdout.startsWith("{") ? withoutPlaces(JSON.parse(stdout)) : withoutLaterColumns(stdout);
  return { code: status, out, ...(status === 0 ? {} : { err: stderr }) };
}

function withoutPlaces({ notices: _, journal: __, model: ___, report: ____, ...said }) {
  for (const list of ["predictions", "suggestions"]) if (list in said) said[list] = said[list].map(withoutCells);
  return said;
}

/** Version 0.1.0 did not say on which line a row stands, nor what its cells are. */
function withoutCells({ line: _, cells: __, ...row }) {
  return row;
}

/** The columns of suggestions and predictions as CSV that version 0.1.0 printed; no cell of them is in quotes. */
function withoutLaterColumns(text) {
  const [names, ...rows] = text.split("\n").map((line) => line.split(","));
  if (names[0] !== "row") return text;
  const known = ["row", "gain", "items", "predicted", "class", "probability", "distance", "far"];
  const places = known.map((name) => names.indexOf(name)).filter((place) => place >= 0);
  return [names, ...rows]
    .map((cells) => places.map((place) => cells[place]).join(","))
    .join("\n")
    .replace(/,*$/, "");
}

/** Runs the commands one after the other in a folder; the files that are there in the end belong to what they say. */
export function commandsSay(folder, commands) {
  const said = commands.map(([line, input]) => xpal(folder, line.split(" "), input));
  return plain({ said, files: textsIn(folder) });
}

/** Command lines as they are written since the default kernel is another: with the one that was the default. */
export function withFormerKernel(commands) {
  const learns = /^(suggest|predict|label) (?!.*(--kernel|--merge|\.model\.json))/;
  return commands.map(([line, ...input]) => [learns.test(line) ? `${line} --kernel adaptive` : line, ...input]);
}

/** The files of a folder as texts; the times of answers are left out, and settings, which 0.1.0 did not remember. */
function textsIn(folder) {
  const names = namesIn(folder).filter((name) => !name.endsWith(".xpal.json"));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name), "utf8").replace(/,"at":"[^"]*"/g, "")]),
  );
}

function namesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.split(sep).join("/"));
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

// --- the laboratory -----------------------------------------------------------------------------------------------

/** What a plan file says, and the keys of its runs. */
export async function planSays(path) {
  const file = lab.readPlanFile(path);
  const { plan } = await lab.studyPlan(file, path);
  const { datasets, ...rest } = plan;
  return plain({
    ...{ file, plan: rest },
    datasets: datasets.map(({ card, options }) => ({ card, options })),
    key: lab.planKey(plan),
    runs: lab.plannedRuns(plan).map(({ key }) => key),
  });
}

/** One run of the protocol: the area under the learning curve, the errors and the picks. */
export async function runSays(name, strategyKey, { budget, repetition }) {
  const dataset = lab.datasetFromTable(await data.bundled(name), { name, kernel: "rbf" });
  const given = lab.prepareTask(dataset, repetition, { budget });
  const learns = strategyKey === "adaptive" || strategyKey === "adaptiveViews";
  const task = learns ? lab.learningTask(given, { views: strategyKey === "adaptiveViews" }) : given;
  const testPart = learns ? await lab.LearningTestPart.open(task, { threads: 1 }) : new lab.PlainTestPart(task);
  const session = await core.openSession(task.pool, { threads: 1 });
  try {
    const strategy = learns ? core.xpal({ ownRisk: 1 }) : lab.paperStrategy(strategyKey, task);
    const { aulc, testErrors, picks, seed } = await lab.runStrategy(task, { strategy, session, testPart });
    return plain({ aulc, testErrors, picks, seed });
  } finally {
    await session.close();
    await testPart.close?.();
  }
}
