import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store, StoreError } from "../../src/index.ts";
import { runsOf } from "../../src/runs.ts";
import { setUp } from "../../src/set-up.ts";
import { connectSqlite } from "../../src/sqlite.ts";
import { setStoreVersion } from "../store-version.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-open-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("openStore", () => {
  test.each([
    ["mysql://user:secret@host/db", 'got "mysql://user:***@host/db"'],
    ["postgres://user:secret@host:99999/db", 'got "postgres://user:***@host:99999/db"'],
    ["postgres://host/db?user=a&password=secret&x=1 2:3", "***"],
    ["mysql://user:pa/secret@ss@host/db", 'got "mysql://user:***@host/db"'],
    ["sqlite:", 'got "sqlite:"'],
    ["", 'got ""'],
    [7 as unknown as string, "got 7"],
  ])("rejects the address %s without printing a password", async (url, message) => {
    const failure = await openStore(url).catch((error) => error);
    if (url === "postgres://host/db?user=a&password=secret&x=1 2:3") expect(failure).toBeInstanceOf(StoreError);
    else expect(failure).toMatchObject({ code: "bad-url" });
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain("secret");
  });

  test.each([0, 4, 99])("rejects a store of version %i and leaves it as it is", async (version) => {
    const file = join(folder, `version-${version}.sqlite`);
    await (await openStore(`sqlite:${file}`)).close();
    setStoreVersion(file, version);
    const before = readFileSync(file);
    await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
      `openStore: url must name a store of version 1, got ${version}; use the release of this program that wrote it`,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  test("rejects a file that is no database and leaves it as it is", async () => {
    const file = join(folder, "notes.txt");
    writeFileSync(file, "not a database at all, but longer than a header of one hundred bytes. ".repeat(9));
    const before = readFileSync(file);
    await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({ code: "not-a-store" });
    expect(readFileSync(file)).toEqual(before);
  });

  test("rejects a database with other tables and adds none", async () => {
    const file = join(folder, "other.sqlite");
    const raw = new Sqlite(file);
    raw.exec("create table birds (name text)");
    raw.close();
    await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({ code: "not-a-store" });
    const again = new Sqlite(file, { readonly: true });
    expect(again.prepare("select count(*) from sqlite_master").pluck().get()).toBe(1);
    again.close();
  });

  test("rejects a folder, and a path through a file", async () => {
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "plain"), "");
    await expect(openStore(`sqlite:${join(folder, "folder")}`)).rejects.toMatchObject({ code: "cannot-open" });
    await expect(openStore(`sqlite:${join(folder, "plain", "x.sqlite")}`)).rejects.toMatchObject({
      code: "cannot-open",
    });
  });
});

describe("a SQLite store", () => {
  test("with a thread held up all else in the process until what was written was on the disk", async () => {
    const store = await openStore(`sqlite:${join(folder, "beside.sqlite")}`, { thread: true });
    let hasRun = false;
    const written = store.runs.put("a", 1).then(() => hasRun);
    setImmediate(() => {
      hasRun = true;
    });
    expect(await written).toBe(true);
    await store.close();
  });

  test("leaves the bytes that it is given with their owner", async () => {
    const store = await openStore(`sqlite:${join(folder, "bytes.sqlite")}`, { thread: true });
    await store.projects.create({ id: "p", title: "p", at: "2026-01-31T12:00:00.000Z", about: null });
    const whole = Uint8Array.from({ length: 100 }, (_, at) => at);
    await store.files.put("p", "part", whole.subarray(10, 13));
    expect(await store.files.get("p", "part")).toEqual(Uint8Array.of(10, 11, 12));
    expect(whole[99]).toBe(99);
    await store.close();
  });

  test("lets its process end, closed or not, and keeps what was written", async () => {
    const url = `sqlite:${join(folder, "ends.sqlite")}`;
    const script = `import { openStore } from "@xpal/store";
      const store = await openStore(${JSON.stringify(url)}, { thread: true });
      await store.runs.put(process.argv[1], 1);
      if (process.argv[1] === "closed") await store.close();`;
    for (const key of ["closed", "open"]) {
      const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script, key], {
        cwd: import.meta.dirname,
      });
      expect(status).toBe(0);
    }
    const store = await openStore(url);
    expect(await store.runs.keys()).toEqual(["closed", "open"]);
    await store.close();
  });

  test("writes to no other file that was put at its path", async () => {
    const file = join(folder, "moved.sqlite");
    const store = await openStore(`sqlite:${file}`, { thread: true });
    renameSync(file, `${file}.away`);
    await (await openStore(`sqlite:${file}`)).close();
    await expect(store.runs.put("a", 1)).rejects.toMatchObject({ code: "read-only" });
    await store.close();
  });

  test.each([false, true])(
    "says in one sentence that the disk is full, and keeps what it had (thread: %s)",
    async (thread) => {
      const connection = await connectSqlite("test", join(folder, `full-${thread}.sqlite`), { thread });
      await setUp("test", connection);
      const runs = runsOf(connection);
      await runs.put("small", 1);
      // SQLite reports a full disk when a file may not grow: the one way to have it without filling a disk.
      await sql`pragma max_page_count = 1`.execute(connection.db);
      await expect(runs.put("large", "y".repeat(100_000))).rejects.toThrow(
        "runs.put: the disk is full; free some space and try again",
      );
      expect(await runs.keys()).toEqual(["small"]);
      await connection.close();
    },
  );

  test("is rejected by its check when a log has a gap", async () => {
    const file = join(folder, "gap.sqlite");
    const store = await openStore(`sqlite:${file}`);
    const at = "2026-01-31T12:00:00.000Z";
    await store.projects.create({ id: "p", title: "p", at, about: null });
    await store.events.append(
      "p",
      [1, 2, 3].map((i) => ({ id: `e${i}`, kind: "k", at, body: i })),
    );
    const raw = new Sqlite(file);
    raw.exec("delete from event where sequence = 2");
    raw.close();
    await expect(store.check()).rejects.toThrow(
      "check: the store has a fault: project p: event 2 of the log is missing; restore a backup of it",
    );
    await store.close();
  });

  test("repairs a last number that its log does not have, and then takes events again", async () => {
    const file = join(folder, "last.sqlite");
    const store = await openStore(`sqlite:${file}`);
    const at = "2026-01-31T12:00:00.000Z";
    const event = (id: string) => ({ id, kind: "k", at, body: null });
    for (const id of ["p", "q"]) {
      await store.projects.create({ id, title: id, at, about: null });
      await store.events.append(id, [event("a"), event("b")]);
    }
    const raw = new Sqlite(file);
    raw.exec("update project set last = 1 where id = 'p'");
    raw.close();
    const fault = "the log goes on to event 2, behind its last number 1";
    expect(await store.faults()).toEqual([{ project: "p", fault, canRepair: true }]);
    expect(await store.repair()).toEqual([{ project: "p", fault, canRepair: true }]);
    await store.check();
    expect((await store.events.append("p", [event("c")])).map(({ sequence }) => sequence)).toEqual([3]);
    expect((await store.projects.get("q"))?.last).toBe(2);
    await store.close();
  });

  test("names events and projects whose text is cut off, and still reads the others", async () => {
    const file = join(folder, "cut.sqlite");
    const store = await openStore(`sqlite:${file}`);
    const at = "2026-01-31T12:00:00.000Z";
    const event = (id: string) => ({ id, kind: "answer", at, body: { item: 1 } });
    for (const id of ["p", "q"]) {
      await store.projects.create({ id, title: id, at, about: { classes: 2 } });
      await store.events.append(id, [event("a"), event("b"), event("c")]);
    }
    const raw = new Sqlite(file);
    raw.exec("update event set body = substr(body, 1, 4) where project = 'p' and sequence = 2");
    raw.exec("update project set about = substr(about, 1, 4) where id = 'q'");
    raw.close();
    const text = "event 2 of the log was changed after it was written";
    expect(await store.faults()).toEqual([
      { project: "p", fault: text, canRepair: false },
      { project: "q", fault: "what is stored about it was changed after it was written", canRepair: false },
    ]);
    await expect(store.check()).rejects.toMatchObject({ code: "damaged" });
    expect((await store.projects.list()).map(({ id, about }) => [id, about])).toEqual([
      ["p", { classes: 2 }],
      ["q", null],
    ]);
    await expect(store.events.read("p")).rejects.toMatchObject({ code: "damaged" });
    expect((await store.events.read("p", { after: 2 })).map(({ id }) => id)).toEqual(["c"]);
    await store.close();
  });

  describe("whose log was damaged", () => {
    const at = "2026-01-31T12:00:00.000Z";
    const event = (id: string) => ({ id, kind: "answer", at, body: { item: 1, to: 0 } });

    /** A log of five events, after something was done to it. */
    async function damagedBy(statement: string): Promise<Store> {
      const file = join(folder, `${crypto.randomUUID()}.sqlite`);
      const store = await openStore(`sqlite:${file}`);
      await store.projects.create({ id: "p", title: "p", at, about: null }, new Map([["f", new Uint8Array(9)]]));
      await store.events.append("p", ["a", "b", "c", "d", "e"].map(event));
      const raw = new Sqlite(file);
      raw.exec(statement);
      raw.close();
      return store;
    }

    test.each([
      ["delete from event where sequence = 3", "abde", ["event 3 of the log is missing"]],
      ["delete from event where sequence < 3", "cde", ["events 1 to 2 of the log are missing"]],
      ["delete from event where sequence > 3", "abc", ["events 4 to 5 of the log are missing"]],
      ["delete from event", "", ["events 1 to 5 of the log are missing"]],
      [
        'update event set body = \'{"item":1,"to":1}\' where sequence = 2',
        "acde",
        ["event 2 of the log was changed after it was written"],
      ],
      ["update event set id = 'z' where sequence = 2", "acde", ["event 2 of the log was changed after it was written"]],
      [
        "update event set sequence = 7 where sequence = 5",
        "abcd",
        [
          "events 5 to 6 of the log are missing",
          "event 7 of the log was changed after it was written",
          "the log goes on to event 7, behind its last number 5",
        ],
      ],
      ["update project set last = 3", "abcde", ["the log goes on to event 5, behind its last number 3"]],
    ])("by %s gives what is left and names what is not", async (statement, left, faults) => {
      const store = await damagedBy(statement);
      const examined = await store.events.examine("p");
      expect(examined.events.map(({ id }) => id).join("")).toBe(left);
      expect(examined.faults).toEqual(faults);
      expect((await store.faults()).map(({ fault }) => fault)).toEqual(faults);
      await store.close();
    });

    test.each([
      "delete from event where sequence = 5",
      "delete from event",
      "update project set last = 3",
      "update project set last = 8",
    ])("by %s takes no event, so that no number is given twice", async (statement) => {
      const store = await damagedBy(statement);
      for (const options of [{}, { after: 5 }, { after: 3 }])
        await expect(store.events.append("p", [event("f")], options)).rejects.toMatchObject({ code: "damaged" });
      await store.close();
    });

    test("at its end is not taken for whole by a repair", async () => {
      const store = await damagedBy("delete from event where sequence > 3");
      expect(await store.repair()).toEqual([]);
      expect((await store.projects.get("p"))?.last).toBe(5);
      await store.close();
    });

    test("gives no file that was changed", async () => {
      const store = await damagedBy("update file set bytes = x'00'");
      await expect(store.files.get("p", "f")).rejects.toMatchObject({ code: "damaged" });
      expect(await store.faults()).toMatchObject([{ fault: 'the file "f" was changed after it was written' }]);
      await store.close();
    });
  });

  test.each(["", "-wal"])("acknowledges nothing once its file%s was removed or replaced", async (ending) => {
    const file = join(folder, `gone${ending}.sqlite`);
    const store = await openStore(`sqlite:${file}`);
    const at = "2026-01-31T12:00:00.000Z";
    await store.projects.create({ id: "p", title: "p", at, about: null });
    const append = (id: string) => store.events.append("p", [{ id, kind: "k", at, body: null }]);
    await append("a");
    renameSync(file + ending, `${file}.aside`);
    await expect(append("b")).rejects.toMatchObject({ code: "unreachable" });
    copyFileSync(`${file}.aside`, file + ending);
    await expect(append("c")).rejects.toMatchObject({ code: "unreachable" });
    expect(await store.events.read("p")).not.toEqual([]); // what is still there can be read
    renameSync(`${file}.aside`, file + ending);
    await append("d");
    await store.close();
  });

  test("leaves no half-written backup behind when it cannot write one", async () => {
    const store = await openStore(`sqlite:${join(folder, "source.sqlite")}`);
    await expect(store.backup(join(folder, "nowhere", "copy.sqlite"))).rejects.toBeInstanceOf(StoreError);
    expect(readdirSync(folder).filter((name) => name.includes("part"))).toEqual([]);
    await store.close();
  });
});
