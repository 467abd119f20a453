// Refuses an import that points the wrong way between packages. Called by the build before the compiler, which would
// let a package be imported by name once it has been built: node scripts/check-layers.mjs [root].
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
  cli: ["lab", "studio", "data", "core"],
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

/** The package that a specifier leads to, by its name or by a path that leaves the file's own; undefined for others. */
function packageOf(specifier, file) {
  if (specifier === "xpal" || specifier.startsWith("xpal/")) return "core";
  if (specifier.startsWith("@xpal/")) return specifier.split("/")[1];
  if (file === undefined || !specifier.startsWith(".")) return undefined;
  return relative(join(root, "packages"), resolve(dirname(file), specifier)).split(sep)[0];
}

function sourcesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesOf(path);
    return /\.(ts|tsx|mts|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

function json(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function shown(file) {
  return relative(root, file).split(sep).join("/");
}
