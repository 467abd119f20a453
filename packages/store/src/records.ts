// Small things that change and are looked up by key, such as accounts and sessions. Each has a revision, so that of two
// writers who read the same one only the first succeeds.
import { type Connection, guarded, guardedWrite } from "./connection.ts";
import { checkName, encodeJson, readJson } from "./encode-json.ts";
import { readTogether } from "./read-together.ts";
import type { RecordRange, Records, StoredRecord } from "./store.ts";
import { reject, StoreError } from "./store-error.ts";
import type { Tabled, Tables } from "./tables.ts";

/** Records that are fetched at once at most; below the number of parameters that either database takes. */
const MAX_AT_ONCE = 400;

type Place = readonly [kind: string, key: string];

/** The records of a store. */
export function recordsOf(connection: Connection): Records {
  const { db } = connection;
  const getTogether = readTogether((places: readonly Place[]) => {
    return guarded(connection, "records.get", () => recordsAt(db, places));
  }, MAX_AT_ONCE);
  return {
    get: (kind, key) => getTogether([kind, key]),
    list: (kind, range = {}) => {
      checkRange(range);
      return guarded(connection, "records.list", async () => {
        let query = db.selectFrom("record").selectAll().where("kind", "=", kind);
        if (range.before !== undefined) query = query.where("key", "<", range.before);
        const ordered = query.orderBy("key", range.newest === true ? "desc" : "asc");
        const rows = await (range.limit === undefined ? ordered : ordered.limit(range.limit)).execute();
        return rows.map(decode);
      });
    },
    put: (kind, key, value, { revision } = {}) => {
      checkName("records.put", "kind", kind);
      checkName("records.put", "key", key);
      const body = encodeJson("records.put", "value", value);
      return guardedWrite(connection, "records.put", async () => {
        if (revision !== 0) {
          let update = db
            .updateTable("record")
            .set((now) => ({ body, revision: now("revision", "+", 1) }))
            .where("kind", "=", kind)
            .where("key", "=", key);
          if (revision !== undefined) update = update.where("revision", "=", revision);
          const row = await update.returning("revision").executeTakeFirst();
          if (row !== undefined) return row.revision;
          if (revision !== undefined) throw stale(key);
        }
        const insert = db.insertInto("record").values({ kind, key, revision: 1, body });
        const row = await insert
          .onConflict((clash) => clash.columns(["kind", "key"]).doNothing())
          .returning("revision")
          .executeTakeFirst();
        if (row === undefined) throw stale(key);
        return row.revision;
      });
    },
    remove: (kind, key) =>
      guarded(connection, "records.remove", async () => {
        const gone = await db
          .deleteFrom("record")
          .where("kind", "=", kind)
          .where("key", "=", key)
          .returning("key")
          .executeTakeFirst();
        return gone !== undefined;
      }),
  };
}

/** The records of some places, in their order. */
async function recordsAt(db: Tabled, places: readonly Place[]): Promise<(StoredRecord | undefined)[]> {
  const keysOf = new Map<string, string[]>();
  for (const [kind, key] of places) keysOf.set(kind, [...(keysOf.get(kind) ?? []), key]);
  const query = db.selectFrom("record").selectAll();
  const rows = await query
    .where(({ eb, or, and }) =>
      or([...keysOf].map(([kind, keys]) => and([eb("kind", "=", kind), eb("key", "in", keys)]))),
    )
    .execute();
  return places.map(([kind, key]) => {
    const row = rows.find((one) => one.kind === kind && one.key === key);
    return row === undefined ? undefined : decode(row);
  });
}

function checkRange({ limit = 1 }: RecordRange): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    reject("records.list", "limit", "must be an integer of at least 1", limit);
}

function stale(key: string): StoreError {
  return new StoreError("stale", {
    who: "records.put",
    argument: "revision",
    rule: `must be that of the record ${JSON.stringify(key)}, which somebody else has changed in the meantime`,
    wayOut: "read it and try again",
  });
}

function decode({ key, revision, body }: Tables["record"]): StoredRecord {
  return { key, revision, value: readJson(body) };
}
