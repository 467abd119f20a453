// A disk that is full in the middle of an answer.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));

export const about =
  "A disk that takes no more in the middle of an answer: what was acknowledged is whole, the rest rejected.";
export const defaultRounds = 30;
export const testRounds = 2;

/** A limit on the size of files cuts a write short, as a full disk does; each round has another limit. */
export async function run({ rounds, chance, fail }) {
  if (process.platform === "win32") return { skipped: "there is no limit on the size of files" };
  const figures = { answers: 0, "not whole": 0, "rejected in words": 0 };
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), "xpal-campaign-"));
    try {
      await shell(folder, `"${process.execPath}" "${MAIN}" datasets get iris --labels 9 --out rows.csv`);
      const limit = 1 + chance.index(4);
      const command = `ulimit -f ${limit}; exec "${process.execPath}" "${MAIN}" label rows.csv --label class`;
      const { code, out, err } = await shell(folder, command, "1".repeat(60));
      const acknowledged = out.split("\n").filter((line) => line === "> setosa").length;
      const text = readFileSync(join(folder, "rows.csv.labels.jsonl"), "utf8");
      const whole = text.split("\n").slice(1, -1).filter(isAnswer).length;
      figures.answers += acknowledged;
      if (code === 2 && /must accept the answer, but .*; this answer is not kept/.test(err))
        figures["rejected in words"]++;
      else fail(`round ${round}: ended with ${code}: ${err.trim()}`);
      if (whole === acknowledged && text.endsWith("\n")) continue;
      figures["not whole"] += Math.abs(acknowledged - whole);
      fail(`round ${round}: ${acknowledged} answers acknowledged, ${whole} whole on disk`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return figures;
}

function isAnswer(line) {
  try {
    return JSON.parse(line).label === "setosa";
  } catch {
    return false;
  }
}

function shell(folder, command, input = "") {
  const child = spawn("sh", ["-c", command], { cwd: folder });
  let [out, err] = ["", ""];
  child.stdin.on("error", () => {}); // it may end before it has read all keys
  child.stdin.end(input);
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((done) => child.once("close", (code) => done({ code, out, err })));
}
