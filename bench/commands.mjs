// One row of the benchmark of the commands: a table of ten number columns and two classes, 60 of its rows labelled, is made on the
// spot; each command runs on it in a process of its own. Told are seconds on the clock and the most memory of the process, and how
// many times as long as `xpal --help` and as reading the file alone it took: these mean something on a busy machine too.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generator } from "@xpal/core";
import { rounded } from "./timing.mjs";

const COLUMNS = 10;
const LABELLED = 60;
const here = dirname(fileURLToPath(import.meta.url));
const command = join(here, "../packages/cli/bin/xpal.mjs");
/** Tells the most memory of the process that it is loaded into on the third stream. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));`,
)}`;

const { rows } = JSON.parse(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "xpal-commands-"));
try {
  const file = join(folder, "table.csv");
  writeTable(file);
  const label = ["--label", "class"];
  const help = run(["--help"]);
  const reading = run(["inspect", file]);
  const measured = [
    ["--help", help],
    ["inspect", reading],
    ["inspect --label", run(["inspect", file, ...label])],
    ["suggest", run(["suggest", file, ...label])],
    ["predict", run(["predict", file, ...label, "--out", join(folder, "predicted.csv")])],
  ];
  console.log(
    JSON.stringify(
      measured.map(([name, { seconds, peakMb }]) => ({
        ...{ rows, command: name, seconds: rounded(seconds), peakMb },
        timesHelp: Number((seconds / help.seconds).toFixed(1)),
        timesReading: Number((seconds / reading.seconds).toFixed(1)),
      })),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Two noisy clouds; the label column is filled in for the first rows. */
function writeTable(path) {
  const chance = generator(1);
  const file = openSync(path, "w");
  writeSync(file, `${Array.from({ length: COLUMNS }, (_, c) => `x${c}`).join(",")},class\n`);
  for (let row = 0; row < rows; row++) {
    const kind = chance.nextIndex(2);
    const cells = Array.from({ length: COLUMNS }, (_, c) => (4 * chance.nextUnit() + (c < 3 ? kind : 0)).toFixed(3));
    writeSync(file, `${cells.join(",")},${row < LABELLED ? ["no", "yes"][kind] : ""}\n`);
  }
  closeSync(file);
}

function run(words) {
  const begun = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, ["--import", TELL_PEAK, command, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const seconds = (performance.now() - begun) / 1000;
  if (status !== 0) throw new Error(`xpal ${words.join(" ")} ended with ${status}: ${stderr}`);
  return { seconds, peakMb: Math.round(Number(output[3]) / 1024) };
}
