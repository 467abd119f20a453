// Sessions and merges of `xpal label` on one file, started and killed at random.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));
const LABEL = ["label", "rows.csv", "--label", "class", "--classes", "0,1,2,3,4,5,6,7,8,9"];

export const about =
  "Sessions and merges of xpal label on one file, some of them killed: no acknowledged answer is lost.";
export const defaultRounds = 100;
export const testRounds = 3;

/** Each round starts a few commands at once; then the file and the journal together must hold every answer. */
export async function run({ rounds, chance, fail }) {
  const figures = { answers: 0, "of them lost": 0, rejected: 0, merged: 0, killed: 0 };
  const folder = mkdtempSync(join(tmpdir(), "xpal-campaign-"));
  try {
    await ended(start(folder, ["datasets", "get", "digits", "--labels", "20", "--out", "rows.csv"]));
    const begun = countLabels(folder);
    for (let round = 0; round < rounds; round++) {
      const commands = Array.from({ length: 2 + chance.index(3) }, () => oneCommand(folder, chance));
      for (const { kind, code, killed, acknowledged, err } of await Promise.all(commands)) {
        figures.answers += acknowledged;
        if (killed) figures.killed++;
        else if (code === 0) figures.merged += kind === "merge" ? 1 : 0;
        else if (code === 2 && /one command at a time|must hold an answer to merge/.test(err)) figures.rejected++;
        else fail(`round ${round}: ${kind} ended with ${code}: ${err.trim()}`);
      }
      // An answer that was on disk before its session was killed may not have been acknowledged: more is no loss.
      const lost = begun + figures.answers - countLabels(folder);
      if (lost > figures["of them lost"]) {
        fail(
          `round ${round}: ${lost - figures["of them lost"]} acknowledged answers are neither in the file nor in the journal`,
        );
        figures["of them lost"] = lost;
      }
    }
    await ended(start(folder, [...LABEL, "--merge"]));
    const left = readdirSync(folder).filter((name) => /\.lock|\.part/.test(name));
    if (left.length > 0) fail(`${left.join(", ")} left behind`);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A merge, or a session that answers a few questions and is perhaps killed after one of them. */
async function oneCommand(folder, chance) {
  if (chance.index(3) === 0) {
    const command = start(folder, [...LABEL, "--merge"]);
    return { kind: "merge", ...(await ended(command)), acknowledged: 0 };
  }
  const command = start(folder, LABEL);
  const keys = 1 + chance.index(4);
  const killAfter = chance.index(2) === 0 ? 1 + chance.index(keys) : Number.POSITIVE_INFINITY;
  command.child.stdin.write("3".repeat(keys));
  if (killAfter === Number.POSITIVE_INFINITY) command.child.stdin.end();
  command.child.stdout.on("data", () => {
    if (answersIn(command.out) >= killAfter) command.child.kill("SIGKILL");
  });
  const { code, killed, err } = await ended(command);
  return { kind: "session", code, killed, err, acknowledged: answersIn(command.out) };
}

/** Each answer is repeated behind the prompt once it is on disk. */
function answersIn(out) {
  return (out.match(/^> \d$/gm) ?? []).length;
}

function start(folder, words) {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder });
  const command = { child, out: "", err: "" };
  child.stdin.on("error", () => {}); // it may end before it has read all keys
  child.stdout.on("data", (chunk) => {
    command.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    command.err += chunk;
  });
  if (words !== LABEL) child.stdin.end();
  return command;
}

function ended(command) {
  return new Promise((done) =>
    command.child.once("close", (code, signal) => done({ code, killed: signal === "SIGKILL", err: command.err })),
  );
}

/** Rows with a label, in the file and in the journal together; only rows that are not labelled are ever asked about. */
function countLabels(folder) {
  const rows = readFileSync(join(folder, "rows.csv"), "utf8").trim().split("\n").slice(1);
  const labelled = new Set(rows.flatMap((line, row) => (line.endsWith(",") ? [] : [row])));
  for (const line of journalLines(folder)) labelled.add(JSON.parse(line).row);
  return labelled.size;
}

function journalLines(folder) {
  try {
    const text = readFileSync(join(folder, "rows.csv.labels.jsonl"), "utf8");
    return text.slice(0, text.lastIndexOf("\n")).split("\n").slice(1);
  } catch {
    return []; // merged
  }
}
