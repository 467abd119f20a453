// Rejects an import that points the wrong way, between packages and between folders of a package, in TypeScript, in
// JavaScript and in Svelte files. Called by the build before the compiler, which would let a package be imported by name
// once it has been built: node scripts/check-layers.mjs [root].
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What each package may import. Nothing may import what is not on its list. */
const LAYERS = {
  core: [],
  data: ["core"],
  store: [],
  lab: ["core", "data", "store"],
  studio: ["core", "data", "store"],
  queue: ["core", "data", "store", "lab"],
  bridges: ["core", "data", "studio"],
  cli: ["lab", "studio", "store", "data", "core", "queue", "bridges"],
};
/**
 * Folders of a package's src that must not import certain others; the reason completes "because". A folder stands for
 * all that is in it, and "" for the whole src.
 */
const FOLDERS = {
  core: [
    {
      folder: "linear",
      never: ["kernels", "classifier", "strategies", "engine", "learner"],
      because: "it is plain algebra",
    },
    {
      folder: "calls",
      never: ["kernels", "classifier", "strategies", "engine", "learner"],
      because: "a call knows nothing of what is called",
    },
    {
      folder: "random",
      never: ["kernels", "classifier", "strategies", "engine", "learner"],
      because: "it knows no pool",
    },
    {
      folder: "kernels",
      never: ["strategies", "engine", "learner"],
      because: "a similarity knows nothing of how it is used",
    },
    {
      folder: "classifier",
      never: ["predictor", "strategies", "engine", "learner"],
      because: "strategies and predictors are built on the classifier",
    },
    {
      folder: "predictor",
      never: ["strategies", "engine", "learner", "stopping"],
      because: "a prediction knows nothing of what is asked next",
    },
    { folder: "strategies", never: ["engine", "learner"], because: "a definition knows no engine" },
    { folder: "engine", never: ["learner", "stopping"], because: "the learner is built on an engine" },
    { folder: "learner", never: ["stopping"], because: "stop rules look at a learner" },
  ],
  data: [
    { folder: "formats", never: ["recipe", "catalogue"], because: "a reader knows no roles and no datasets" },
    {
      folder: "chart",
      never: ["formats", "table", "recipe", "model", "text", "linear", "images", "catalogue"],
      because: "a drawing knows no tables",
    },
  ],
  // From the bottom: records, paper/numpy and paper/printed; replay; paper/strategies; plan; run beside analysis and then
  // report; experiment.
  lab: [
    {
      folder: "records",
      never: ["paper", "replay", "plan", "run", "analysis", "report", "experiment"],
      because: "it is plain data",
    },
    {
      folder: "paper/numpy",
      never: ["paper/strategies", "records", "replay", "plan", "run", "analysis", "report", "experiment"],
      because: "a stream of numbers knows no experiment",
    },
    {
      folder: "paper/printed",
      never: ["paper/strategies", "records", "replay", "plan", "run", "analysis", "report", "experiment"],
      because: "it is what the paper prints",
    },
    {
      folder: "replay",
      never: ["paper/strategies", "plan", "run", "analysis", "report", "experiment"],
      because: "a replay knows nothing of plans and stores",
    },
    {
      folder: "paper/strategies",
      never: ["plan", "run", "analysis", "report", "experiment"],
      because: "plans are made of strategies",
    },
    {
      folder: "plan",
      never: ["run", "analysis", "report", "experiment"],
      because: "a plan knows nothing of its runs and their report",
    },
    {
      folder: "run",
      never: ["analysis", "report", "experiment", "paper/printed"],
      because: "runs are made before they are analysed",
    },
    {
      folder: "analysis",
      never: ["plan", "run", "report", "experiment"],
      because: "results are computed from records, before they are drawn",
    },
    {
      folder: "analysis/statistics",
      never: ["records", "replay", "paper", "analysis/results", "analysis/maps"],
      because: "it is plain mathematics",
    },
    {
      folder: "report",
      never: ["plan", "run", "experiment"],
      because: "a report is drawn from records, whoever ran them",
    },
    {
      folder: "report/tables",
      never: ["report/figures", "report/sections", "report/data"],
      because: "figures, files and sections are built on tables",
    },
    {
      folder: "report/figures",
      never: ["report/sections", "report/data"],
      because: "files and sections are built on figures",
    },
    { folder: "report/data", never: ["report/sections"], because: "sections link to data" },
  ],
  studio: [
    { folder: "protocol", never: ["server", "web", "lite"], because: "both sides are built on it" },
    { folder: "server", never: ["web", "lite"], because: "the page is not a part of the server" },
    { folder: "web", never: ["server", "lite"], because: "the page reaches whoever answers by messages only" },
    { folder: "client", never: ["server", "web", "lite"], because: "programs reach the server by messages only" },
    {
      folder: "server/scoring",
      never: ["server/http", "server/projects"],
      because: "scores are computed apart from requests",
    },
    { folder: "server/projects", never: ["server/http"], because: "a project knows nothing of requests" },
    { folder: "server/api", never: ["server/http"], because: "what a call does is apart from how it comes" },
    {
      folder: "server/accounts",
      never: ["server/http", "server/api", "server/projects", "server/scoring", "server/exchange"],
      because: "who may do what is decided before anything is done",
    },
    {
      folder: "web/ui",
      never: ["web/label", "web/map", "web/review", "web/insights", "web/import", "web/home", "web/project"],
      because: "pages are built on it",
    },
  ],
  cli: [
    { folder: "terminal", never: ["commands", "project", "journal", "usage"], because: "a terminal knows no commands" },
  ],
};
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const problems = readdirSync(join(root, "packages")).flatMap(problemsOf);
for (const problem of problems) console.error(`layers: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function problemsOf(name) {
  const folder = join(root, "packages", name);
  const allowed = LAYERS[name];
  if (allowed === undefined)
    return [`packages/${name} must be listed in scripts/check-layers.mjs with what it may import`];
  const rule = `${name} may import ${allowed.join(", ") || "no other package"}`;
  const wrong = (other) => other !== undefined && other !== name && !allowed.includes(other);
  const found = [];
  for (const file of sourcesOf(join(folder, "src"))) {
    for (const [, specifier] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (wrong(packageOf(specifier, file))) found.push(`${shown(file)} must not import "${specifier}"; ${rule}`);
      else found.push(...wrongFolders(name, file, specifier));
    }
  }
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = json(join(folder, "package.json"));
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })) {
    if (wrong(packageOf(dependency)))
      found.push(`packages/${name}/package.json must not depend on "${dependency}"; ${rule}`);
  }
  for (const { path } of json(join(folder, "tsconfig.json")).references ?? []) {
    const other = relative(join(root, "packages"), resolve(folder, path)).split(sep)[0];
    if (wrong(other)) found.push(`packages/${name}/tsconfig.json must not refer to "${path}"; ${rule}`);
  }
  return found;
}

/** What is wrong with an import inside of a package. */
function wrongFolders(name, file, specifier) {
  if (!specifier.startsWith(".")) return [];
  const src = join(root, "packages", name, "src");
  const [from, to] = [file, resolve(dirname(file), specifier)].map((path) => relative(src, path).split(sep).join("/"));
  const inside = (path, folder) => path.startsWith(`${folder}/`);
  return (FOLDERS[name] ?? []).flatMap(({ folder, never, because }) => {
    const other = inside(from, folder) ? never.find((one) => inside(to, one)) : undefined;
    if (other === undefined) return [];
    return [`${shown(file)} must not import "${specifier}"; ${folder} never imports ${other}, because ${because}`];
  });
}

/** The package that a specifier leads to, by its name or by a path that leaves the file's own; undefined for others. */
function packageOf(specifier, file) {
  if (specifier === "xpal") return "cli";
  if (specifier.startsWith("@xpal/")) return specifier.split("/")[1];
  if (file === undefined || !specifier.startsWith(".")) return undefined;
  return relative(join(root, "packages"), resolve(dirname(file), specifier)).split(sep)[0];
}

function sourcesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesOf(path);
    return /\.(ts|tsx|mts|js|mjs|svelte)$/.test(entry.name) ? [path] : [];
  });
}

function json(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function shown(file) {
  return relative(root, file).split(sep).join("/");
}
