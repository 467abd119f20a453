// `npm test`: lint, type check with the layer check, dead-code check, then all tests. Each check counts as one test;
// the last line is the sum, `N passed, M failed`. Tests that were skipped are named before it, with the reason in their
// name; with `--no-skips`, as in .ci/run, each counts as failed. With `--slowest` the ten slowest test files are named, with
// `--write-durations` test/durations.json, by which the files are ordered, is written anew.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests } from "./count-tests.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "xpal-test-"));
const resultFile = join(folder, "vitest.json");
const durationFile = join(folder, "durations.json");
const isAsked = (option) => process.argv.includes(option);
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

await check("types", "node_modules/typescript/bin/tsc", "--build"); // the other checks read what it writes
const waiting = [...CHECKS];
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(...next);
  }),
);
const tests = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${resultFile}`],
    "--reporter=./scripts/duration-reporter.mjs",
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, XPAL_DURATIONS: durationFile } },
);
count(tests.status);
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs a check; what it says is printed when it has ended, since others run beside it. */
async function check(name, script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  process.stdout.write(Buffer.concat(said));
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}`);
  if (status === 0) passed++;
  else failed++;
}

function count(status) {
  try {
    const sum = countTests(JSON.parse(readFileSync(resultFile, "utf8")), root, { noSkips: isAsked("--no-skips") });
    for (const name of sum.skipped) console.log(`skipped: ${name}`);
    if (sum.skipped.length > 0) console.log(`${sum.skipped.length} skipped`);
    passed += sum.passed;
    failed += sum.failed;
    tellDurations(JSON.parse(readFileSync(durationFile, "utf8")));
  } catch {
    console.log("FAILED: the test runner wrote no result");
    failed++;
    return;
  }
  if (status !== 0 && failed === 0) failed++;
}

function tellDurations(durations) {
  if (isAsked("--slowest")) {
    console.log("\nThe slowest test files:");
    for (const { file, seconds } of durations.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
  if (isAsked("--write-durations")) {
    const long = durations.filter(({ seconds }) => seconds >= 1.5).sort((a, b) => (a.file < b.file ? -1 : 1));
    const noted = Object.fromEntries(long.map(({ file, seconds }) => [file, Math.round(seconds)]));
    writeFileSync(join(root, "test", "durations.json"), `${JSON.stringify(noted, null, 2)}\n`);
  }
}
