// The two kinds of database that servers can share, for tests that run on both.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../store/test/contract/postgres-server.ts";
import { isOnPostgres, storeOf } from "../../../store/test/folder-store.mjs";

export interface TestDatabases {
  /** The address of a new, empty store. */
  fresh(): Promise<string>;
  stop(): Promise<void>;
}

type Kind = readonly [name: string, start: () => Promise<TestDatabases>];

/** How to start each kind; SQLite has had its turn where all tests run on PostgreSQL. */
export const DATABASES: readonly Kind[] = [
  ...(isOnPostgres() ? [] : [["SQLite", startSqlite] as const]),
  ["PostgreSQL", startServer],
];

async function startSqlite(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), "xpal-databases-"));
  let made = 0;
  return {
    fresh: async () => `sqlite:${join(folder, `${made++}.sqlite`)}`,
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A real PostgreSQL: the one that all tests share, where there is one. */
export async function startServer(): Promise<TestDatabases> {
  let made = 0;
  if (isOnPostgres()) {
    const names = crypto.randomUUID();
    return { fresh: () => storeOf(`${names}-${made++}`), stop: async () => {} };
  }
  const server = await startPostgres();
  return { fresh: () => server.database(`studio${made++}`), stop: () => server.stop() };
}
