import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MAIN, xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-kill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an answer is on disk before the next question appears, whatever happens then", async () => {
  xpal(["datasets", "get", "iris", "--labels", "9", "--out", "flowers.csv"], { cwd: folder });
  const before = readFileSync(join(folder, "flowers.csv"), "utf8");
  for (let answers = 1; answers <= 3; answers++) {
    const labelling = spawn(process.execPath, [MAIN, "label", "flowers.csv", "--label", "class"], { cwd: folder });
    await new Promise<void>((resolve) => {
      let seen = "";
      let pressed = false;
      labelling.stdout.on("data", (chunk) => {
        seen += String(chunk);
        const questions = seen.split("> ").length - 1;
        if (questions === 1 && !pressed) {
          pressed = true;
          labelling.stdin.write("2");
        }
        if (questions === 2) labelling.kill("SIGKILL");
      });
      labelling.on("close", () => resolve());
    });
    expect(labelling.signalCode).toBe("SIGKILL");
    const entries = readFileSync(join(folder, "flowers.csv.labels.jsonl"), "utf8").trim().split("\n").slice(1);
    expect(entries.map((line) => JSON.parse(line).label)).toEqual(new Array(answers).fill("versicolor"));
    expect(readFileSync(join(folder, "flowers.csv"), "utf8")).toBe(before);
  }
});
