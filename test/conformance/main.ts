// `npm run conformance -- DIR`: one line per file, the sum at the end, and the first failures of a file on stderr.
// Exit code 0 when all agrees, 1 when something does not or nothing was checked, 2 when there is no folder to read.
import { checkFolder, type FileResult } from "./check-folder.ts";

const FAILURES_SHOWN = 5;

const folders = process.argv.slice(2);
if (folders.length === 1) process.exitCode = await runOn(folders[0]);
else {
  console.error("conformance: name one folder of reference files: npm run conformance -- DIR");
  process.exitCode = 2;
}

async function runOn(folder: string): Promise<number> {
  let checked = 0;
  let failed = 0;
  try {
    for await (const result of checkFolder(folder)) {
      report(result);
      checked += "tally" in result ? result.tally.checked : 0;
      failed += "tally" in result ? result.tally.failed : 0;
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  console.log(`conformance: ${checked} checked, ${failed} failed`);
  return failed > 0 || checked === 0 ? 1 : 0;
}

function report(result: FileResult): void {
  if ("skipped" in result) {
    console.log(`${result.name}: skipped, ${result.skipped}`);
    return;
  }
  const { checked, failed, worstDeviation, unstable, failures } = result.tally;
  const aside = unstable === 0 ? "" : ` (and ${unstable} unstable differ)`;
  const worst = worstDeviation === 0 ? "0" : worstDeviation.toExponential(1);
  console.log(`${result.name}: ${checked} checked, ${failed} failed, worst deviation ${worst}${aside}`);
  for (const failure of failures.slice(0, FAILURES_SHOWN)) console.error(`  ${failure}`);
  if (failures.length > FAILURES_SHOWN) console.error(`  and ${failures.length - FAILURES_SHOWN} more`);
}
