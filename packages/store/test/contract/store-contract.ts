// The behaviour that every database must show. Each implementation calls this with a way to make an empty store.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventDraft, type OpenOptions, openStore, type Run, type Store, StoreError } from "../../src/index.ts";

/** Runs the suite; `urlOf` names an empty place for a store each time it is called. */
export function storeContract(name: string, urlOf: () => Promise<string>, options: OpenOptions = {}): void {
  describe(`a store in ${name}`, () => {
    let url: string;
    let store: Store;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "xpal-store-"));
      url = await urlOf();
      store = await openStore(url, options);
    });
    afterAll(async () => {
      await store?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    describe("keeps runs", () => {
      test("of JSON and of bytes, and gives them back as they were", async () => {
        await store.runs.put("a/json", { errors: [0.1, 1e-300, -0, 2 ** 53], text: "ü\u0000\ud800" }, { plan: "p" });
        await store.runs.put("a/bytes", new Uint8Array([0, 1, 255]), { plan: "p" });
        expect((await store.runs.get("a/json"))?.outcome).toEqual({
          errors: [0.1, 1e-300, 0, 2 ** 53],
          text: "ü\u0000\ud800",
        });
        expect(await store.runs.get("a/bytes")).toEqual({
          key: "a/bytes",
          plan: "p",
          outcome: new Uint8Array([0, 1, 255]),
        });
        expect(await store.runs.get("a/none")).toBeUndefined();
      });
      test("by the first write of a key only", async () => {
        expect(await store.runs.put("first", { from: 1 })).toBe(true);
        expect(await store.runs.put("first", { from: 1 })).toBe(false);
        expect(await store.runs.put("first", { from: 2 })).toBe(false);
        expect((await store.runs.get("first"))?.outcome).toEqual({ from: 1 });
        expect(await store.runs.has("first")).toBe(true);
        expect(await store.runs.has("second")).toBe(false);
      });
      test("of which of many simultaneous writers exactly one stores", async () => {
        const stored = await Promise.all(Array.from({ length: 8 }, (_, i) => store.runs.put("race", i)));
        expect(stored.filter(Boolean)).toHaveLength(1);
      });
      test("and lists them by plan and prefix in the order of bytes, beyond one page", async () => {
        const keys = Array.from({ length: 300 }, (_, i) => `many/${i % 2 ? "B" : "a"}_%/${String(i).padStart(3, "0")}`);
        for (const key of keys) await store.runs.put(key, 0, { plan: "many" });
        const ascending = [...keys].sort();
        expect(await store.runs.keys({ plan: "many" })).toEqual(ascending);
        expect(await store.runs.keys({ prefix: "many/B_%" })).toEqual(ascending.filter((key) => key.includes("B")));
        expect(await store.runs.keys({ prefix: "many/B%%" })).toEqual([]);
        const listed: Run[] = [];
        for await (const run of store.runs.list({ plan: "many" })) listed.push(run);
        expect(listed.map((run) => run.key)).toEqual(ascending);
        expect(await store.runs.count({ plan: "many" })).toBe(300);
        expect(await store.runs.count({ prefix: "many/B_%" })).toBe(150);
        const asked = Array.from({ length: 1200 }, (_, i) => `none/${i}`).concat(keys);
        expect(await store.runs.known(asked)).toEqual(new Set(keys));
        expect(await store.runs.known([])).toEqual(new Set());
      });
      test("with a claim that keeps others away until it lapses, is given back, or the run is finished", async () => {
        const claim = (owner: string, now: number) => store.runs.claim("claimed", { owner, now, until: now + 10 });
        expect(await claim("one", 0)).toBe(true);
        expect(await claim("two", 5)).toBe(false);
        expect(await claim("one", 5)).toBe(true);
        expect(await claim("two", 14)).toBe(false);
        expect(await claim("two", 15)).toBe(true);
        await store.runs.release("claimed", "one");
        expect(await claim("one", 16)).toBe(false);
        await store.runs.release("claimed", "two");
        expect(await claim("one", 16)).toBe(true);
        await store.runs.put("claimed", 1);
        expect(await claim("two", 1000)).toBe(false);
      });
    });

    describe("keeps blobs", () => {
      test("of JSON and of bytes, the last write of a key", async () => {
        expect([await store.blobs.get("plan/a"), await store.blobs.has("plan/a")]).toEqual([undefined, false]);
        await store.blobs.put("plan/a", { seed: 1 });
        await store.blobs.put("plan/a", { seed: 2, text: "ü\u0000\ud800" });
        await store.blobs.put("dataset/a", { rows: 1 });
        await store.blobs.put("dataset/a", new Uint8Array([0, 1, 255]));
        expect(await store.blobs.get("plan/a")).toEqual({ seed: 2, text: "ü\u0000\ud800" });
        expect(await store.blobs.get("dataset/a")).toEqual(new Uint8Array([0, 1, 255]));
        expect(await store.blobs.has("plan/a")).toBe(true);
      });
      test("apart from runs", async () => {
        await store.blobs.put("run/apart", 1);
        expect(await store.runs.has("run/apart")).toBe(false);
        await store.runs.put("run/other", 2);
        expect(await store.blobs.get("run/other")).toBeUndefined();
      });
      test("and lists them by prefix in the order of bytes, beyond one page", async () => {
        const keys = Array.from({ length: 40 }, (_, i) => `many/${i % 2 ? "B" : "a"}_%/${String(i).padStart(2, "0")}`);
        for (const [i, key] of keys.entries()) await store.blobs.put(key, i);
        const listed = async (prefix?: string) => {
          const found: string[] = [];
          for await (const { key, value } of store.blobs.list(prefix)) {
            if (key.startsWith("many/")) expect(keys[value as number]).toBe(key);
            found.push(key);
          }
          return found;
        };
        expect(await listed("many/")).toEqual([...keys].sort());
        expect(await listed("many/B_%")).toEqual(keys.filter((key) => key.includes("B")).sort());
        expect(await listed("many/B%%")).toEqual([]);
        expect((await listed()).length).toBeGreaterThanOrEqual(40);
      });
      test("and rejects keys and values that neither database keeps as they are", async () => {
        await expect(store.blobs.put("", 1)).rejects.toMatchObject({ code: "bad-argument" });
        await expect(store.blobs.put("nan", Number.NaN)).rejects.toMatchObject({ code: "bad-argument" });
        expect(await store.blobs.has("nan")).toBe(false);
      });
    });

    describe("keeps projects", () => {
      test("with a file that is too large for one piece", async () => {
        const large = new Uint8Array(17 * 1024 * 1024).map((_, i) => (i % 251) ^ (i >> 16));
        await store.projects.create(draft("large"), new Map([["items", large]]));
        const read = (await store.files.get("large", "items")) as Uint8Array;
        expect([read.byteLength, Buffer.compare(read, large)]).toEqual([large.byteLength, 0]);
        await store.projects.remove("large");
      });

      test("with their files, all or nothing", async () => {
        const bytes = new Uint8Array([1, 0, 2]);
        const made = await store.projects.create(draft("files"), new Map([["items", bytes]]));
        expect(made).toEqual({ ...draft("files"), last: 0 });
        expect(await store.files.get("files", "items")).toEqual(bytes);
        await store.files.put("files", "items", new Uint8Array([7]));
        await store.files.put("files", "more", new Uint8Array());
        expect(await store.files.get("files", "items")).toEqual(new Uint8Array([7]));
        expect(await store.files.get("files", "more")).toEqual(new Uint8Array());
        expect(await store.files.putNew("files", "more", bytes)).toBe(false);
        expect(await store.files.get("files", "more")).toEqual(new Uint8Array());
        expect(await store.files.putNew("files", "new", bytes)).toBe(true);
        expect(await store.files.get("files", "new")).toEqual(bytes);
        expect(await store.files.names("files")).toEqual(["items", "more", "new"]);
        await expect(store.files.putNew("nowhere", "items", bytes)).rejects.toThrow("files.putNew: project must exist");
        await expect(store.files.put("nowhere", "items", bytes)).rejects.toThrow(
          'files.put: project must exist, got "nowhere"',
        );
        const bad = new Map([["items", "text" as unknown as Uint8Array]]);
        await expect(store.projects.create(draft("half"), bad)).rejects.toThrow(StoreError);
        expect(await store.projects.get("half")).toBeUndefined();
      });
      test("with their first events, all or nothing", async () => {
        const made = await store.projects.create(draft("begun"), new Map(), [event("a"), event("b")]);
        expect(made.last).toBe(2);
        expect((await store.events.append("begun", [event("c")], { after: 2 }))[0].sequence).toBe(3);
        const bad = [event("a"), { ...event("a"), body: "another" }];
        await expect(store.projects.create(draft("never"), new Map(), bad)).rejects.toMatchObject({ code: "conflict" });
        expect(await store.projects.get("never")).toBeUndefined();
        expect(await store.events.read("never")).toEqual([]);
      });
      test("that can be created twice but not redefined", async () => {
        await store.projects.create(draft("twice"));
        expect((await store.projects.create(draft("twice"))).id).toBe("twice");
        await expect(store.projects.create({ ...draft("twice"), title: "other" })).rejects.toMatchObject({
          code: "conflict",
        });
      });
      test("newest first, until they are removed with all they had", async () => {
        await store.projects.create({ ...draft("old"), at: "2020-01-01T00:00:00.000Z" });
        await store.projects.create({ ...draft("new"), at: "2031-01-01T00:00:00.000Z" });
        await store.events.append("new", [event("gone")]);
        const ids = (await store.projects.list()).map((project) => project.id);
        expect(ids[0]).toBe("new");
        expect(ids.at(-1)).toBe("old");
        await store.projects.remove("new");
        expect(await store.projects.get("new")).toBeUndefined();
        expect(await store.events.read("new")).toEqual([]);
      });
      test("in the bin with all they have, until they are restored", async () => {
        await store.projects.create(draft("thrown"), new Map([["items", new Uint8Array([1])]]), [event("kept")]);
        const [binned, later] = ["2031-01-02T00:00:00.000Z", "2031-01-03T00:00:00.000Z"];
        expect(await store.projects.bin("thrown", binned)).toBe(true);
        expect(await store.projects.bin("thrown", later)).toBe(false);
        expect(await store.projects.get("thrown")).toBeUndefined();
        expect((await store.projects.list()).map(({ id }) => id)).not.toContain("thrown");
        expect(await store.projects.binned()).toMatchObject([{ id: "thrown", last: 1, binned }]);
        await expect(store.events.append("thrown", [event("late")])).rejects.toMatchObject({ code: "not-found" });
        await expect(store.projects.create({ ...draft("thrown"), title: "other" })).rejects.toMatchObject({
          code: "conflict",
        });
        expect(await store.projects.restore("thrown")).toBe(true);
        expect(await store.projects.restore("thrown")).toBe(false);
        expect((await store.projects.get("thrown"))?.last).toBe(1);
        expect(await store.files.get("thrown", "items")).toEqual(new Uint8Array([1]));
        expect((await store.events.append("thrown", [event("next")]))[0].sequence).toBe(2);
        await store.projects.bin("thrown", later);
        await store.projects.remove("thrown");
        expect(await store.projects.binned()).toEqual([]);
      });
    });

    describe("keeps a log of events", () => {
      test("numbered from 1 without gaps, read from any place", async () => {
        await store.projects.create(draft("log"));
        const appended = await store.events.append("log", [event("a"), event("b")]);
        expect(appended.map((e) => e.sequence)).toEqual([1, 2]);
        await store.events.append("log", [event("c")]);
        expect(await store.events.read("log")).toEqual([
          { ...event("a"), sequence: 1 },
          { ...event("b"), sequence: 2 },
          { ...event("c"), sequence: 3 },
        ]);
        expect((await store.events.read("log", { after: 1, limit: 1 })).map((e) => e.id)).toEqual(["b"]);
        expect((await store.projects.get("log"))?.last).toBe(3);
      });
      test("that takes an event once, however often it is sent", async () => {
        await store.projects.create(draft("once"));
        const ids = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(ids, async (sent) => {
            const appended = await store.events.append("once", sent.map(event));
            expect(appended.map((e) => e.id)).toEqual(sent);
          }),
          { numRuns: 20 },
        );
        const log = await store.events.read("once");
        expect(log.map((e) => e.sequence)).toEqual(log.map((_, i) => i + 1));
        expect(new Set(log.map((e) => e.id)).size).toBe(log.length);
      });
      test("that rejects an id with other content, and then appends nothing of the batch", async () => {
        await store.projects.create(draft("clash"));
        await store.events.append("clash", [event("a")]);
        const other = { ...event("a"), body: { answer: "other" } };
        await expect(store.events.append("clash", [event("b"), other])).rejects.toMatchObject({ code: "conflict" });
        expect((await store.events.read("clash")).map((e) => e.id)).toEqual(["a"]);
      });
      test("to which many append at once, from two connections", async () => {
        await store.projects.create(draft("crowd"));
        const second = await openStore(url);
        try {
          const writers = Array.from({ length: 40 }, (_, i) =>
            (i % 2 ? store : second).events.append("crowd", [event(`e${i}`)]),
          );
          await Promise.all(writers);
        } finally {
          await second.close();
        }
        const log = await store.events.read("crowd");
        expect(log.map((e) => e.sequence)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
        expect(new Set(log.map((e) => e.id)).size).toBe(40);
      });
      test("that rejects a writer who has not read it to its end, and appends nothing of theirs", async () => {
        await store.projects.create(draft("stale"));
        await store.events.append("stale", [event("a"), event("b")], { after: 0 });
        const late = store.events.append("stale", [event("c")], { after: 1 });
        await expect(late).rejects.toMatchObject({ code: "stale" });
        await expect(late).rejects.toThrow(
          "events.append: after must be the last number of the log, 2, got 1; read the events after it and try again",
        );
        await expect(store.events.append("stale", [event("c")], { after: 3 })).rejects.toMatchObject({ code: "stale" });
        expect((await store.events.read("stale")).map((e) => e.id)).toEqual(["a", "b"]);
        expect(await store.events.append("stale", [event("c")], { after: 2 })).toEqual([
          { ...event("c"), sequence: 3 },
        ]);
      });
      test("that acknowledges an event again to whoever sent it, however late", async () => {
        await store.projects.create(draft("late"));
        const [first] = await store.events.append("late", [event("a")], { after: 0 });
        await store.events.append("late", [event("b")], { after: 1 });
        expect(await store.events.append("late", [event("a")], { after: 0 })).toEqual([first]);
      });
      test("of which exactly one of many writers with the same knowledge goes on", async () => {
        await store.projects.create(draft("same"));
        const second = await openStore(url);
        try {
          const writers = Array.from({ length: 12 }, (_, i) =>
            (i % 2 ? store : second).events.append("same", [event(`e${i}`)], { after: 0 }).then(
              () => "stored",
              (error: StoreError) => error.code,
            ),
          );
          const outcomes = await Promise.all(writers);
          expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
          expect(outcomes.filter((outcome) => outcome === "stale")).toHaveLength(11);
        } finally {
          await second.close();
        }
        expect(await store.events.read("same")).toHaveLength(1);
      });
      test("of a project that exists", async () => {
        await expect(store.events.append("nowhere", [event("a")])).rejects.toThrow(
          'events.append: project must exist, got "nowhere"',
        );
      });
      test("in batches larger than one statement", async () => {
        await store.projects.create(draft("large"));
        const drafts = Array.from({ length: 1203 }, (_, i) => event(`e${i}`));
        await store.events.append("large", drafts);
        await store.events.append("large", drafts);
        expect((await store.events.read("large")).map((e) => e.id)).toEqual(drafts.map((e) => e.id));
      });
      test("whose text is text, whatever it says", async () => {
        const text = `'; drop table event; -- "\\ \u0000 \ud83d\ude00`;
        await store.projects.create({ ...draft("sql'; --"), title: "'); drop table project; --" });
        await store.events.append("sql'; --", [{ ...event("'; --"), body: { [text]: text } }]);
        expect((await store.events.read("sql'; --"))[0].body).toEqual({ [text]: text });
      });
    });

    describe("tells those who watch", () => {
      test("of a log that another connection appends to, until they stop", async () => {
        await store.projects.create(draft("watched"));
        const told: unknown[] = [];
        const stop = await store.events.watch((grown) => told.push(grown));
        const second = await openStore(url);
        try {
          await second.events.append("watched", [event("a")]);
          await expect.poll(() => told).toEqual([store.kind === "sqlite" ? null : { project: "watched", last: 1 }]);
          await second.projects.remove("watched");
          await expect.poll(() => told.length).toBe(2);
          expect(told[1]).toEqual(store.kind === "sqlite" ? null : { project: "watched", last: 0 });
          await stop();
        } finally {
          await second.close();
        }
      });
    });

    describe("keeps leases", () => {
      test("one for each holder, put, replaced and ended", async () => {
        await store.projects.create(draft("leases"));
        const read = () => store.leases.change("leases", 0, ({ leases }) => ({ result: leases }));
        const put = [
          { holder: "a", held: [1, 2] },
          { holder: "b", held: [3] },
        ];
        await store.leases.change("leases", 0, () => ({ put, result: null }));
        await store.leases.change("leases", 0, () => ({ put: [{ holder: "a", held: [2] }], result: null }));
        expect([...(await read())].sort((x, y) => (x.holder < y.holder ? -1 : 1))).toEqual([
          { holder: "a", held: [2] },
          { holder: "b", held: [3] },
        ]);
        await store.leases.change("leases", 0, () => ({ remove: ["a"], result: null }));
        expect(await read()).toEqual([{ holder: "b", held: [3] }]);
        await store.projects.remove("leases");
        await expect(read()).rejects.toThrow('leases.change: project must exist, got "leases"');
      });
      test("that are changed by one writer at a time, from two connections", async () => {
        await store.projects.create(draft("counted"));
        const second = await openStore(url);
        try {
          const count = (one: typeof store) =>
            one.leases.change("counted", 0, ({ leases }) => {
              const held = ((leases[0]?.held ?? 0) as number) + 1;
              return { put: [{ holder: "count", held }], result: held };
            });
          const seen = await Promise.all(Array.from({ length: 30 }, (_, i) => count(i % 2 ? store : second)));
          expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
        } finally {
          await second.close();
        }
      });
      test("together with what was appended since, and nothing of a change that fails", async () => {
        await store.projects.create(draft("behind"));
        await store.events.append("behind", [event("a"), event("b")]);
        const ids = await store.leases.change("behind", 1, ({ events }) => ({ result: events.map(({ id }) => id) }));
        expect(ids).toEqual(["b"]);
        const failing = store.leases.change("behind", 2, () => {
          throw new StoreError("failed", { who: "work", argument: "it", rule: "does not work" });
        });
        await expect(failing).rejects.toThrow("work: it does not work");
        const bad = store.leases.change("behind", 2, () => ({
          put: [{ holder: "a", held: Number.NaN }],
          result: null,
        }));
        await expect(bad).rejects.toMatchObject({ code: "bad-argument" });
        expect(await store.leases.change("behind", 2, ({ leases }) => ({ result: leases }))).toEqual([]);
      });
    });

    describe("keeps records", () => {
      test("by kind and key, the last write counting", async () => {
        expect(await store.records.put("a", "k", { one: 1 })).toBe(1);
        expect(await store.records.put("b", "k", "another kind")).toBe(1);
        expect(await store.records.put("a", "k", { two: 2 })).toBe(2);
        expect(await store.records.get("a", "k")).toEqual({ key: "k", revision: 2, value: { two: 2 } });
        expect(await store.records.get("a", "none")).toBeUndefined();
        expect(await store.records.remove("a", "k")).toBe(true);
        expect(await store.records.remove("a", "k")).toBe(false);
        expect(await store.records.get("b", "k")).toMatchObject({ value: "another kind" });
      });
      test("of which one of many writers who know the same revision succeeds", async () => {
        for (const revision of [0, 1]) {
          const writers = Array.from({ length: 8 }, (_, i) => store.records.put("race", "k", i, { revision }));
          const done = await Promise.allSettled(writers);
          expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
          const rejected = done.filter((one) => one.status === "rejected");
          expect(rejected.map(({ reason }) => (reason as StoreError).code)).toEqual(new Array(7).fill("stale"));
        }
        const gone = await Promise.all(Array.from({ length: 8 }, () => store.records.remove("race", "k")));
        expect(gone.filter(Boolean)).toHaveLength(1);
        await expect(store.records.put("race", "k", 0, { revision: 3 })).rejects.toMatchObject({ code: "stale" });
      });
      test("and lists them in the order of bytes, from either end", async () => {
        for (const key of ["b", "B", "a", "ü"]) await store.records.put("listed", key, key);
        const keys = async (range = {}) => (await store.records.list("listed", range)).map(({ key }) => key);
        expect(await keys()).toEqual(["B", "a", "b", "ü"]);
        expect(await keys({ newest: true, limit: 2 })).toEqual(["ü", "b"]);
        expect(await keys({ newest: true, before: "b" })).toEqual(["a", "B"]);
        await expect((async () => keys({ limit: 0 }))()).rejects.toMatchObject({ code: "bad-argument" });
      });
    });

    describe("rejects", () => {
      test.each<[string, () => Promise<unknown> | undefined, string]>([
        [
          "an empty key",
          () => store.runs.put("", 1),
          'runs.put: key must be text of 1 to 512 characters without NUL, got ""',
        ],
        [
          "NaN in an outcome",
          () => store.runs.put("k", { e: [1, Number.NaN] }),
          "runs.put: outcome.e[1] must be finite to be written as JSON, got NaN",
        ],
        [
          "a date in a body",
          () => store.events.append("log", [{ ...event("x"), body: { d: new Date(0) as never } }]),
          "events.append: events[0].body.d must be JSON",
        ],
        [
          "a time of another form",
          () => store.events.append("log", [{ ...event("x"), at: "today" }]),
          'events.append: at must be a time such as "2026-01-31T12:00:00.000Z", got "today"',
        ],
        [
          "half a character in an id",
          () => store.projects.create({ ...draft("x"), id: "\ud800" }),
          "projects.create: id must be text",
        ],
        [
          "a place before the log",
          () => store.events.read("log", { after: -1 }),
          "events.read: after must be an integer of at least 0, got -1",
        ],
        [
          "a writer's knowledge that is no number",
          () => store.events.append("log", [event("x")], { after: 1.5 }),
          "events.append: after must be an integer of at least 0, got 1.5",
        ],
        [
          "a claim that has lapsed",
          () => store.runs.claim("k", { owner: "o", now: 2, until: 2 }),
          "runs.claim: until must be later than now, got 2",
        ],
      ])("%s", async (_, call, message) => {
        await expect((async () => call())()).rejects.toThrow(message);
        await expect((async () => call())()).rejects.toBeInstanceOf(StoreError);
      });
    });

    test("finds nothing under a name that it cannot hold; PostgreSQL rejected the question", async () => {
      const name = "a\0b";
      const found = [
        await store.projects.get(name),
        await store.files.get(name, name),
        await store.records.get(name, name),
        await store.runs.get(name),
        await store.blobs.get(name),
      ];
      expect(found).toEqual(found.map(() => undefined));
      expect(await store.events.read(name)).toEqual([]);
      expect(await store.files.names(name)).toEqual([]);
      expect(await store.records.list(name, { before: name })).toEqual([]);
      expect(await store.records.remove(name, name)).toBe(false);
      expect(await store.runs.keys({ prefix: name })).toEqual([]);
      expect([...(await store.runs.known([name]))]).toEqual([]);
      await store.projects.remove(name);
      const holds = store.leases.change(name, 0, () => ({ result: null }));
      await expect(holds).rejects.toMatchObject({ code: "not-found" });
    });

    test("can be backed up while it is written to, and the copy is a sound store", async () => {
      await store.projects.create(draft("backed"), new Map([["items", new Uint8Array([4])]]));
      await store.events.append("backed", [event("before")]);
      const file = join(folder, "copy.sqlite");
      const writing = Promise.all(
        Array.from({ length: 20 }, (_, i) => store.events.append("backed", [event(`w${i}`)])),
      );
      await store.backup(file);
      await writing;
      const copy = await openStore(`sqlite:${file}`);
      try {
        await copy.check();
        const log = await copy.events.read("backed");
        expect(log[0]).toEqual({ ...event("before"), sequence: 1 });
        expect(log.map((e) => e.sequence)).toEqual(log.map((_, i) => i + 1));
        expect(await copy.files.get("backed", "items")).toEqual(new Uint8Array([4]));
        expect(await copy.runs.keys()).toEqual(await store.runs.keys());
        expect(await copy.records.list("listed")).toEqual(await store.records.list("listed"));
      } finally {
        await copy.close();
      }
      await expect(store.backup(file)).rejects.toMatchObject({ code: "conflict" });
    });

    test("is backed up without the kinds of records that are left out, none of whose text is in the file", async () => {
      await store.records.put("left out", "a", "text that is left out");
      await store.records.put("kept", "a", "text that is kept");
      const file = join(folder, "without.sqlite");
      await store.backup(file, { without: ["left out", "unknown"] });
      const copy = await openStore(`sqlite:${file}`);
      await copy.check();
      expect([await copy.records.list("left out"), (await copy.records.list("kept")).length]).toEqual([[], 1]);
      await copy.close();
      const bytes = readFileSync(file, "latin1");
      expect([bytes.includes("text that is left out"), bytes.includes("text that is kept")]).toEqual([false, true]);
      expect(readdirSync(folder).filter((name) => name.startsWith("without"))).toEqual(["without.sqlite"]);
    });

    test("was never backed up whole while another process wrote to it", async () => {
      const bytes = new Uint8Array(8 * 2 ** 20);
      await store.projects.create(draft("written to"), new Map([["items", bytes]]));
      const file = join(folder, "large.sqlite");
      const other = await openStore(url);
      let isWritten = false;
      let written = 0;
      const copying = store.backup(file).finally(() => {
        isWritten = true;
      });
      for (; !isWritten && written < 500; written++) {
        await other.events.append("written to", [event(`large ${written}`)]);
        await new Promise(setImmediate); // the copy goes on between two writes
      }
      expect(isWritten).toBe(true);
      await copying;
      await other.close();
      const copy = await openStore(`sqlite:${file}`);
      await copy.check();
      expect((await copy.files.get("written to", "items"))?.length).toBe(bytes.length);
      await copy.close();
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });

    test("was called damaged while another connection wrote to it", async () => {
      await store.projects.create(draft("busy"), new Map());
      const drafts = Array.from({ length: 500 }, (_, i) => event(`busy ${i}`));
      await store.events.append("busy", drafts);
      const other = await openStore(url, options); // without a thread it would leave this process no time
      let isDone = false;
      const writing = (async () => {
        for (let i = 0; !isDone; i++) await other.events.append("busy", [event(`busier ${i}`)]);
      })();
      const faults: unknown[] = [];
      for (let times = 0; times < 30; times++) {
        faults.push(
          ...(await store.events.examine("busy")).faults,
          ...(await store.events.examine("busy", 400)).faults,
        );
        if (times % 10 === 0) faults.push(...(await store.faults()));
      }
      isDone = true;
      await writing;
      await other.close();
      expect(faults).toEqual([]);
    });

    test("is found sound by its check, and has nothing to repair", async () => {
      await expect(store.check()).resolves.toBeUndefined();
      expect(await store.faults()).toEqual([]);
      expect(await store.repair()).toEqual([]);
    });

    test("opens again with what it had", async () => {
      const again = await openStore(url);
      expect((await again.runs.get("first"))?.outcome).toEqual({ from: 1 });
      await again.close();
      await expect(again.runs.get("first")).rejects.toMatchObject({ code: "closed" });
    });
  });
}

function draft(id: string) {
  return { id, title: `project ${id}`, at: "2026-01-31T12:00:00.000Z", about: { classes: ["no", "yes"] } };
}

function event(id: string): EventDraft {
  return { id, kind: "answer", at: "2026-01-31T12:00:01.000Z", body: { item: id, answer: "yes" } };
}
