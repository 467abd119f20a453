// `npm test`: lint, type check with the layer check, dead-code check, then all tests. Each check counts as one test;
// the last line is the sum, `N passed, M failed`. Tests that were skipped are named before it, with the reason in their
// name; with `--no-skips`, as in .ci/run, each counts as failed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests } from "./count-tests.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "xpal-test-"));
const resultFile = join(folder, "vitest.json");
let passed = 0;
let failed = 0;

check("lint", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".");
check("layers", "scripts/check-layers.mjs");
check("types", "node_modules/typescript/bin/tsc", "--build");
check("types of the tests", "node_modules/typescript/bin/tsc", "--project", "tsconfig.test.json");
for (const [name, folder] of [
  ["types of the page", "web"],
  ["types of the page without a server", "lite"],
]) {
  check(
    name,
    "node_modules/svelte-check/bin/svelte-check",
    "--tsconfig",
    `packages/studio/src/${folder}/tsconfig.json`,
    "--threshold",
    "warning",
    "--output",
    "machine",
  );
}
check("dead code", "node_modules/knip/bin/knip.js");
const tests = node(
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${resultFile}`,
);
count(tests.status);
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function check(name, script, ...args) {
  const { status } = node(script, ...args);
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}`);
  if (status === 0) passed++;
  else failed++;
}

function count(status) {
  try {
    const noSkips = process.argv.includes("--no-skips");
    const sum = countTests(JSON.parse(readFileSync(resultFile, "utf8")), root, { noSkips });
    for (const name of sum.skipped) console.log(`skipped: ${name}`);
    if (sum.skipped.length > 0) console.log(`${sum.skipped.length} skipped`);
    passed += sum.passed;
    failed += sum.failed;
  } catch {
    console.log("FAILED: the test runner wrote no result");
    failed++;
    return;
  }
  if (status !== 0 && failed === 0) failed++;
}

function node(script, ...args) {
  return spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
}
