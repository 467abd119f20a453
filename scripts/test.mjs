// The tests, in two parts. `npm test` is the fast one: lint, types, layers, dead code, units, contracts. `npm run test:all` runs the
// rest too: end-to-end, documentation, packages, PostgreSQL. A check counts as one test; the last line is the sum,
// `N passed, M failed`. Tests that were skipped are named before it; with --no-skips each counts as failed.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests } from "./count-tests.mjs";
import { findBrowser } from "./find-browser.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const noSkips = process.argv.includes("--no-skips");
const part = process.argv.find((word) => ["fast", "rest", "all"].includes(word)) ?? "fast";
let passed = 0;
let failed = 0;

const svelteCheck = (name) => [
  "node_modules/svelte-check/bin/svelte-check",
  "--tsconfig",
  `packages/studio/src/${name}/tsconfig.json`,
  ...["--threshold", "warning", "--output", "machine"],
];
const CHECKS = [
  ["types of the tests", "node_modules/typescript/bin/tsc", "--project", "tsconfig.test.json"],
  ["types of the page", ...svelteCheck("web")],
  ["types of the page without a server", ...svelteCheck("lite")],
  ["dead code", "node_modules/knip/bin/knip.js"],
  ["lint", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  ["layers", "scripts/check-layers.mjs"],
];
/** The tests over HTTP that lean most on what is stored run on PostgreSQL too; `npm run test:postgres` runs all of them there. */
const ON_POSTGRES = ["accounts", "e2e/api.test", "exchange", "keep-studio", "restore"];

if (part !== "rest") {
  await check("types", "node_modules/typescript/bin/tsc", "--build"); // the other checks read what it writes
  const waiting = [...CHECKS];
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(...next);
    }),
  );
  vitest(["--project", "unit", "--project", "alone", "--project", "contract"]);
}
if (part !== "fast") {
  if (findBrowser() === undefined) {
    console.log(
      "Tests of the page need Chromium: apt-get install chromium, or put a Chrome on the path. They are skipped.",
    );
  }
  vitest(["--project", "e2e", "--project", "docs", "--project", "packages"]);
  vitest(["--config", "test/on-postgres/vitest.config.ts", ...ON_POSTGRES]);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs a check; what it prints is shown when it has ended, since others run beside it. */
async function check(name, script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  process.stdout.write(Buffer.concat(output));
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}`);
  if (status === 0) passed++;
  else failed++;
}

function vitest(words) {
  const folder = mkdtempSync(join(tmpdir(), "xpal-test-"));
  const resultFile = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultFile}`];
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...words],
    { cwd: root, stdio: "inherit" },
  );
  const sum = countOf(resultFile);
  rmSync(folder, { recursive: true, force: true });
  for (const name of sum.skipped) console.log(`skipped: ${name}`);
  if (sum.skipped.length > 0) console.log(`${sum.skipped.length} skipped`);
  passed += sum.passed;
  failed += status !== 0 && sum.failed === 0 ? 1 : sum.failed;
}

function countOf(resultFile) {
  try {
    return countTests(JSON.parse(readFileSync(resultFile, "utf8")), root, { noSkips });
  } catch {
    console.log("FAILED: the test runner wrote no result");
    return { passed: 0, failed: 1, skipped: [] };
  }
}
