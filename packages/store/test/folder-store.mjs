// The store of a folder in tests: the SQLite file in it or, where XPAL_TEST_POSTGRES names a server, a database of its own there.
// Nothing else reads that variable; `npm run test:postgres` and on-postgres.test.ts set it. It is JavaScript because processes
// that tests start and kill ask for the store of their folder too.
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import pg from "pg";

/** Whether the stores of folders are in PostgreSQL. */
export function isOnPostgres() {
  return (process.env.XPAL_TEST_POSTGRES ?? "") !== "";
}

/** The address of the store that a studio on this folder has; a database is created when it is first asked for. */
export async function storeOf(folder) {
  return isOnPostgres() ? databaseOf(folder) : `sqlite:${join(folder, "studio.sqlite")}`;
}

/** The same as options of `startStudio`, `backupStudio` and `rebuildStudio`. */
export async function placeOf(dataDir) {
  return isOnPostgres() ? { dataDir, store: await databaseOf(dataDir) } : { dataDir };
}

/** The same as options of `xpal studio`. */
export async function placeWords(dataDir) {
  return ["--data-dir", dataDir, ...(isOnPostgres() ? ["--database", await databaseOf(dataDir)] : [])];
}

const databases = new Map();

function databaseOf(folder) {
  const path = resolve(folder);
  const known = databases.get(path) ?? createDatabase(path);
  databases.set(path, known);
  return known;
}

/** Its name is made of the folder's, so that another process on the same folder finds it. */
async function createDatabase(path) {
  const name = `folder_${createHash("sha256").update(path).digest("hex").slice(0, 16)}`;
  const server = new URL(process.env.XPAL_TEST_POSTGRES);
  const client = new pg.Client(server.href);
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${name} template template0`);
  } finally {
    await client.end();
  }
  server.pathname = `/${name}`;
  return server.href;
}
