// Everything that is stored for a folder, as text, for tests that look for what must not be there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { isOnPostgres, storeOf } from "./folder-store.mjs";

/** The bytes of all files in a folder and, where its store is a database, of all rows in it; one character per byte. */
export async function writtenIn(folder: string): Promise<string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const parts = files.map(({ name }) => readFileSync(join(folder, name)).toString("latin1"));
  if (isOnPostgres()) parts.push(...(await rowsIn(await storeOf(folder))));
  return parts.join("\n");
}

async function rowsIn(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'xpal'");
    const texts: string[] = [];
    for (const { tablename } of tables) {
      const { rows } = await client.query({ text: `select * from xpal."${tablename}"`, rowMode: "array" });
      texts.push(rows.flat().map(textOf).join("\n"));
    }
    return texts;
  } finally {
    await client.end();
  }
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("latin1") : String(value);
}
