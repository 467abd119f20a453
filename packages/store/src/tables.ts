// The tables and their version.
import type { Generated, Kysely, RawBuilder } from "kysely";

/** The tables as Kysely sees them. JSON is kept as text: it must read back as it was written, in both databases. */
export interface Tables {
  version: { id: number; version: number };
  project: {
    id: string;
    title: string;
    at: string;
    about: string;
    last: Generated<number>;
    binned: string | null;
    checksum: string;
  };
  event: {
    project: string;
    sequence: number;
    id: string;
    kind: string;
    at: string;
    body: string;
    checksum: string;
  };
  file: { project: string; name: string; bytes: Uint8Array; checksum: string };
  run: { key: string; plan: string; format: "json" | "bytes"; outcome: Uint8Array };
  blob: { key: string; format: "json" | "bytes"; outcome: Uint8Array };
  claim: { key: string; owner: string; until: number };
  lease: { project: string; holder: string; held: string };
  record: { kind: string; key: string; revision: number; body: string };
}

/** A connection, whichever the database. */
export type Tabled = Kysely<Tables>;

/** The column types that differ. */
export interface ColumnTypes {
  readonly bytes: RawBuilder<unknown>;
  readonly milliseconds: RawBuilder<unknown>;
  /** Text that is compared by its bytes, so that keys have one order in both databases. */
  readonly key: RawBuilder<unknown>;
}

/** The version that this code reads and writes; a store of any other one is rejected. */
export const VERSION = 1;

/** Makes the tables of a new store. */
export async function createTables({ schema }: Tabled, { bytes, milliseconds, key }: ColumnTypes): Promise<void> {
  await schema
    .createTable("project")
    .addColumn("id", key, (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("about", "text", (column) => column.notNull())
    .addColumn("last", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("binned", "text")
    .addColumn("checksum", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("event")
    .addColumn("project", key, (column) => column.notNull())
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("id", key, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("event_place", ["project", "sequence"])
    .addUniqueConstraint("event_once", ["project", "id"])
    .execute();
  await schema
    .createTable("file")
    .addColumn("project", key, (column) => column.notNull())
    .addColumn("name", key, (column) => column.notNull())
    .addColumn("bytes", bytes, (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("file_name", ["project", "name"])
    .execute();
  await schema
    .createTable("run")
    .addColumn("key", key, (column) => column.primaryKey())
    .addColumn("plan", key, (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("outcome", bytes, (column) => column.notNull())
    .execute();
  await schema.createIndex("run_of_plan").on("run").columns(["plan", "key"]).execute();
  await schema
    .createTable("blob")
    .addColumn("key", key, (column) => column.primaryKey())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("outcome", bytes, (column) => column.notNull())
    .execute();
  await schema
    .createTable("claim")
    .addColumn("key", key, (column) => column.primaryKey())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("until", milliseconds, (column) => column.notNull())
    .execute();
  await schema
    .createTable("lease")
    .addColumn("project", key, (column) => column.notNull())
    .addColumn("holder", key, (column) => column.notNull())
    .addColumn("held", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("lease_holder", ["project", "holder"])
    .execute();
  await schema
    .createTable("record")
    .addColumn("kind", key, (column) => column.notNull())
    .addColumn("key", key, (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("record_key", ["kind", "key"])
    .execute();
}
