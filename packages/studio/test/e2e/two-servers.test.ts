// Two servers on one store: whatever goes in at one is known to the other, and nobody is asked what somebody else has.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerEvent, type Client, clientFor, type TestStudio, testStudio } from "./client.ts";
import { DATABASES, type TestDatabases } from "./databases.ts";

interface Next {
  readonly suggestions: readonly { readonly item: number }[];
  readonly held: readonly number[];
  readonly open: number;
}
interface Results {
  readonly results: readonly { readonly sequence: number | null; readonly rejection: { code: string } | null }[];
}

const ITEMS = 40;
const SECRET = "the same secret at both of the servers";

/** A table of some rows. */
function rows(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, i) => `${from + i},${(from + i) ** 2},${"ab"[i % 2]}`);
  return `x,y,label\n${lines.join("\n")}\n`;
}

describe.each(DATABASES)("two servers on one store in %s", (name, start) => {
  let databases: TestDatabases;
  let store: string;
  let a: TestStudio;
  let b: TestStudio;
  beforeAll(async () => {
    databases = await start();
    store = await databases.fresh();
    a = await testStudio({ store, secret: SECRET });
    b = await testStudio({ store, secret: SECRET });
  });
  afterAll(async () => {
    await a?.stop();
    await b?.stop();
    await databases?.stop();
  });

  const demo = async () => (await a.post<{ project: string }>("/api/demos", { name: "iris" })).project;
  async function few(count: number): Promise<string> {
    const brought = (await (await a.upload("few.csv", rows(0, count))).json()) as { import: string };
    const choice = { title: "few", label: "label", classes: ["a", "b"], roles: {}, pixels: null, keepLabels: false };
    const made = a.post<{ project: string }>(`/api/imports/${brought.import}/project`, {
      ...choice,
      dropDuplicates: false,
    });
    return (await made).project;
  }
  const give = (client: Client, project: string, ...events: object[]) =>
    client.post<Results>(`/api/projects/${project}/events`, { events });

  test("show the same projects, and one that is removed is gone from both", async () => {
    const project = await demo();
    expect(await b.get(`/api/projects/${project}`)).toMatchObject({ project: { id: project } });
    await a.raw(`/api/projects/${project}`, { method: "DELETE" });
    await expect(give(b, project, answerEvent(0, 0))).rejects.toThrow(/^404/);
    if (name === "PostgreSQL") {
      await expect.poll(async () => (await b.raw(`/api/projects/${project}`)).status).toBe(404);
    }
  });

  test("tell a page at one of them at once what was answered at the other", async () => {
    const project = await demo();
    await b.get(`/api/projects/${project}`);
    const live = await b.raw(`/api/projects/${project}/live?after=0`);
    const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
    const event = answerEvent(7, 1);
    await give(a, project, event);
    let heard = "";
    while (!heard.includes(event.id)) heard += (await reader.read()).value ?? "";
    await reader.cancel();
    expect(heard).toContain('"item":7');
  });

  test("reject the second of two answers to one item, whichever server it went to", async () => {
    const project = await demo();
    await b.get(`/api/projects/${project}`);
    const answers = await Promise.all([
      give(a, project, answerEvent(3, 0)),
      give(b, project, answerEvent(3, 1)),
      give(a, project, answerEvent(3, 2)),
    ]);
    const codes = answers.map(({ results }) => results[0].rejection?.code ?? null);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === "stale")).toHaveLength(2);
  });

  test("never ask two windows the same, and lose or double no answer until all is labelled", {
    timeout: 240_000,
  }, async () => {
    const project = await few(ITEMS);
    const holders = new Map<number, string>();
    const answered: number[] = [];
    const label = async (client: Client, window: string) => {
      for (;;) {
        const next = await client.get<Next>(`/api/projects/${project}/next?count=2&window=${window}`);
        for (const item of next.held) {
          expect([window, undefined]).toContain(holders.get(item));
          holders.set(item, window);
        }
        if (next.open === 0) return;
        const item = next.suggestions[0]?.item;
        if (item === undefined) continue; // the others have the rest in hand
        const { results } = await give(client, project, answerEvent(item, item % 2));
        expect(results[0].rejection).toBeNull();
        answered.push(item);
        for (const one of next.held) if (one !== item) holders.delete(one);
        await client.raw(`/api/projects/${project}/windows/${window}`, { method: "DELETE" });
      }
    };
    const windows = ["window-a", "window-b", "window-c", "window-d"];
    await Promise.all(windows.map((window, at) => label(at % 2 ? a : b, window)));
    expect([...answered].sort((x, y) => x - y)).toEqual(Array.from({ length: ITEMS }, (_, item) => item));
    const opened = await openStore(store);
    const log = await opened.events.read(project);
    await opened.close();
    expect(log.map(({ body }) => (body as { item: number }).item).sort((x, y) => x - y)).toEqual(
      Array.from({ length: ITEMS }, (_, item) => item),
    );
    for (const { body } of log) expect((body as { to: number }).to).toBe((body as { item: number }).item % 2);
  });

  test("know of rows that were added at the other", async () => {
    const project = await few(8);
    expect(await b.get(`/api/projects/${project}`)).toMatchObject({ project: { itemCount: 8 } });
    const more = (await (await a.upload("more.csv", rows(8, 12))).json()) as { import: string };
    await a.post(`/api/imports/${more.import}/rows`, { project });
    await expect.poll(async () => (await b.raw(`/api/projects/${project}/items?ids=11`)).status).toBe(200);
    expect((await give(b, project, answerEvent(11, 1))).results[0].rejection).toBeNull();
  });

  test("say of a file that was sent to the other what to do, and the other goes on with it", async () => {
    const brought = (await (await a.upload("few.csv", rows(0, 8))).json()) as { import: string };
    const asked = await b.raw(`/api/imports/${brought.import}`);
    expect(asked.status).toBe(404);
    expect(await asked.json()).toEqual({
      code: "not-found",
      message:
        "this import no longer exists on this server, or was sent to another one on the same database; upload the file again",
    });
    expect((await b.raw(`/api/imports/${brought.import}`, { method: "DELETE" })).status).toBeLessThan(500);
    const choice = { title: "few", label: "label", classes: ["a", "b"], roles: {}, pixels: null, keepLabels: false };
    const made = a.post<{ project: string }>(`/api/imports/${brought.import}/project`, {
      ...choice,
      dropDuplicates: false,
    });
    expect(await b.get(`/api/projects/${(await made).project}`)).toMatchObject({ project: { itemCount: 8 } });
  });

  test("let in at one of them whoever has logged in at the other", async () => {
    expect((await clientFor(b.base, a.cookie).raw("/api/projects")).status).toBe(200);
  });

  test("without a common secret said nothing of it: the second is told at the start", async () => {
    const notices: string[] = [];
    const c = await testStudio({ store, onNotice: (sentence) => notices.push(sentence) });
    await c.stop();
    expect(notices).toEqual([expect.stringMatching(/another secret.*: set XPAL_SECRET to .* the same on all servers/)]);
  });

  if (name === "SQLite") return; // whose store has a folder

  test("take folders of their own when none is named", async () => {
    const [home, before] = [mkdtempSync(join(tmpdir(), "xpal-home-")), process.env.HOME];
    process.env.HOME = home;
    try {
      const { startStudio } = await import("@xpal/studio");
      const studios = [await startStudio({ port: 0, store }), await startStudio({ port: 0, store })];
      expect(readdirSync(join(home, ".xpal")).sort()).toEqual(["server", "server-2"]);
      for (const studio of studios) await studio.close();
    } finally {
      process.env.HOME = before;
      rmSync(home, { recursive: true, force: true });
    }
  });
});
