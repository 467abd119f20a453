// SQLite in one file. Write-ahead log with synchronous=FULL: a commit returns after fsync, so an acknowledged fact
// survives the death of the process and of the machine. A server writes on a thread of its own, which waits for that.
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from "kysely";
import { type Connection, guarded, PATIENCE_MS, type Translation } from "./connection.ts";
import { fileInPlace } from "./file-in-place.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import type { OpenOptions } from "./store.ts";
import { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import { ThreadedSqliteDialect } from "./threaded-sqlite-dialect.ts";

/** How often a file that is watched is looked at. */
const WATCH_MS = 200;

/** Opens a SQLite file, which is made when missing. */
export async function connectSqlite(
  who: string,
  path: string,
  { thread = false }: OpenOptions = {},
): Promise<Connection> {
  const opened = await guarded({ translate, isBusy }, who, async () => open(path));
  const { dev: device, ino: inode } = statSync(path, { bigint: true });
  const writer = new SqliteWriter({ path, device, inode });
  const here = new Kysely<Tables>({ dialect: new SqliteDialect({ database: tolerant(opened) }) });
  const db = thread ? new Kysely<Tables>({ dialect: new ThreadedSqliteDialect(opened, writer) }) : here;
  return {
    kind: "sqlite",
    db,
    types: { bytes: sql`blob`, milliseconds: sql`real`, key: sql`text collate binary` },
    checkOurs: async () => checkOurs(who, path, opened),
    // On this thread: nobody waits for it yet, and most look only whether the tables are there.
    alone: async (work) => {
      // A write as the first statement takes the lock at once: a transaction that reads first may find itself outdated.
      await sql`create table if not exists version (id integer primary key, version integer not null)`.execute(here);
      await here.transaction().execute(async (transaction) => {
        await sql`update version set version = version`.execute(transaction);
        await work(transaction);
      });
    },
    snapshot: (work) => db.transaction().execute(work),
    // Any write takes the one lock there is.
    holdLeases: async (db) =>
      void (await db
        .updateTable("version")
        .set(({ ref }) => ({ id: ref("id") }))
        .execute()),
    setLast: async (db, project, last) =>
      void (await db.updateTable("project").set({ last }).where("id", "=", project).execute()),
    announceRemoval: async () => {},
    watch: (listener) => watchFile(db, () => listener(null)),
    translate,
    isBusy,
    copyTo: (file) => copyPages(opened, file),
    faults: async () => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
    },
    checkPlace: fileInPlace(path),
    close: async () => {
      await db.destroy();
      await writer.close();
      opened.close();
    },
  };
}

function open(path: string): Sqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const opened = new Sqlite(path, { timeout: 0 }); // waiting is done by `guarded`, which leaves the thread free
  try {
    // Reading the tables first leaves a file of another kind untouched.
    opened.prepare("select count(*) from sqlite_master").get();
    opened.pragma("journal_mode = WAL");
    opened.pragma("synchronous = FULL");
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Others who write to the file are noticed by a number that SQLite keeps for the connection that writes here. */
async function watchFile(db: Kysely<Tables>, listener: () => void): Promise<() => Promise<void>> {
  const versionNow = async () =>
    (await sql<{ data_version: number }>`pragma data_version`.execute(db)).rows[0].data_version;
  let version = await versionNow();
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const now = await versionNow().catch(() => version); // whoever reads or writes is told what is the matter
    if (isStopped) return;
    if (now !== version) listener();
    version = now;
    later();
  };
  const later = () => {
    timer = setTimeout(look, WATCH_MS);
    timer.unref();
  };
  later();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** SQLite ends a transaction by itself when the disk is full; the rollback that follows must not hide the cause. */
function tolerant(opened: Sqlite.Database): SqliteDatabase {
  return {
    prepare: (text) => opened.prepare(text === "rollback" && !opened.inTransaction ? "select 1" : text),
    close: () => void opened.close(),
  };
}

function checkOurs(who: string, path: string, opened: Sqlite.Database): void {
  const names = opened.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
  if (names.length === 0 || names.includes("version")) return;
  throw new StoreError("not-a-store", {
    who,
    argument: "url",
    rule: `must name a store or a new file, but ${JSON.stringify(path)} is a database with other tables`,
  });
}

/**
 * Copies page by page what there is at one moment, while others write. SQLite begins a copy anew after each write of another
 * process, and so would never end with a large file, unless its connection holds on to the moment.
 */
async function copyPages(opened: Sqlite.Database, to: string): Promise<void> {
  opened.prepare("select 1"); // rejects a store that was closed
  const reader = new Sqlite(opened.name, { readonly: true, timeout: 0 });
  try {
    reader.exec("begin");
    reader.prepare("select count(*) from sqlite_master").get();
    await reader.backup(to);
  } finally {
    reader.close();
  }
}

const MEANINGS: readonly (readonly [start: string, meaning: Translation])[] = [
  ["SQLITE_FULL", { code: "full", argument: "the disk", rule: "is full", wayOut: "free some space and try again" }],
  ["ENOSPC", { code: "full", argument: "the disk", rule: "is full", wayOut: "free some space and try again" }],
  [
    "SQLITE_BUSY",
    {
      code: "locked",
      argument: "the store",
      rule: `was locked by another process for ${PATIENCE_MS / 1000} seconds`,
      wayOut: "try again when it has finished",
    },
  ],
  // The file through which readers and writers share memory could not grow.
  [
    "SQLITE_IOERR_SHMSIZE",
    { code: "full", argument: "the disk", rule: "is full", wayOut: "free some space and try again" },
  ],
  ["SQLITE_LOCKED", { code: "locked", argument: "the store", rule: "is locked", wayOut: "try again" }],
  [
    "SQLITE_READONLY",
    { code: "read-only", argument: "the store", rule: "must be writable", wayOut: "check its permissions" },
  ],
  ["SQLITE_NOTADB", { code: "not-a-store", argument: "url", rule: "must name a SQLite file", wayOut: undefined }],
  ["SQLITE_CORRUPT", { code: "damaged", argument: "the store", rule: "is damaged", wayOut: "restore a backup of it" }],
  [
    "SQLITE_CANTOPEN",
    { code: "cannot-open", argument: "url", rule: "must name a file that can be opened", wayOut: "check its folder" },
  ],
  ["EACCES", { code: "cannot-open", argument: "url", rule: "must name a folder that is writable", wayOut: undefined }],
  ["ENOTDIR", { code: "cannot-open", argument: "url", rule: "must name a file inside a folder", wayOut: undefined }],
  ["EEXIST", { code: "cannot-open", argument: "url", rule: "must name a file inside a folder", wayOut: undefined }],
  ["EROFS", { code: "read-only", argument: "the store", rule: "must be on a writable disk", wayOut: undefined }],
  [
    "SQLITE_IOERR",
    { code: "failed", argument: "the disk", rule: "could not be read or written", wayOut: "check it, then try again" },
  ],
];

function translate(error: unknown): Translation | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes("database connection is not open") || error.message.includes("driver has already been")) {
    return { code: "closed", argument: "the store", rule: "was closed", wayOut: "open it again" };
  }
  const code = String((error as { code?: unknown }).code ?? "");
  return MEANINGS.find(([start]) => code.startsWith(start))?.[1];
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code ?? "").startsWith("SQLITE_BUSY");
}
