// The two kinds of database that servers can share, for tests that run on both.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../store/test/contract/postgres-server.ts";

export interface TestDatabases {
  /** The address of a new, empty store. */
  fresh(): Promise<string>;
  stop(): Promise<void>;
}

/** How to start each kind. */
export const DATABASES: readonly (readonly [name: string, start: () => Promise<TestDatabases>])[] = [
  ["SQLite", startSqlite],
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

/** A real PostgreSQL. */
export async function startServer(): Promise<TestDatabases> {
  const server = await startPostgres();
  let made = 0;
  return { fresh: () => server.database(`studio${made++}`), stop: () => server.stop() };
}
