// Files that are too large to be read whole, as a person meets them: the command inspects one and asks, the studio makes a project
// of it, and more rows join while it is labelled. One round is a Parquet file of 33 million cells; two are also a CSV file
// above 2 GB, which takes minutes and that much room on the disk, so the test suite has no round.
import { spawn } from "node:child_process";
import { closeSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetWriteBuffer } from "hyparquet-writer";
import { answerEvent, withFolder, withStudio } from "../studio-client.mjs";

export const about = "files above 2 GB and 32 million cells in the command and in the studio; rows keep their numbers";
export const defaultRounds = 2;
export const testRounds = 0;

const main = fileURLToPath(new URL("../../../packages/cli/bin/xpal.mjs", import.meta.url));
const CLASSES = ["--label", "class", "--classes", "low,high"];

export async function run({ rounds, fail }) {
  if (rounds === 0) return { skipped: "it writes large files; npm run campaign -- large-file runs it" };
  const figures = {};
  await withFolder(async (folder) => {
    const parquet = join(folder, "many.parquet");
    const rows = 400_000;
    writeTable(parquet, rows);
    await examine(parquet, rows, folder, fail);
    figures["Parquet bytes"] = statSync(parquet).size;
    if (rounds < 2) return;
    const csv = join(folder, "many.csv");
    const lines = 24_000_000;
    writeText(csv, lines);
    figures["CSV bytes"] = statSync(csv).size;
    if (figures["CSV bytes"] <= 2e9) fail(`the CSV file has only ${figures["CSV bytes"]} bytes`);
    await examine(csv, lines, folder, fail);
  });
  return figures;
}

/** Inspects, asks once, and labels twelve items in a studio. */
async function examine(file, rows, folder, fail) {
  const env = { ...process.env, XPAL_CACHE: join(folder, "cache") };
  process.env.XPAL_CACHE = env.XPAL_CACHE;
  const inspected = await told(["inspect", file, ...CLASSES, "--json"], env);
  if (inspected?.rows !== rows) fail(`inspect counted ${inspected?.rows} rows of ${rows}`);
  const asked = await told(["suggest", file, ...CLASSES, "--kernel", "auto", "-n", "1", "--json"], env);
  if (!(asked?.suggestions?.[0]?.row < rows)) fail(`suggest said ${JSON.stringify(asked)}`);
  await withStudio({ file }, async ({ studio, client }) => {
    const id = /\/import\/([\w-]+)/.exec(decodeURIComponent(studio.url))?.[1];
    const preview = await client.get(`/api/imports/${id}?label=class`);
    if (!preview.notices.some((notice) => notice.includes(`the file has ${rows} rows`)))
      fail("the page does not say it");
    const unused = preview.columns.map(({ name }) => name).filter((name) => /^x\d\d$/.test(name)); // few are enough
    const roles = { number: "id", ...Object.fromEntries(unused.map((name) => [name, "ignored"])) };
    const choice = {
      ...{ title: "many", label: "class", classes: ["low", "high"], roles, pixels: null },
      ...{ keepLabels: true, dropDuplicates: false },
    };
    const { project } = await client.post(`/api/imports/${id}/project`, choice);
    const { project: info } = await client.get(`/api/projects/${project}`);
    if (info.rowsInFile !== rows) fail(`the studio says ${info.rowsInFile} rows of ${rows}`);
    const events = Array.from({ length: 12 }, (_, item) => answerEvent(item * 7, item % 2));
    await client.post(`/api/projects/${project}/events`, { events });
    const exported = await (await client.raw(`/api/projects/${project}/export/jsonl`)).text();
    const items = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    if (items.length !== info.itemCount) fail(`the export has ${items.length} of ${info.itemCount} items`);
    const wrong = items.filter(({ row, number }) => row !== Number(number)).length;
    if (wrong > 0) fail(`${wrong} items have the number of another row`);
    if (new Set(items.map(({ row }) => row)).size !== items.length) fail("a row is there twice");
    if (items.filter(({ status }) => status === "labelled").length !== 12) fail("an answer is lost");
  });
}

/** A Parquet file of 82 number columns, a number and an empty class. */
function writeTable(path, rows) {
  const column = (of) => Array.from({ length: rows }, (_, i) => of(i));
  const columnData = [
    { name: "number", data: column((i) => i), type: "DOUBLE" },
    ...Array.from({ length: 82 }, (_, k) => ({ name: `x${k}`, data: column((i) => noise(i, k) / 7), type: "DOUBLE" })),
    { name: "class", data: column(() => null), type: "STRING", nullable: true },
  ];
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 50_000 })));
}

/** A delimited text above 2 GB. */
function writeText(path, lines) {
  const file = openSync(path, "w");
  writeSync(file, `number,${Array.from({ length: 10 }, (_, k) => `x${k}`).join(",")},class\n`);
  for (let from = 0; from < lines; from += 10_000) {
    let text = "";
    for (let i = from; i < Math.min(lines, from + 10_000); i++) {
      text += `${i}`;
      for (let k = 0; k < 10; k++) text += `,${noise(i, k) * 99_991 + 0.1234567}`;
      text += ",\n";
    }
    writeSync(file, text);
  }
  closeSync(file);
}

function noise(i, k) {
  return (Math.imul(i * 83 + k + 1, 0x9e3779b1) >>> 0) % 1000;
}

/** What the command said; undefined where that was nothing. */
function told(words, env) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [main, ...words], { env, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.on("close", () => done(out === "" ? undefined : JSON.parse(out)));
  });
}
