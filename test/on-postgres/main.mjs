// The studio's tests and the store's on a real PostgreSQL, which is started for them and stopped afterwards:
// npm run test:postgres [-- part of a file's path ...]. Ends with `N passed, M failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests } from "../../scripts/count-tests.mjs";
import { LEFT_OUT } from "./files.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const wanted = process.argv.slice(2);
const leftOut = wanted.map((path) => relative(root, resolve(path)).split(sep).join("/")).find((path) => LEFT_OUT[path]);
if (leftOut !== undefined) {
  console.error(`test:postgres: ${leftOut} is left out: ${LEFT_OUT[leftOut]}; npm run unit -- ${leftOut} runs it`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "xpal-test-"));
const resultFile = join(folder, "vitest.json");
const options = ["--config", "test/on-postgres/vitest.config.ts", "--reporter=default", "--reporter=json"];
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", ...options, `--outputFile.json=${resultFile}`, ...wanted],
  { cwd: root, stdio: "inherit" },
);
const { passed, failed, skipped } = counted();
for (const name of skipped) console.log(`skipped: ${name}`);
const failures = status !== 0 && failed === 0 ? 1 : failed;
console.log(`\n${passed} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

function counted() {
  try {
    return countTests(JSON.parse(readFileSync(resultFile, "utf8")), root);
  } catch {
    return { passed: 0, failed: 1, skipped: [] }; // it wrote no result, as where no file has the words
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
