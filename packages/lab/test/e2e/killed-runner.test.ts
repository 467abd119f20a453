// Runners as processes: killed in the middle, and two at a time on one store.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("./small-experiment.mjs", import.meta.url));
const RUNS = 2 * 4 * 6;
const folder = mkdtempSync(join(tmpdir(), "xpal-runner-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a runner whose report and store have the given names. */
function start(out: string, store: string): { child: ChildProcess; said: () => string; end: Promise<number | null> } {
  const child = spawn(process.execPath, [SCRIPT, join(folder, out), join(folder, store), "500"]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  return { child, said: () => text, end: new Promise((resolve) => child.once("close", resolve)) };
}

/** The files of a report that hold no times, by name. */
function lastingFiles(out: string): Record<string, string> {
  const names = readdirSync(join(folder, out), { recursive: true, encoding: "utf8" }).sort();
  const lasting = names.filter((name) => /\.(json|csv|md|tex|svg|parquet)$/.test(name) && !/times|time-/.test(name));
  return Object.fromEntries(lasting.map((name) => [name, readFileSync(join(folder, out, name), "latin1")]));
}

const finished = (said: string) => Number(/finished (\d+) of/.exec(said)?.[1]);

beforeAll(async () => {
  const undisturbed = start("undisturbed", "undisturbed.sqlite");
  expect(await undisturbed.end, undisturbed.said()).toBe(0);
  expect(finished(undisturbed.said())).toBe(RUNS);
});

describe("a runner", () => {
  test("that was killed goes on where it was, and every table ends with the same bytes", async () => {
    let before = 0;
    for (const until of [9, 21]) {
      const killed = start("resumed", "resumed.sqlite");
      await new Promise<void>((resolve) => {
        killed.child.stdout?.on("data", () => {
          if (new RegExp(`done ${until}\\b`).test(killed.said())) resolve();
        });
        killed.end.then(() => resolve());
      });
      killed.child.kill("SIGKILL");
      await killed.end;
      expect(killed.said()).not.toContain("finished");
      before = until;
    }
    const last = start("resumed", "resumed.sqlite");
    expect(await last.end, last.said()).toBe(0);
    expect(finished(last.said())).toBeGreaterThan(0);
    expect(finished(last.said())).toBeLessThanOrEqual(RUNS - before); // nothing that was told to be done is repeated
    const want = lastingFiles("undisturbed");
    expect(Object.keys(want).length).toBeGreaterThan(10);
    expect(lastingFiles("resumed")).toEqual(want);
  });

  test("shares the work with another on the same store, without doing anything twice", async () => {
    const runners = [start("one", "shared.sqlite"), start("two", "shared.sqlite")];
    expect(await Promise.all(runners.map(({ end }) => end)), runners.map(({ said }) => said()).join()).toEqual([0, 0]);
    const shares = runners.map(({ said }) => finished(said()));
    expect(shares[0] + shares[1]).toBe(RUNS);
    expect(lastingFiles("one")).toEqual(lastingFiles("undisturbed"));
    expect(lastingFiles("two")).toEqual(lastingFiles("undisturbed"));
  });
});
