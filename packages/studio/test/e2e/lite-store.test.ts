// The store of the page without a server, in a real browser: the rules that the other stores keep.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectStore } from "../../src/server/projects/project-store.ts";
import { chromiumPath, startBrowser } from "./browser.ts";

type Opener = (factory: IDBFactory, name: string) => Promise<ProjectStore>;
interface Tools {
  readonly lite: { readonly openPageStore: Opener };
  store: ProjectStore;
}

const AT = "2026-01-31T12:00:00.000Z";
const draft = (id: string) => ({ id, title: `Project ${id}`, at: AT, about: { version: 1 } });
const event = (id: string, body: unknown = {}) => ({ id, kind: "answer", at: AT, body });

describe.skipIf(chromiumPath === undefined)("a store in the browser", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const entry = fileURLToPath(new URL("../../src/lite/page-store.ts", import.meta.url));
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "lite",
      conditions: ["browser"],
    });
    browser = await startBrowser();
    page = await browser.newPage();
    await page.route("http://store.test/", (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>store</p>" }),
    );
    await page.goto("http://store.test/");
    await page.addScriptTag({ content: outputFiles[0].text });
    await page.evaluate(async () => {
      const tools = globalThis as unknown as Tools;
      tools.store = await tools.lite.openPageStore(indexedDB, "test");
    });
  });
  afterAll(() => browser?.close());

  /** Calls the store; a rejection comes back as its code. */
  function call(part: "projects" | "events" | "files", name: string, ...given: unknown[]): Promise<unknown> {
    return page.evaluate(
      async ({ part, name, given }) => {
        const { store } = globalThis as unknown as Tools;
        const parts = store[part] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
        try {
          return await parts[name](...given);
        } catch (error) {
          return { rejected: (error as { code: string }).code };
        }
      },
      { part, name, given },
    );
  }

  test("keeps projects, the newest first, and forgets what is removed with its log and files", async () => {
    await call("projects", "create", draft("a"));
    await call("projects", "create", { ...draft("b"), at: "2026-02-01T12:00:00.000Z" });
    expect(((await call("projects", "list")) as { id: string }[]).map(({ id }) => id)).toEqual(["b", "a"]);
    expect(await call("projects", "create", draft("a"))).toMatchObject({ id: "a", last: 0 }); // again: harmless
    expect(await call("projects", "create", { ...draft("a"), title: "Other" })).toEqual({ rejected: "conflict" });
    await call("events", "append", "b", [event("1")]);
    await call("projects", "remove", "b");
    expect(await call("projects", "get", "b")).toBeUndefined();
    expect(await call("events", "read", "b")).toEqual([]);
  });

  test("numbers events without gaps, takes each id once, and rejects a writer who has not read the last one", async () => {
    await call("projects", "create", draft("log"));
    const stored = (await call("events", "append", "log", [event("1", { to: 1 }), event("2")])) as object[];
    expect(stored).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
    expect(await call("events", "append", "log", [event("1", { to: 1 })])).toMatchObject([{ sequence: 1 }]);
    expect(await call("events", "append", "log", [event("1", { to: 2 })])).toEqual({ rejected: "conflict" });
    expect(await call("events", "append", "log", [event("3")], { after: 1 })).toEqual({ rejected: "stale" });
    expect(await call("events", "append", "log", [event("3"), event("2", { to: 9 })])).toEqual({
      rejected: "conflict",
    });
    expect(await call("events", "append", "log", [event("3")], { after: 2 })).toMatchObject([{ sequence: 3 }]);
    expect(await call("events", "append", "none", [event("1")])).toEqual({ rejected: "not-found" });
    const read = (await call("events", "read", "log", { after: 1, limit: 1 })) as object[];
    expect(read).toEqual([{ ...event("2"), sequence: 2 }]);
    expect(await call("projects", "get", "log")).toMatchObject({ last: 3 });
  });

  test("lets one of many simultaneous writers have each number", async () => {
    await call("projects", "create", draft("race"));
    const numbers = await page.evaluate(async (at) => {
      const { store } = globalThis as unknown as Tools;
      const ids = Array.from({ length: 20 }, (_, i) => `id ${i}`);
      const all = await Promise.all(
        ids.map((id) => store.events.append("race", [{ id, kind: "answer", at, body: null }])),
      );
      return all.map(([{ sequence }]) => sequence);
    }, AT);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test("keeps files without the memory that they are a part of", async () => {
    const kept = await page.evaluate(async () => {
      const { store } = globalThis as unknown as Tools;
      const part = new Uint8Array(1000).fill(7).subarray(10, 13);
      await store.projects.create(
        { id: "files", title: "Files", at: "2026-01-31T12:00:00.000Z", about: null },
        new Map([["table", part]]),
      );
      await store.files.put("files", "images/a.png", part);
      const isNew = [];
      for (const name of ["table", "images/b.png"])
        isNew.push(await store.files.putNew("files", name, part.subarray(1)));
      const bytes = await store.files.get("files", "table");
      const memory = bytes?.buffer.byteLength;
      return { names: await store.files.names("files"), bytes: [...(bytes ?? [])], memory, isNew };
    });
    const names = ["images/a.png", "images/b.png", "table"];
    expect(kept).toEqual({ names, bytes: [7, 7, 7], memory: 3, isNew: [false, true] });
    expect(await call("files", "put", "none", "table", [])).toEqual({ rejected: "not-found" });
  });

  test("says that a later version wrote it, and what to do", async () => {
    const message = await page.evaluate(async () => {
      await new Promise((done) => {
        const request = indexedDB.open("later", 99);
        request.onsuccess = () => done(request.result.close());
      });
      const { lite } = globalThis as unknown as Tools;
      return lite.openPageStore(indexedDB, "later").then(String, (error: Error) => error.message);
    });
    expect(message).toBe(
      "openPageStore: the browser's storage was written by a later version of this page; open that version",
    );
  });
});
