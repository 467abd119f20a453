// `npm run check:paper -- OUT`: an aulc.json (or the folder of a report) beside the paper's printed table. Exit code 0
// when every rule holds, 1 when one does not, 2 when there is nothing to compare.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AulcFile, type Comparison, compareWithPaper } from "./compare.ts";

const places = process.argv.slice(2);
if (places.length === 1) process.exitCode = check(places[0]);
else {
  console.error("check:paper: name a report's folder or its aulc.json: npm run check:paper -- OUT");
  process.exitCode = 2;
}

function check(path: string): number {
  let file: AulcFile;
  try {
    file = JSON.parse(readFileSync(statSync(path).isDirectory() ? join(path, "aulc.json") : path, "utf8"));
    if (!Array.isArray(file?.rows)) throw new Error("it has no rows");
  } catch (error) {
    console.error(`check:paper: ${path} must hold an aulc.json, but ${(error as Error).message}`);
    return 2;
  }
  const comparison = compareWithPaper(file);
  if (comparison.compared === 0) {
    console.error(`check:paper: ${path} must hold datasets and strategies of the paper, but has none`);
    return 2;
  }
  print(comparison);
  return comparison.verdicts.every(({ holds }) => holds) ? 0 : 1;
}

function print({ compared, differences, verdicts }: Comparison): void {
  for (const { dataset, strategy, own, printed, what } of differences) {
    const ours = `${own.mean.toFixed(4)} ± ${own.std.toFixed(4)} (${own.significance})`;
    const theirs = `${printed.mean.toFixed(3)} ± ${printed.std.toFixed(3)} (${printed.significance})`;
    console.log(`${dataset}, ${strategy}: ${ours}, printed ${theirs}: ${what.join(", ")}`);
  }
  console.log(`${compared - differences.length} of ${compared} cells are as printed`);
  for (const { rule, holds, found } of verdicts) console.log(`${holds ? "holds" : "FAILS"}  ${rule}: ${found}`);
}
