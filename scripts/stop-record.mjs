// Writes the record that the studio shows beside its promise of an error or of a mean cost, from the report of a study:
//   xpal study studies/stopping.yaml --data DIR --out OUT && node scripts/stop-record.mjs error OUT
//   xpal study studies/stopping-costs.yaml --data DIR --out OUT && node scripts/stop-record.mjs cost OUT
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const RULE = /^target, audits, /;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, "packages/studio/src/web/label/stop-record.json");
const [promised, out] = process.argv.slice(2);
if (!["error", "cost"].includes(promised) || out === undefined) {
  console.error(
    "stop-record: name what is promised and the folder of the report: node scripts/stop-record.mjs error|cost OUT",
  );
  process.exit(2);
}
const [header, ...lines] = readFileSync(join(out, "tables", "stopping.csv"), "utf8")
  .trim()
  .split(/\r?\n/);
const names = header.split(",");
const rows = lines.map((line) => {
  // Titles hold commas and are quoted; no other cell is.
  const cells = [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
});
const targets = rows
  .filter(({ rule, half }) => RULE.test(rule) && half === "all")
  .map(({ target, runs, stopped, heldOpen }) => {
    const stops = Math.round(Number(runs) * Number(stopped));
    return { target: Number(target), stops, held: Math.round(stops * Number(heldOpen)) };
  });
const listed = readFileSync(join(out, "tables", "datasets.csv"), "utf8")
  .trim()
  .split(/\r?\n/)
  .slice(1);
const datasets = new Set(listed.map((line) => line.split(",")[0])).size;
const { repetitions } = JSON.parse(readFileSync(join(out, "report.json"), "utf8")).parts;
const sum = (name) => targets.reduce((total, one) => total + one[name], 0);
const record = { datasets, repetitions, all: { stops: sum("stops"), held: sum("held") }, targets };
const all = { ...JSON.parse(readFileSync(path, "utf8")), [promised]: record };
writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
