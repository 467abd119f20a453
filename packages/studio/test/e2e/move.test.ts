// Projects on their way from one place to another: whole and the same, or not at all.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { backupStudio, moveStudio, rebuildStudio } from "@xpal/studio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEvent, testStudio } from "./client.ts";
import { startServer, type TestDatabases } from "./databases.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-move-"));
const first = join(folder, "first");
let databases: TestDatabases;
beforeAll(async () => {
  databases = await startServer();
  const studio = await testStudio({ dataDir: first });
  for (const name of ["iris", "wine"]) {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name });
    const events = Array.from({ length: 40 }, (_, item) => answerEvent(item, item % 3));
    await studio.post(`/api/projects/${project}/events`, { events });
  }
  await studio.studio.close();
  const store = await openStore(`sqlite:${join(first, "studio.sqlite")}`);
  await store.records.put("account", "anna", { role: "admin" });
  await store.close();
});
afterAll(async () => {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const projectsIn = async (store: string) => (await rebuildStudio({ store })).map(({ title }) => title).sort();

test("a folder goes to a database, to another one and into a folder, and is the same", async () => {
  const [one, two] = [await databases.fresh(), await databases.fresh()];
  const last = join(folder, "last");
  const reports = [await moveStudio(first, one), await moveStudio(one, two), await moveStudio(two, last)];
  for (const { projects, records, keptRecords } of reports) {
    expect(projects.map(({ title, events, files, wasThere }) => [title, events, files, wasThere]).sort()).toEqual([
      ["Iris flowers", 40, 1, false],
      ["Wines", 40, 1, false],
    ]);
    expect([records, keptRecords]).toEqual([reports[0].records, 0]);
    expect(projects.map(({ sha256 }) => sha256)).toEqual(reports[0].projects.map(({ sha256 }) => sha256));
  }
  const store = await openStore(two);
  expect(await store.records.get("account", "anna")).toMatchObject({ value: { role: "admin" } });
  await store.close();
  expect(readdirSync(last).filter((name) => !name.startsWith("studio.lock"))).toEqual(["studio.sqlite"]);
  const studio = await testStudio({ dataDir: last, store: `sqlite:${join(last, "studio.sqlite")}` });
  expect(await studio.get("/api/projects")).toMatchObject([{ labelled: 40 }, { labelled: 40 }]);
  await studio.studio.close();
  const again = await moveStudio(first, two);
  expect(again.projects.map(({ wasThere }) => wasThere)).toEqual([true, true]);
});

test("a database is backed up while people label, and restored into another one", async () => {
  const [database, restored] = [await databases.fresh(), await databases.fresh()];
  const { projects } = await moveStudio(first, database);
  const studio = await testStudio({ store: database });
  const backup = join(folder, "backup.sqlite");
  const path = `/api/projects/${projects[0].id}/events`;
  const labelling = Promise.all([50, 51, 52].map((item) => studio.post(path, { events: [answerEvent(item, 1)] })));
  await backupStudio(backup, { store: database });
  await labelling;
  await studio.stop();
  const report = await moveStudio(backup, restored);
  const [copy] = report.projects;
  expect(copy.events).toBeGreaterThanOrEqual(40);
  expect(report.projects[1]).toEqual(projects[1]);
  const again = await testStudio({ store: restored });
  expect((await again.get<{ labelled: number }[]>("/api/projects")).map(({ labelled }) => labelled).sort()).toEqual(
    [40, copy.events].sort(),
  );
  await again.stop();
  await expect(moveStudio(first, backup)).rejects.toThrow(
    "moveStudio: to must be a folder or a database, got the file",
  );
});

test("what has other content in the other place is rejected, and nothing is copied", async () => {
  const to = await databases.fresh();
  await moveStudio(first, to);
  const store = await openStore(to);
  const [{ id }, other] = await store.projects.list();
  await store.projects.remove(other.id);
  await store.events.append(id, [{ id: "late", kind: "settings", at: "2026-01-31T12:00:00.000Z", body: {} }]);
  await store.close();
  await expect(moveStudio(first, to)).rejects.toThrow("is in the other store already, with other content");
  expect(await projectsIn(to)).toHaveLength(1);
});

test("places that are wrong, the same or in use are rejected", async () => {
  const to = join(folder, "rejected");
  await expect(moveStudio(join(folder, "nothing"), to)).rejects.toThrow("moveStudio: from must hold a studio");
  await expect(moveStudio(first, `${first}/`)).rejects.toThrow("moveStudio: to must be another place than from");
  await expect(moveStudio(first, "mysql://me:secret@host/db")).rejects.toThrow(
    'moveStudio: to must be a folder or an address such as postgres://user:password@host:port/database, got "mysql://me:***@host/db"',
  );
  expect(existsSync(to)).toBe(false);
  const studio = await testStudio({ dataDir: first });
  await expect(moveStudio(first, to)).rejects.toThrow("is in use by the studio at");
  await studio.studio.close();
});

test("a move that is stopped leaves nothing in the other place", async () => {
  const [database, into] = [await databases.fresh(), join(folder, "stopped")];
  for (const looks of [0, 1, 3, 6]) {
    for (const to of [database, into]) {
      const move = moveStudio(first, to, { signal: abortedAfter(looks) });
      await expect(move, `after ${looks} looks`).rejects.toThrow("moveStudio: stopped; the other place is as it was");
    }
    expect(await projectsIn(database)).toEqual([]);
    expect(readdirSync(into).filter((name) => !name.startsWith("studio.lock"))).toEqual([]);
  }
});

test("a move that is killed leaves all or nothing, and the next one completes it", async () => {
  const [database, into] = [await databases.fresh(), join(folder, "killed")];
  for (const [round, to] of [database, into, database, into].entries()) {
    const script = `import { moveStudio } from "@xpal/studio"; console.log("on"); await moveStudio(${JSON.stringify(first)}, ${JSON.stringify(to)});`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gone = new Promise((done) => child.once("close", done));
    child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), 20 + 25 * round));
    await gone;
    const there =
      to === database ? await projectsIn(database) : existsSync(join(into, "studio.sqlite")) ? ["", ""] : [];
    expect([0, 2]).toContain(there.length);
  }
  for (const to of [database, into]) expect((await moveStudio(first, to)).projects).toHaveLength(2);
});

/** A signal that is raised after it was looked at so often. */
function abortedAfter(looks: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let left = looks;
  const throwIfAborted = () => {
    if (left-- <= 0) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return Object.defineProperty(signal, "throwIfAborted", { value: throwIfAborted });
}
