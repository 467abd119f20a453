// PostgreSQL by URL, for teams. The tables live in a schema of their own, "xpal", beside whatever else is there.
import { Kysely, sql } from "kysely";
import pg from "pg";
import { AnyTextDialect } from "./any-text-dialect.ts";
import { type Connection, PATIENCE_MS, type Translation } from "./connection.ts";
import { copyToFile } from "./copy-to-file.ts";
import { shownUrl } from "./store-error.ts";
import { strictTls } from "./strict-tls.ts";
import type { Tables } from "./tables.ts";
import { CHANNEL, grown, watchPostgres } from "./watch-postgres.ts";

/** Only one process at a time sets the tables up; the number is this store's and means nothing else. */
const SET_UP_LOCK = 20_210_601;

/** The first half of the locks on leases; the second is the project's. */
const LEASE_LOCK = 20_210_602;

/** Opens a PostgreSQL database; the connection is made by the first query. */
export function connectPostgres(url: string): Connection {
  const connectionString = strictTls(url);
  const pool = new pg.Pool({
    ...{ connectionString, max: 4, connectionTimeoutMillis: PATIENCE_MS, allowExitOnIdle: true },
    // A process that stands still in the middle of a transaction must not make all others wait for ever.
    ...{ lock_timeout: PATIENCE_MS, idle_in_transaction_session_timeout: 6 * PATIENCE_MS },
  });
  pool.on("error", () => {}); // an idle connection that breaks is replaced; the next query reports if it cannot be
  pool.on("connect", (client) => client.on("error", () => {})); // so does one between two queries of a transaction
  const db = new Kysely<Tables>({ dialect: new AnyTextDialect({ pool }) }).withSchema("xpal");
  const snapshot: Connection["snapshot"] = (work) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        return work(transaction);
      });
  return {
    kind: "postgres",
    db,
    types: { bytes: sql`bytea`, milliseconds: sql`double precision`, key: sql`text collate "C"` },
    checkOurs: async () => {},
    alone: (work) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = 0`.execute(transaction); // another one may have much to do
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        await sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`.execute(transaction);
        await sql`create schema if not exists xpal`.execute(transaction);
        await sql`create table if not exists xpal.version (id integer primary key, version integer not null)`.execute(
          transaction,
        );
        await work(transaction);
      }),
    snapshot,
    holdLeases: async (db, project) =>
      void (await sql`select pg_advisory_xact_lock(${LEASE_LOCK}, hashtext(${project}))`.execute(db)),
    setLast: async (db, project, last) => {
      const update = db.updateTable("project").set({ last }).where("id", "=", project);
      await update.returning(sql`pg_notify(${CHANNEL}, ${grown(project, last)})`.as("told")).execute();
    },
    announceRemoval: async (db, project) =>
      void (await sql`select pg_notify(${CHANNEL}, ${grown(project, 0)})`.execute(db)),
    watch: (listener) => watchPostgres(connectionString, listener),
    translate: (error) => translate(error, url),
    isBusy: () => false, // the server lets writers wait by itself
    copyTo: (file) => snapshot((rows) => copyToFile(rows, file)),
    faults: async () => [],
    close: () => db.destroy(),
  };
}

function translate(error: unknown, url: string): Translation | undefined {
  if (!(error instanceof Error)) return undefined;
  const shown = shownUrl(url);
  const code = String((error as { code?: unknown }).code ?? "");
  if (error.message.includes("driver has already been destroyed") || error.message.includes("pool after calling end")) {
    return { code: "closed", argument: "the store", rule: "was closed", wayOut: "open it again" };
  }
  if (code === "28P01" || code === "28000" || error.message.includes("password must be a string")) {
    const rule = `must carry a user and password that the server accepts, got ${shown}`;
    return { code: "login-rejected", argument: "url", rule, wayOut: undefined };
  }
  if (code === "3D000") {
    const rule = `must name a database that exists, got ${shown}`;
    return { code: "cannot-open", argument: "url", rule, wayOut: "create it first" };
  }
  if (isLost(code, error)) {
    const rule = `could not be reached at ${shown}`;
    return { code: "unreachable", argument: "the server", rule, wayOut: "start it, or check the address" };
  }
  if (/certificate|does not support SSL|SSL routines/i.test(error.message)) {
    const rule = `must name a server whose certificate can be verified, got ${shown}`;
    return { code: "cannot-open", argument: "url", rule, wayOut: "NODE_EXTRA_CA_CERTS names an authority of your own" };
  }
  if (code === "53100")
    return { code: "full", argument: "the server's disk", rule: "is full", wayOut: "free some space" };
  if (code === "55P03" || code === "40P01" || code === "40001") {
    return { code: "locked", argument: "the store", rule: "was locked by another process", wayOut: "try again" };
  }
  if (code === "25006")
    return { code: "read-only", argument: "the store", rule: "must be writable", wayOut: undefined };
  if (code === "42501") {
    return {
      code: "read-only",
      argument: "the user",
      rule: "must have the right to create and write",
      wayOut: undefined,
    };
  }
  if (code === "XX001" || code === "XX002") {
    return { code: "damaged", argument: "the store", rule: "is damaged", wayOut: "restore a backup of it" };
  }
  return undefined;
}

/** Codes of the system and of the server (classes 08 and 57P); the driver gives its own errors none. */
function isLost(code: string, { message }: Error): boolean {
  return (
    /^E(CONNREFUSED|CONNRESET|CONNABORTED|NOTFOUND|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|TIMEDOUT|PIPE|AI_AGAIN)$/.test(
      code,
    ) ||
    /^(ERR_STREAM_|08|57P|25P03$|53300$)/.test(code) || // it stood still for too long in a transaction; it has no connection left
    /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/.test(message)
  );
}
