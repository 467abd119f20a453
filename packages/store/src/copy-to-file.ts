// A backup of a PostgreSQL store: all of its rows as a SQLite store in one file, which opens anywhere.
import { bytesOf } from "./file-bytes.ts";
import { setUp } from "./set-up.ts";
import { connectSqlite } from "./sqlite.ts";
import type { Tabled, Tables } from "./tables.ts";

const PAGE = 500;

/** The tables in an order that pages the same way twice. Claims are left out: they mean nothing elsewhere. */
const ORDER = {
  project: ["id"],
  event: ["project", "sequence"],
  run: ["key"],
  blob: ["key"],
  record: ["kind", "key"],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] };

/** Copies a snapshot to a SQLite file that is empty. */
export async function copyToFile(snapshot: Tabled, file: string): Promise<void> {
  const target = await connectSqlite("backup", file);
  try {
    await setUp("backup", target);
    for (const name of Object.keys(ORDER) as (keyof typeof ORDER)[]) await copyTable(snapshot, target.db, name);
    await copyFiles(snapshot, target.db);
  } finally {
    await target.close();
  }
}

async function copyTable(from: Tabled, to: Tabled, name: keyof typeof ORDER): Promise<void> {
  // The union of five tables is more than the query types can follow; each row goes where it came from.
  let source = from.selectFrom(name as "run").selectAll();
  for (const column of ORDER[name]) source = source.orderBy(column as "key");
  for (let offset = 0; ; offset += PAGE) {
    const rows = await source.limit(PAGE).offset(offset).execute();
    if (rows.length === 0) return;
    await to.transaction().execute(async (transaction) => {
      for (const row of rows)
        await transaction
          .insertInto(name as "run")
          .values(row)
          .execute();
    });
    if (rows.length < PAGE) return;
  }
}

async function copyFiles(from: Tabled, to: Tabled): Promise<void> {
  for (const row of await from.selectFrom("file").select(["project", "name", "checksum"]).execute()) {
    const bytes = await bytesOf(from, row.project, row.name);
    await to
      .insertInto("file")
      .values({ ...row, bytes })
      .execute();
  }
}
