// A disk that is full while a studio serves: a file system of its own in memory, which is filled and given room again.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { answerEvent, logIn, pause, startVictim } from "../studio-client.mjs";

export const about =
  "a full disk while people read, answer and upload; the server lives, says so, goes on by itself, and nothing is lost";
export const defaultRounds = 10;
export const testRounds = 1;
const ITEMS = 178;
/** So long people go on with a full disk: far longer than the log waits. */
const FULL_MS = 2500;

export async function run({ rounds, chance, fail }) {
  const mount = mkdtempSync(join(tmpdir(), "xpal-campaign-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", mount]);
  if (mounted.status !== 0) {
    rmdirSync(mount);
    return { skipped: "no file system can be mounted by this user" };
  }
  const figures = { rounds, reads: 0, acknowledged: 0, "answers rejected": 0, "uploads rejected": 0, "lines lost": 0 };
  const folder = join(mount, "studio");
  mkdirSync(folder);
  const acknowledged = new Set();
  try {
    const { url, kill } = await startVictim(folder);
    const client = await logIn(url);
    const { project } = await client.post("/api/demos", { name: "wine" });
    const path = `/api/projects/${project}`;
    for (let round = 0; round < rounds; round++) {
      for (const doing of ["reading", "answering", "uploading"]) {
        fill(join(mount, "ballast"));
        for (const until = Date.now() + FULL_MS; Date.now() < until; await pause(20)) {
          await expectStatus(client.raw(path), [200], `round ${round}: reading while ${doing}`);
          figures.reads++;
          if (doing === "answering") await answer();
          if (doing !== "uploading") continue;
          const status = await upload();
          if (status === 507) figures["uploads rejected"]++;
          else fail(`round ${round}: an upload to a full disk was answered with ${status}`);
        }
        rmSync(join(mount, "ballast"));
        if (!(await answer())) fail(`round ${round}: an answer was rejected although there was room again`);
        await expectStatus(upload(), [200], `round ${round}: an upload although there was room again`);
      }
    }
    await pause(1000); // the log is written some times a second
    const log = readFileSync(join(folder, "studio.log"), "utf8").trimEnd().split("\n");
    for (const line of log) {
      const { what, lost } = JSON.parse(line);
      if (what === "log") figures["lines lost"] += lost;
    }
    if (JSON.parse(log.at(-1)).what !== "request") fail("the log did not go on when there was room again");
    await kill();
    const store = await openStore(`sqlite:${folder}/studio.sqlite`);
    for (const { fault } of await store.faults()) fail(fault);
    const kept = (await store.events.read(project)).map(({ id }) => id);
    await store.close();
    if (new Set(kept).size !== kept.length) fail(`${kept.length - new Set(kept).size} events are stored twice`);
    for (const id of acknowledged) if (!kept.includes(id)) fail(`event ${id} was acknowledged and is lost`);
    figures.acknowledged = acknowledged.size;

    /** Whether it was acknowledged. */
    async function answer() {
      const { body, ...event } = answerEvent(chance.index(ITEMS), chance.index(3));
      const change = { ...event, kind: "change", body: { items: [body.item], to: body.to } };
      const headers = { "content-type": "application/json" };
      const sent = client.raw(`${path}/events`, {
        method: "POST",
        headers,
        body: JSON.stringify({ events: [change] }),
      });
      const status = await expectStatus(sent, [200, 507], "an answer");
      if (status === 200) acknowledged.add(event.id);
      else figures["answers rejected"]++;
      return status === 200;
    }

    async function upload() {
      const body = `a,b,class\n${"1,2,x\n3,4,y\n".repeat(5000)}`;
      const answered = await client.raw("/api/imports?name=table.csv", { method: "POST", body });
      const { import: id } = await answered.json();
      if (id !== undefined) await client.raw(`/api/imports/${id}`, { method: "DELETE" });
      return answered.status;
    }
  } catch (error) {
    fail(`the server did not live: ${error.cause?.message ?? error.message}`);
  } finally {
    spawnSync("umount", ["--lazy", mount]);
    rmdirSync(mount);
  }
  return figures;

  async function expectStatus(answering, expected, what) {
    const answered = await answering;
    const status = typeof answered === "number" ? answered : answered.status;
    if (typeof answered !== "number") await answered.text();
    if (!expected.includes(status)) fail(`${what} was answered with ${status}`);
    return status;
  }
}

/** Writes until nothing fits any more, to the last byte. */
function fill(file) {
  const opened = openSync(file, "w");
  for (let bytes = 2 ** 20; bytes >= 1; ) {
    try {
      if (writeSync(opened, Buffer.alloc(bytes)) < bytes) bytes = Math.floor(bytes / 2);
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  }
  closeSync(opened);
}
