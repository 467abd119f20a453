// A process that appends is killed at random moments; whatever it was told is kept must be there.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../src/index.ts";
import { storeOf } from "../folder-store.mjs";

const ROUNDS = 50;
const folder = mkdtempSync(join(tmpdir(), "xpal-kill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`nothing acknowledged is lost or doubled in ${ROUNDS} rounds of kill -9`, async () => {
  const url = await storeOf(folder);
  const store = await openStore(url);
  await store.projects.create({ id: "p", title: "p", at: "2026-01-31T12:00:00.000Z", about: null });
  await store.close();
  const acknowledged: string[] = [];
  // Two victims at a time: they also show that two processes share a store.
  for (let round = 0; round < ROUNDS; round += 2) {
    const lines = await Promise.all([killedAfter(url, round, 1 + ((round * 7) % 23)), killedAfter(url, round + 1, 1)]);
    acknowledged.push(...lines.flat());
  }
  const after = await openStore(url);
  await after.check();
  const kept = (await after.events.read("p")).map((event) => event.id);
  await after.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(new Set(kept).size).toBe(kept.length);
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
});

/** Lets a child append, kills it some time after its n-th acknowledgement, and returns the whole lines it said. */
function killedAfter(url: string, round: number, n: number): Promise<string[]> {
  const script = join(import.meta.dirname, "appender.mjs");
  const child: ChildProcess = spawn(process.execPath, [script, url, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout!.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split("\n").length > n) child.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(said.split("\n").slice(0, -1)));
  });
}
