// What a studio keeps in its folder when nothing else is named: a SQLite file, which nobody else may read.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@xpal/store";
import { backupStudio, rebuildStudio, startStudio } from "@xpal/studio";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerEvent, testStudio } from "./client.ts";

/** The store's own driver, to write what no studio writes. */
const Sqlite = createRequire(import.meta.url)("better-sqlite3") as new (
  file: string,
) => { prepare(text: string): { run(...values: string[]): void }; close(): void };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-folder-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a folder without a studio is not rebuilt", async () => {
  await expect(rebuildStudio({ dataDir: join(dataDir, "nothing") })).rejects.toThrow(
    "rebuildStudio: dataDir must hold a studio",
  );
});

test("the files of a studio are its owner's alone, also those that others could read", async () => {
  const file = join(dataDir, "studio.sqlite");
  await (await openStore(`sqlite:${file}`)).close();
  chmodSync(file, 0o644);
  const own = await testStudio({ dataDir });
  await own.post("/api/demos", { name: "iris" });
  const copy = join(dataDir, "copy.sqlite");
  await backupStudio(copy, { dataDir });
  const modes = readdirSync(dataDir)
    .filter((name) => !statSync(join(dataDir, name)).isDirectory())
    .map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
  expect(modes.length).toBeGreaterThan(4);
  expect(modes.filter(([, mode]) => mode !== "600")).toEqual([]);
  await own.stop();
});

test("a log that could not be written ended the server: it serves, and writes when it can", async () => {
  const log = join(dataDir, "studio.log");
  mkdirSync(log);
  const own = await testStudio({ dataDir });
  await own.post("/api/demos", { name: "iris" });
  rmSync(log, { recursive: true });
  await expect.poll(() => own.get("/health").then(() => readdirSync(dataDir))).toContain("studio.log");
  await own.studio.close();
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ what: "stop" });
});

test("a data folder that is a file is rejected in one sentence", async () => {
  const file = join(dataDir, "file");
  writeFileSync(file, "x");
  const rule = `startStudio: dataDir must be a folder, got ${JSON.stringify(file)}`;
  await expect(startStudio({ dataDir: file, port: 0 })).rejects.toMatchObject({ name: "StudioError", message: rule });
});

test.runIf(process.getuid?.() === 0)("a data folder of somebody else is rejected in one sentence", async () => {
  const main = fileURLToPath(new URL("../../../cli/dist/main.js", import.meta.url));
  chmodSync(dataDir, 0o755);
  const own = await testStudio({ dataDir });
  await own.studio.close();
  for (const folder of [dataDir, join(dataDir, "below")]) {
    const { status, stderr } = spawnSync(process.execPath, [main, "studio", "--data-dir", folder, "--port", "0"], {
      ...{ uid: 65534, gid: 65534, encoding: "utf8" },
    });
    expect(stderr).toMatch(/^xpal studio: --data-dir must be a folder that [^\n]*\n$/);
    expect(status).toBe(2);
  }
});

describe("a data folder that was damaged", () => {
  let dataDir: string;
  const ids: string[] = [];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-damaged-"));
    const before = await testStudio({ dataDir });
    for (const at of [0, 1, 2, 3]) {
      ids[at] = (await before.post<{ project: string }>("/api/demos", { name: "iris" })).project;
      const events = [answerEvent(1, 0), answerEvent(2, 1), answerEvent(3, 2)];
      await before.post(`/api/projects/${ids[at]}/events`, { events });
    }
    await before.studio.close();
    const raw = new Sqlite(join(dataDir, "studio.sqlite"));
    raw.prepare("update event set body = substr(body, 1, 9) where project = ? and sequence = 2").run(ids[0]);
    raw.prepare("update project set about = substr(about, 1, 9) where id = ?").run(ids[1]);
    raw.prepare("delete from file where project = ?").run(ids[2]);
    raw.close();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test("is rebuilt as far as it can be read: each project with what is wrong, and the sound one as it was", async () => {
    const found = new Map((await rebuildStudio({ dataDir })).map((project) => [project.id, project]));
    expect(ids.map((id) => [found.get(id)?.labelled, found.get(id)?.faults])).toEqual([
      [2, ["event 2 of the log was changed after it was written"]],
      [0, ["what is stored about it was changed after it was written"]],
      [3, ["the items are missing or damaged"]],
      [3, []],
    ]);
  });
  test("does not hide the sound projects on the first page, and says of the others that they are damaged", async () => {
    const studio = await testStudio({ dataDir });
    const listed = await studio.get<{ id: string; labelled: number; damaged: string | null }[]>("/api/projects");
    const of = (id: string) => listed.find((project) => project.id === id);
    expect(of(ids[0])?.damaged).toBe("event 2 of the log was changed after it was written");
    expect(of(ids[1])?.damaged).toBe("what is stored about it cannot be read");
    expect(of(ids[3])).toMatchObject({ labelled: 3, damaged: null });
    const said = async (id: string) => {
      const answer = await studio.raw(`/api/projects/${id}`);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    expect(await said(ids[1])).toEqual([500, "what is stored about it cannot be read"]);
    expect(await said(ids[2])).toEqual([500, "the items of the project are missing"]); // not: there is no such project
    expect((await studio.raw(`/api/projects/${ids[3]}`)).status).toBe(200);
    await studio.studio.close();
  });
});
