// What belongs to runs without being one: plans, measured times, datasets that travel to other machines. Each has a key
// of the caller's own; a later write replaces an earlier one.
import { sql } from "kysely";
import { type Connection, guarded } from "./connection.ts";
import { checkName } from "./encode-json.ts";
import { decodeOutcome, encodeOutcome } from "./encode-outcome.ts";
import type { Blobs, StoredBlob } from "./store.ts";

const PAGE = 16; // a blob may be large

/** The blobs of a store. */
export function blobsOf(connection: Connection): Blobs {
  const { db } = connection;
  return {
    put: async (key, value) => {
      checkName("blobs.put", "key", key);
      const encoded = encodeOutcome("blobs.put", "value", value);
      await guarded(connection, "blobs.put", async () => {
        const insert = db.insertInto("blob").values({ key, ...encoded });
        await insert.onConflict((clash) => clash.column("key").doUpdateSet(encoded)).execute();
      });
    },
    get: (key) =>
      guarded(connection, "blobs.get", async () => {
        const row = await db.selectFrom("blob").selectAll().where("key", "=", key).executeTakeFirst();
        return row === undefined ? undefined : decodeOutcome(row);
      }),
    has: (key) =>
      guarded(connection, "blobs.has", async () => {
        const row = await db.selectFrom("blob").select("key").where("key", "=", key).executeTakeFirst();
        return row !== undefined;
      }),
    list: (prefix = "") => listBlobs(connection, prefix),
  };
}

async function* listBlobs(connection: Connection, prefix: string): AsyncIterable<StoredBlob> {
  let after: string | undefined;
  for (;;) {
    let query = connection.db.selectFrom("blob").selectAll().orderBy("key").limit(PAGE);
    // The first condition is for the index, the second decides; characters are counted by the database.
    if (prefix !== "")
      query = query.where("key", ">=", prefix).where(sql<boolean>`substr(key, 1, length(${prefix})) = ${prefix}`);
    const page = after === undefined ? query : query.where("key", ">", after);
    const rows = await guarded(connection, "blobs.list", () => page.execute());
    for (const row of rows) yield { key: row.key, value: decodeOutcome(row) };
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].key;
  }
}
