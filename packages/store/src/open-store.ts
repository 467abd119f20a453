// The door: an address becomes a store.
import { resolve } from "node:path";
import { sql } from "kysely";
import { blobsOf } from "./blobs.ts";
import { check, faultsOf, repair } from "./check-store.ts";
import { type Connection, guarded } from "./connection.ts";
import { eventsOf } from "./events.ts";
import { filesOf } from "./files.ts";
import { leasesOf } from "./leases.ts";
import { projectsOf } from "./projects.ts";
import { recordsOf } from "./records.ts";
import { runsOf } from "./runs.ts";
import { setUp } from "./set-up.ts";
import { connectSqlite } from "./sqlite.ts";
import type { OpenOptions, Store } from "./store.ts";
import { StoreError, shownUrl } from "./store-error.ts";
import { VERSION } from "./tables.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Opens a store, and creates it if it does not exist.
 * @param url "sqlite:PATH" for a file, or "postgres://user:password@host:port/database".
 * @throws StoreError if the address is wrong, the login is rejected, or the store has another version.
 * @example
 * const store = await openStore(`sqlite:${folder}/labels.sqlite`);
 * await store.close();
 * store.kind // "sqlite"
 */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  const connection = await connect("openStore", url, options);
  try {
    await setUp("openStore", connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    kind: connection.kind,
    version: VERSION,
    runs: runsOf(connection),
    blobs: blobsOf(connection),
    projects: projectsOf(connection),
    events: eventsOf(connection),
    files: filesOf(connection),
    leases: leasesOf(connection),
    records: recordsOf(connection),
    backup: (file, { without = [] } = {}) =>
      guarded(connection, "backup", () =>
        writeWhole(resolve(file), async (part) => {
          await connection.copyTo(part);
          if (without.length > 0) await removeRecords(part, without);
        }),
      ),
    check: () => check(connection),
    faults: () => faultsOf(connection),
    repair: () => repair(connection),
    close: () => connection.close(),
  };
}

/** Removes kinds of records from a copy; nothing of them stays in free pages. */
async function removeRecords(file: string, kinds: readonly string[]): Promise<void> {
  const copy = await connectSqlite("backup", file);
  try {
    await sql`pragma secure_delete = on`.execute(copy.db);
    await copy.db.deleteFrom("record").where("kind", "in", kinds).execute();
  } finally {
    await copy.close();
  }
}

/** Connects to a database; what is in it is not looked at. */
export async function connect(who: string, url: string, options: OpenOptions = {}): Promise<Connection> {
  if (typeof url === "string") {
    const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(url)?.[1];
    if (path !== undefined && !path.includes("\0")) return connectSqlite(who, resolve(path), options);
    if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
      const { connectPostgres } = await import("./postgres.ts"); // its driver is loaded for those who have a server
      return connectPostgres(url);
    }
  }
  throw new StoreError("bad-url", {
    who,
    argument: "url",
    rule: 'must be "sqlite:PATH" or "postgres://user:password@host:port/database"',
    value: typeof url === "string" ? shownUrl(url) : url,
  });
}
