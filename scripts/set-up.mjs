// Makes a fresh clone ready with what Node ships: installs when the lock file changed, builds when a source changed.
// `npm start` and `npm test` call it first; when nothing changed it returns at once.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourcesHash } from "./sources-hash.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".xpal", "set-up.json");

checkNode();
const stamps = readStamps();
const lock = hash(readFileSync(join(root, "package-lock.json")));
if (stamps.lock !== lock) {
  say("installing dependencies (once, a minute or two)");
  // Not `npm ci`: it rejects a lock file that lacks optional packages of other platforms, which some registries do not
  // serve. `--no-save` takes the versions of the lock file all the same and leaves it untouched.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeStamps({ lock });
}
const sources = sourcesHash(root);
if (readStamps().sources !== sources || !isBuilt()) {
  say("building");
  run(process.execPath, [join(root, "scripts", "build.mjs")]);
  writeStamps({ ...readStamps(), lock, sources });
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `set-up: Node must be 20.19 or newer, got ${process.versions.node}; install a newer one from nodejs.org`,
  );
  process.exit(2);
}

/** Whether every package has been built. */
function isBuilt() {
  return readdirSync(join(root, "packages")).every((name) => existsSync(join(root, "packages", name, "dist")));
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return {};
  }
}

function writeStamps(next) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(next));
}

function hash(content) {
  return createHash("sha256").update(content).digest("hex");
}

function run(command, args) {
  const windows = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell: windows });
  if (status === 0) return;
  rmSync(stampFile, { force: true });
  console.error(
    `set-up: "${command} ${args.join(" ")}" failed${error ? ` (${error.message})` : ""}; its output is above`,
  );
  process.exit(1);
}

function say(what) {
  console.error(`set-up: ${what} …`);
}
