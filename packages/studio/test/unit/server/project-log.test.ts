import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fitRecipe, readCsv } from "@xpal/data";
import { openStore, type Store, StoreError } from "@xpal/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StudioEvent } from "../../../src/protocol/events.ts";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";
import { ProjectLog } from "../../../src/server/projects/project-log.ts";

/** The store's own driver, to do what no studio does. */
const Sqlite = createRequire(import.meta.url)("better-sqlite3") as new (
  file: string,
) => { prepare(text: string): { run(...values: string[]): void }; close(): void };

const at = "2026-01-31T12:00:00.000Z";
const about = { itemCount: 40, classes: ["no", "yes"] } as unknown as ProjectAbout;
const answer = (id: string, item: number, to: number | null = 1, was: string | null = null): StudioEvent => ({
  id: `event-${id}`,
  kind: "answer",
  at,
  body: { item, to, was },
});

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-log-"));
  store = await openStore(`sqlite:${join(folder, "store.sqlite")}`);
});
afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
async function newProject(): Promise<string> {
  const id = `p${made++}`;
  await store.projects.create({ id, title: id, at, about: null });
  return id;
}
const tos = (log: ProjectLog) => Object.fromEntries([...log.state.facts].map(([item, { to }]) => [item, to]));

describe("the log of a project", () => {
  test("diverged where two studios wrote to one store; now both come to the same end", async () => {
    const id = await newProject();
    const second = await openStore(`sqlite:${join(folder, "store.sqlite")}`);
    const logs = [await ProjectLog.open(store, id, about), await ProjectLog.open(second, id, about)];
    const lanes = logs.map(async (log, lane) => {
      for (let i = 0; i < 20; i++) {
        const [{ sequence }] = await log.append([answer(`${lane}-${i}`, 2 * i + lane, lane)]);
        expect(sequence).toBeGreaterThan(0);
      }
    });
    await Promise.all(lanes);
    for (const log of logs) await log.catchUp();
    await second.close();
    expect(tos(logs[0])).toEqual(tos(logs[1]));
    expect(tos(logs[0])).toEqual(Object.fromEntries(Array.from({ length: 40 }, (_, item) => [item, item % 2])));
    expect((await store.events.read(id)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  test("rejects what another writer has made stale, and takes the rest of the batch", async () => {
    const id = await newProject();
    const late = await ProjectLog.open(store, id, about);
    await (await ProjectLog.open(store, id, about)).append([answer("first", 5, 0)]);
    const results = await late.append([answer("late", 5, 1), answer("other", 6, 1)]);
    expect(results).toEqual([
      { id: "event-late", sequence: null, rejection: { code: "stale", message: "item 5 was changed meanwhile" } },
      { id: "event-other", sequence: 2, rejection: null },
    ]);
    expect(tos(late)).toEqual({ 5: 0, 6: 1 });
  });

  test("brought a class back by undo that was one too many for costs", async () => {
    const id = await newProject();
    const classes = Array.from({ length: 257 }, (_, y) => `kind ${y}`);
    const log = await ProjectLog.open(store, id, { ...about, classes } as ProjectAbout);
    const event = (name: string, kind: string, body: object) =>
      ({ id: `event-${name}`, kind, at, body }) as StudioEvent;
    const undo = event("back", "undo", { of: "event-retire" });
    const results = await log.append([
      event("retire", "class", { do: "retire", class: 7 }),
      event("costs", "settings", { measure: "balanced" }),
      undo,
    ]);
    expect(results.map(({ rejection }) => rejection?.message ?? null)).toEqual([
      null,
      null,
      expect.stringContaining("for at most 256 classes, not for 257"),
    ]);
    const [plain] = await log.append([event("plain", "settings", { measure: "mean" })]);
    expect(plain.rejection).toBeNull();
    expect((await log.append([{ ...undo, id: "event-again" }]))[0].rejection).toBeNull();
  });

  test("folds nothing that the store did not take", async () => {
    const id = await newProject();
    let full = true;
    const failing: Store = {
      ...store,
      events: {
        ...store.events,
        append: (...given) => {
          if (!full) return store.events.append(...given);
          return Promise.reject(new StoreError("full", { who: "append", argument: "the disk", rule: "is full" }));
        },
      },
    };
    const log = await ProjectLog.open(failing, id, about);
    await expect(log.append([answer("a", 1), answer("b", 2)])).rejects.toMatchObject({ code: "full" });
    expect([tos(log), log.state.sequence, log.state.done]).toEqual([{}, 0, []]);
    full = false;
    expect((await log.append([answer("a", 1), answer("b", 2)])).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(tos(log)).toEqual({ 1: 1, 2: 1 });
  });

  test("folds an event that was stored although its writer was told otherwise", async () => {
    const id = await newProject();
    let lost = true;
    const losing: Store = {
      ...store,
      events: {
        ...store.events,
        append: async (...given) => {
          const stored = await store.events.append(...given);
          if (!lost) return stored;
          lost = false;
          throw new StoreError("unreachable", { who: "append", argument: "the server", rule: "could not be reached" });
        },
      },
    };
    const log = await ProjectLog.open(losing, id, about);
    await expect(log.append([answer("a", 1)])).rejects.toMatchObject({ code: "unreachable" });
    await (await ProjectLog.open(store, id, about)).append([answer("b", 2)]);
    expect((await log.append([answer("a", 1), answer("c", 3)])).map(({ sequence }) => sequence)).toEqual([1, 3]);
    expect(tos(log)).toEqual({ 1: 1, 2: 1, 3: 1 });
  });

  test("checks each event of a batch behind those before it", async () => {
    const log = await ProjectLog.open(store, await newProject(), about);
    const undo: StudioEvent = { id: "event-undo", kind: "undo", at, body: { of: "event-a" } };
    const results = await log.append([answer("a", 1), undo, answer("b", 1), answer("c", 1), answer("d", 99)]);
    expect(results.map(({ rejection }) => rejection?.code ?? null)).toEqual([null, null, null, "stale", "outside"]);
    expect(tos(log)).toEqual({ 1: 1 });
  });

  describe("took an undo of one person that with what another did since made no sense:", () => {
    const classes = { ...about, classes: ["cat", "dog", "cow"] } as ProjectAbout;
    let number = 0;
    const by = (who: string, kind: "class" | "undo", body: object) =>
      ({ id: `event-${++number}-by-${who}`, kind, at, body: { ...body, by: who } }) as StudioEvent;
    const change = (who: string, body: object) => by(who, "class", body);
    const undo = (who: string, { id }: StudioEvent) => by(who, "undo", { of: id });
    const [rename, retire, restore] = [
      change("ann", { do: "rename", class: 0, name: "wolf" }),
      change("ann", { do: "retire", class: 0 }),
      change("ann", { do: "restore", class: 0 }),
    ];
    test.each([
      [
        "two classes of one name",
        [rename, change("ben", { do: "rename", class: 1, name: "cat" })],
        undo("ann", rename),
        'there is a class "cat" already',
      ],
      [
        "a single class",
        [retire, restore, change("ben", { do: "retire", class: 1 })],
        undo("ann", restore),
        "a project needs at least two classes",
      ],
    ])("%s", async (_, events, back, message) => {
      const log = await ProjectLog.open(store, await newProject(), classes);
      expect((await log.append(events)).map(({ rejection }) => rejection)).toEqual(events.map(() => null));
      const [{ rejection }] = await log.append([back]);
      expect(rejection).toEqual({ code: "stale", message });
    });

    test("no column to compare items by", async () => {
      const { recipe } = fitRecipe(readCsv(new TextEncoder().encode("x,y\n1,2\n3,5\n")));
      const log = await ProjectLog.open(store, await newProject(), { ...classes, recipe });
      const use = (who: string, column: string, to: string) => by(who, "column" as never, { column, use: to });
      const again = use("ann", "x", "learned");
      const events = [use("ann", "x", "ignored"), again, use("ben", "y", "ignored")];
      expect((await log.append(events)).map(({ rejection }) => rejection)).toEqual([null, null, null]);
      const [{ rejection }] = await log.append([undo("ann", again)]);
      expect(rejection).toEqual({ code: "stale", message: "at least one column must be left to compare items by" });
    });
  });

  describe("redid a change of the classes of one admin over what another one did since:", () => {
    const classes = { ...about, classes: ["cat", "lynx", "dog", "owl"] } as ProjectAbout;
    let number = 0;
    const by = (who: string, kind: "class" | "undo" | "redo", body: object) =>
      ({ id: `event-${++number}-by-${who}`, kind, at, body: { ...body, by: who } }) as StudioEvent;
    const change = (who: string, body: object) => by(who, "class", body);
    const [merge, rename] = [
      change("ann", { do: "merge", class: 1, into: 0 }),
      change("ann", { do: "rename", class: 0, name: "tiger" }),
    ];
    const [merged, restored] = [
      change("ann", { do: "merge", class: 1, into: 0 }),
      change("ann", { do: "restore", class: 1 }),
    ];
    const back = (of: StudioEvent, kind: "undo" | "redo") => by("ann", kind, { of: of.id });
    const noTarget = "the class to merge into is no longer in use";
    const log = async (events: readonly StudioEvent[]) => {
      const log = await ProjectLog.open(store, await newProject(), classes);
      expect((await log.append([answer("lynx", 5, 1), ...events])).map(({ rejection }) => rejection)).toEqual(
        [null, ...events].map(() => null),
      );
      return log;
    };

    test.each<[string, StudioEvent[], StudioEvent]>([
      [
        "two classes were merged into each other, and counted no more",
        [merge, back(merge, "undo"), change("ben", { do: "merge", class: 0, into: 1 })],
        back(merge, "redo"),
      ],
      [
        "labels went into a class that was retired",
        [merge, back(merge, "undo"), change("ben", { do: "retire", class: 0 })],
        back(merge, "redo"),
      ],
      [
        "the same by undo of a restored class",
        [merged, restored, change("ben", { do: "merge", class: 0, into: 1 })],
        back(restored, "undo"),
      ],
    ])("%s", async (_, events, last) => {
      const open = await log(events);
      expect((await open.append([last]))[0].rejection).toEqual({ code: "stale", message: noTarget });
      expect(tos(open)).toEqual({ 5: 1 });
    });

    test("a renamed class was merged no more", async () => {
      const open = await log([rename, back(rename, "undo"), change("ben", { do: "merge", class: 0, into: 1 })]);
      await open.append([answer("cat", 6, 0), back(rename, "redo")]);
      expect(tos(open)).toEqual({ 5: 1, 6: 1 });
      expect(open.state.classes.get(0)).toEqual({ name: "cat", into: 1 });
    });
  });

  test("acknowledges an event again, but not another one under its id", async () => {
    const log = await ProjectLog.open(store, await newProject(), about);
    await log.append([answer("a", 1)]);
    const results = await log.append([answer("a", 1), answer("a", 2), answer("b", 3), answer("b", 3), answer("b", 4)]);
    expect(results.map(({ sequence }) => sequence)).toEqual([1, null, 2, 2, null]);
    expect(results.map(({ rejection }) => rejection?.code ?? null)).toEqual([null, "conflict", null, null, "conflict"]);
    expect(tos(log)).toEqual({ 1: 1, 3: 1 });
  });

  test("stores what several have sent together, and what one of them sent does not harm the others", async () => {
    const log = await ProjectLog.open(store, await newProject(), about);
    const numbers = async (...batch: StudioEvent[][]) =>
      (await log.appendAll(batch)).map((outcome) =>
        "error" in outcome ? (outcome.error as StoreError).code : outcome.value.map(({ sequence }) => sequence),
      );
    expect(await numbers([answer("a", 1), answer("b", 2)], [answer("c", 1)], [answer("d", 3)])).toEqual([
      [1, 2],
      [null],
      [3],
    ]);
    const bad = { ...answer("e", 4), id: "half a character \ud800" };
    expect(await numbers([answer("f", 5)], [bad], [answer("g", 6)])).toEqual([[4], "bad-argument", [5]]);
    expect(tos(log)).toEqual({ 1: 1, 2: 1, 3: 1, 5: 1, 6: 1 });
  });

  test("takes nothing where an event cannot be folded, and says which", async () => {
    const id = await newProject();
    await store.events.append(id, [
      { id: "event-a", kind: "answer", at, body: { item: 1, to: 1, was: null } },
      { id: "event-b", kind: "answer", at, body: { item: 1, to: 7, was: "event-a" } },
      { id: "event-c", kind: "answer", at, body: { item: 2, to: 0, was: null } },
    ]);
    const log = await ProjectLog.open(store, id, about);
    expect(tos(log)).toEqual({ 1: 1, 2: 0 });
    const fault = 'event 2 ("answer") of the log cannot be read: its class was not added';
    expect(log.damage).toBe(fault);
    await expect(log.append([answer("d", 3)])).rejects.toThrow(fault);
    await expect(log.appendOwn(() => [])).rejects.toThrow(fault);
    expect((await log.read(0)).map(({ sequence }) => sequence)).toEqual([1, 3]);
  });

  test("that lost its end while it was open takes nothing more", async () => {
    const id = await newProject();
    const log = await ProjectLog.open(store, id, about);
    await log.append([answer("a", 1), answer("b", 2)]);
    const raw = new Sqlite(join(folder, "store.sqlite"));
    raw.prepare("delete from event where project = ? and sequence = 2").run(id);
    raw.close();
    await expect(log.append([answer("c", 3)])).rejects.toMatchObject({ code: "incomplete" });
    expect(log.damage).toBe("event 2 of the log is missing");
  });

  test("does not number rows that were added behind a gap, but those before it", async () => {
    const id = await newProject();
    const rows = (name: string, count: number) => ({ id: name, kind: "rows", at, body: { file: name, count } });
    const given = (name: string, item: number) => ({ id: name, kind: "answer", at, body: { item, to: 1, was: null } });
    const events = [
      rows("rows-a", 2),
      given("event-a", 41),
      rows("rows-b", 3),
      rows("rows-c", 2),
      given("event-b", 45),
    ];
    await store.events.append(id, events);
    const raw = new Sqlite(join(folder, "store.sqlite"));
    raw.prepare("delete from event where project = ? and sequence = 3").run(id);
    raw.close();
    const log = await ProjectLog.open(store, id, about);
    expect([log.rowFiles, tos(log)]).toEqual([["rows-a"], { 41: 1 }]);
  });
});
