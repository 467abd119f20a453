// What the project claims to run on: Node 22 and 24 (from the npm package "node", into a folder of this repository) with tests of
// what ships, and an installed Firefox: npm run matrix [-- node22 node24 firefox]. Says what ran and what was not there.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../../scripts/find-browser.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cache = join(root, "node_modules", ".cache", "xpal-matrix");
const VERSIONS = ["22", "24"];
/** Tests without native modules, which are built for one version of Node: the core, the readers, programs and bundles. */
const TESTS = [
  "packages/core/test/unit/learner",
  "packages/core/test/unit/engine",
  "packages/core/test/unit/strategies",
  "packages/core/test/contract/threads.test.ts",
  "packages/data/test/unit",
  "test/bundlers.test.ts",
];

const wanted = process.argv.slice(2);
const known = [...VERSIONS.map((version) => `node${version}`), "firefox"];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`matrix: "${unknown[0]}" is unknown; known are ${known.join(", ")}`);
  process.exit(2);
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const results = [];
for (const version of VERSIONS) if (isWanted(`node${version}`)) results.push([`Node ${version}`, onNode(version)]);
if (isWanted("firefox")) results.push(["Firefox", inFirefox()]);
console.log(`\n${results.map(([name, said]) => `${name}: ${said}`).join("\n")}`);
process.exit(results.some(([, said]) => said.startsWith("failed")) ? 1 : 0);

function onNode(version) {
  const node = nodeOf(version);
  if (node === undefined) return "not run: the npm package could not be installed";
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  console.log(`\n# Node ${stdout.trim()}`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(node, [vitest, "run", ...TESTS], { cwd: root, stdio: "inherit" });
  return status === 0 ? `passed (${stdout.trim()}; ${TESTS.join(", ")})` : `failed (${stdout.trim()})`;
}

/** The program of one version, installed if it is not there; undefined where that fails. */
function nodeOf(version) {
  const folder = join(cache, `node${version}`);
  const path = join(folder, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const args = ["install", `node@${version}`, "--no-audit", "--no-fund", "--loglevel=error"];
    spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  }
  return existsSync(path) ? path : undefined;
}

function inFirefox() {
  const path = findBrowser(["firefox-esr", "firefox"]);
  if (path === undefined) return "not run: no firefox or firefox-esr is installed";
  // The driver needs WebSocket, which Node has from 22 on.
  const node = Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : nodeOf("22");
  if (node === undefined) return "not run: needs Node 22 or newer";
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  console.log(`\n# ${stdout.trim()}`);
  const { status } = spawnSync(node, [join(root, "test", "matrix", "in-firefox.mjs"), path], { stdio: "inherit" });
  return status === 0
    ? `passed (${stdout.trim()}: same bits as Node; xpal lite labels, keeps and exports)`
    : `failed (${stdout.trim()})`;
}
