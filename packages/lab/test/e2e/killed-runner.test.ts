// Runners as processes: killed in the middle, and two at a time on one store, a file or a server.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/test/contract/postgres-server.ts";

const SCRIPT = fileURLToPath(new URL("./small-experiment.mjs", import.meta.url));
const RUNS = 2 * 4 * 6;
const folder = mkdtempSync(join(tmpdir(), "xpal-runner-"));
let postgres: PostgresServer;
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sqlite = (name: string) => `sqlite:${join(folder, name)}`;

/** Starts a runner with a report of this name, on the store at an address. */
function start(out: string, store: string): { child: ChildProcess; said: () => string; end: Promise<number | null> } {
  const child = spawn(process.execPath, [SCRIPT, join(folder, out), store, "500"]);
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
  postgres = await startPostgres();
  const undisturbed = start("undisturbed", sqlite("undisturbed.sqlite"));
  expect(await undisturbed.end, undisturbed.said()).toBe(0);
  expect(finished(undisturbed.said())).toBe(RUNS);
});

describe("a runner", () => {
  test("that was killed goes on where it was, and every table ends with the same bytes", async () => {
    let before = 0;
    for (const until of [9, 21]) {
      const killed = start("resumed", sqlite("resumed.sqlite"));
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
    const last = start("resumed", sqlite("resumed.sqlite"));
    expect(await last.end, last.said()).toBe(0);
    expect(finished(last.said())).toBeGreaterThan(0);
    expect(finished(last.said())).toBeLessThanOrEqual(RUNS - before); // nothing that was told to be done is repeated
    const want = lastingFiles("undisturbed");
    expect(Object.keys(want).length).toBeGreaterThan(10);
    expect(lastingFiles("resumed")).toEqual(want);
  });

  test.each([
    ["a file", async () => sqlite("shared.sqlite")],
    ["PostgreSQL", () => postgres.database("shared")],
  ] as const)(
    "shares the work with another on the same store, without doing anything twice: %s",
    async (kind, open) => {
      const store = await open();
      const runners = ["one", "two"].map((name) => start(`${name} on ${kind}`, store));
      expect(await Promise.all(runners.map(({ end }) => end)), runners.map(({ said }) => said()).join()).toEqual([
        0, 0,
      ]);
      const shares = runners.map(({ said }) => finished(said()));
      expect(shares[0] + shares[1]).toBe(RUNS);
      expect(lastingFiles(`one on ${kind}`)).toEqual(lastingFiles("undisturbed"));
      expect(lastingFiles(`two on ${kind}`)).toEqual(lastingFiles("undisturbed"));
    },
  );

  test("that was killed leaves a PostgreSQL server in order for the next, with the same bytes in every table", async () => {
    const store = await postgres.database("resumed");
    const killed = start("killed on a server", store);
    await new Promise<void>((resolve) => {
      killed.child.stdout?.on("data", () => void (/done 9\b/.test(killed.said()) && resolve()));
      killed.end.then(() => resolve());
    });
    killed.child.kill("SIGKILL");
    await killed.end;
    const last = start("resumed on a server", store);
    expect(await last.end, last.said()).toBe(0);
    expect(finished(last.said())).toBeLessThanOrEqual(RUNS - 9);
    expect(lastingFiles("resumed on a server")).toEqual(lastingFiles("undisturbed"));
  });
});
