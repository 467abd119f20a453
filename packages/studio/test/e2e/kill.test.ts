// The server is killed at random moments while a client labels. Whatever was acknowledged must be there, once.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { expect, test } from "vitest";
import { storeOf } from "../../../store/test/folder-store.mjs";
import { answerEvent, type Client, clientFor, logIn } from "./client.ts";

const ROUNDS = 50;
const LANES = 2;

test(`no acknowledged label is lost or doubled in ${ROUNDS} rounds of kill -9`, { timeout: 400_000 }, async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, ROUNDS / LANES)));
  expect(lanes.flat().length).toBeGreaterThanOrEqual(ROUNDS);
});

/** Some rounds on one folder; returns the acknowledged ids after checking the store. */
async function runLane(lane: number, rounds: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "xpal-studio-kill-"));
  const acknowledged: string[] = [];
  let cookie = "";
  let project = "";
  let item = 0;
  for (let round = 0; round < rounds; round++) {
    const { url, kill } = await startVictim(folder);
    let client: Client;
    if (cookie === "") {
      client = await logIn(url);
      cookie = client.cookie;
      ({ project } = await client.post<{ project: string }>("/api/demos", { name: "wine" }));
    } else {
      client = clientFor(new URL(url).origin, cookie); // a page that was open goes on with its session
    }
    const wanted = 1 + ((round * 5 + lane * 3) % 7);
    let said = 0;
    for (; said < 40; said++) {
      const event = answerEvent(item++ % 178, said % 3);
      const sent = client.post<{ results: { sequence: number | null }[] }>(`/api/projects/${project}/events`, {
        events: [{ ...event, kind: "change", body: { items: [event.body.item], to: event.body.to } }],
      });
      if (said === wanted) setTimeout(kill, (round * 13) % 9);
      try {
        if ((await sent).results[0].sequence !== null) acknowledged.push(event.id);
      } catch {
        break; // the server is dead
      }
    }
    await kill();
  }
  const store = await openStore(await storeOf(folder));
  await store.check();
  const kept = (await store.events.read(project)).map(({ id }) => id);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  expect(new Set(kept).size).toBe(kept.length);
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
  return acknowledged;
}

function startVictim(folder: string): Promise<{ url: string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "victim.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      if (!said.endsWith("\n")) return;
      resolve({
        url: said.trim(),
        kill: () => {
          child.kill("SIGKILL");
          return gone;
        },
      });
    });
  });
}
