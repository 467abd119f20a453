// Finished runs. Two runners on one store cannot spoil each other: the first outcome of a key stays, and a claim tells
// others not to begin what somebody is doing.
import { sql } from "kysely";
import { type Connection, guarded } from "./connection.ts";
import { checkName } from "./encode-json.ts";
import { decodeOutcome, encodeOutcome } from "./encode-outcome.ts";
import type { Run, RunFilter, Runs } from "./store.ts";
import { reject } from "./store-error.ts";
import type { Tabled, Tables } from "./tables.ts";

const PAGE = 256;

/** Below the number of parameters that either database takes in one statement. */
const CHUNK = 500;

/** The runs of a store. */
export function runsOf(connection: Connection): Runs {
  const { db } = connection;
  return {
    put: (key, outcome, { plan = "" } = {}) => {
      checkKey("runs.put", key);
      const row = { key, plan, ...encodeOutcome("runs.put", "outcome", outcome) };
      return guarded(connection, "runs.put", () => putRun(db, row));
    },
    get: (key) =>
      guarded(connection, "runs.get", async () => {
        const row = await db.selectFrom("run").selectAll().where("key", "=", key).executeTakeFirst();
        return row === undefined ? undefined : decode(row);
      }),
    has: (key) =>
      guarded(connection, "runs.has", async () => {
        const row = await db.selectFrom("run").select("key").where("key", "=", key).executeTakeFirst();
        return row !== undefined;
      }),
    keys: (filter) =>
      guarded(connection, "runs.keys", async () => {
        const rows = await chosen(db, filter).select("key").orderBy("key").execute();
        return rows.map((row) => row.key);
      }),
    known: (keys) =>
      guarded(connection, "runs.known", async () => {
        const found = new Set<string>();
        for (let i = 0; i < keys.length; i += CHUNK) {
          const some = db
            .selectFrom("run")
            .select("key")
            .where("key", "in", keys.slice(i, i + CHUNK));
          for (const row of await some.execute()) found.add(row.key);
        }
        return found;
      }),
    count: (filter) =>
      guarded(connection, "runs.count", async () => {
        const row = await chosen(db, filter)
          .select(({ fn }) => fn.countAll().as("count"))
          .executeTakeFirstOrThrow();
        return Number(row.count);
      }),
    list: (filter) => listRuns(connection, filter),
    claim: (key, claim) => {
      checkKey("runs.claim", key);
      checkName("runs.claim", "owner", claim.owner);
      if (!(claim.until > claim.now)) reject("runs.claim", "until", "must be later than now", claim.until);
      return guarded(connection, "runs.claim", () => claimRun(db, key, claim));
    },
    release: (key, owner) =>
      guarded(connection, "runs.release", async () => {
        await db.deleteFrom("claim").where("key", "=", key).where("owner", "=", owner).execute();
      }),
  };
}

function checkKey(who: string, key: unknown): void {
  checkName(who, "key", key);
}

function decode(row: Tables["run"]): Run {
  return { key: row.key, plan: row.plan, outcome: decodeOutcome(row) };
}

/** Keeps the outcome and ends the claim on it in one step. */
function putRun(db: Tabled, row: Tables["run"]): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const insert = transaction
      .insertInto("run")
      .values(row)
      .onConflict((clash) => clash.doNothing());
    const stored = changed(await insert.executeTakeFirst());
    await transaction.deleteFrom("claim").where("key", "=", row.key).execute();
    return stored;
  });
}

/** One statement, so that of two runners only one gets the row. */
async function claimRun(
  db: Tabled,
  key: string,
  { owner, now, until }: { owner: string; now: number; until: number },
): Promise<boolean> {
  const finished = await db.selectFrom("run").select("key").where("key", "=", key).executeTakeFirst();
  if (finished !== undefined) return false;
  const result = await db
    .insertInto("claim")
    .values({ key, owner, until })
    .onConflict((clash) =>
      clash
        .column("key")
        .doUpdateSet({ owner, until })
        .where((where) => where.or([where("claim.owner", "=", owner), where("claim.until", "<=", now)])),
    )
    .executeTakeFirst();
  return changed(result);
}

async function* listRuns(connection: Connection, filter: RunFilter | undefined): AsyncIterable<Run> {
  let after: string | undefined;
  for (;;) {
    const query = chosen(connection.db, filter).selectAll().orderBy("key").limit(PAGE);
    const page = after === undefined ? query : query.where("key", ">", after);
    const rows = await guarded(connection, "runs.list", () => page.execute());
    for (const row of rows) yield decode(row);
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].key;
  }
}

function chosen(db: Tabled, { plan, prefix }: RunFilter = {}) {
  let query = db.selectFrom("run");
  if (plan !== undefined) query = query.where("plan", "=", plan);
  if (prefix) {
    // The first condition is for the index, the second decides; characters are counted by the database.
    query = query.where("key", ">=", prefix).where(sql<boolean>`substr(key, 1, length(${prefix})) = ${prefix}`);
  }
  return query;
}

function changed(result: { numInsertedOrUpdatedRows?: bigint | undefined }): boolean {
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
