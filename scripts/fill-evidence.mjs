// Puts the tables of the study of the kernel that learns into docs/guide/adaptive.md, between two marks, so that the
// guide's numbers are the report's: `node scripts/fill-evidence.mjs REPORT_FOLDER [PART_FOLDER ...]` after
// `xpal study studies/adaptive.yaml --data DIR --out REPORT_FOLDER`.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const GUIDE = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs/guide/adaptive.md");
const [BEGIN, END] = ["<!-- evidence: scripts/fill-evidence.mjs writes from here -->", "<!-- evidence: to here -->"];

const folders = process.argv.slice(2);
if (folders.length === 0) end("name the folder of the study's report, and of reports on parts of it after it");
const lines = folders.flatMap((folder, place) => [
  runsOf(folder),
  ...["relative", ...(place === 0 ? ["relative-by-dataset"] : []), "calibration"].map((name) =>
    text(folder, `tables/${name}.md`).trim(),
  ),
]);

const guide = readFileSync(GUIDE, "utf8");
const [from, to] = [guide.indexOf(BEGIN), guide.indexOf(END)];
if (from < 0 || to < from) end(`${GUIDE} must hold the marks ${BEGIN} and ${END}`);
writeFileSync(GUIDE, `${guide.slice(0, from + BEGIN.length)}\n\n${lines.join("\n\n")}\n\n${guide.slice(to)}`);

/** What was run, in a sentence. */
function runsOf(folder) {
  const { rows, strategies } = JSON.parse(text(folder, "aulc.json"));
  const counts = rows.flatMap(({ cells }) => Object.values(cells).map(({ repetitions }) => repetitions));
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const seeds = fewest === most ? `seeds 1 to ${most}` : `seeds 1 to ${fewest}, for some runs to ${most}`;
  const runs = counts.reduce((sum, count) => sum + count, 0).toLocaleString("en");
  return `${strategies.length} strategies on ${rows.length} datasets, ${seeds}, ${runs} runs.`;
}

function text(folder, name) {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return end(`${join(folder, name)} must be a file that can be read`);
  }
}

function end(sentence) {
  console.error(`fill-evidence: ${sentence}`);
  process.exit(2);
}
