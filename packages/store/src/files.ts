// Files of projects, kept beside the log so that one backup holds all.
import { checksumOfFile } from "./checksum.ts";
import { type Connection, guarded, guardedWrite } from "./connection.ts";
import { checkName } from "./encode-json.ts";
import { beginningOf, bytesOf } from "./file-bytes.ts";
import type { Files } from "./store.ts";
import { reject, StoreError } from "./store-error.ts";
import type { Tabled, Tables } from "./tables.ts";

/** The files of a store. */
export function filesOf(connection: Connection): Files {
  const { db } = connection;
  return {
    put: (project, name, bytes) =>
      guardedWrite(connection, "files.put", () =>
        db.transaction().execute(async (held) => {
          await holdProject(held, "files.put", project);
          await putFile(held, "files.put", project, name, bytes);
        }),
      ),
    putNew: (project, name, bytes) =>
      guardedWrite(connection, "files.putNew", () =>
        db.transaction().execute(async (held) => {
          await holdProject(held, "files.putNew", project);
          const row = rowOf("files.putNew", project, name, bytes);
          const insert = held.insertInto("file").values(row);
          const [done] = await insert.onConflict((clash) => clash.columns(["project", "name"]).doNothing()).execute();
          return done.numInsertedOrUpdatedRows === 1n;
        }),
      ),
    get: (project, name) =>
      guarded(connection, "files.get", async () => {
        const beginning = await beginningOf(db, project, name);
        if (beginning === undefined) return undefined;
        const { size, piece, checksum } = beginning;
        const isWhole = piece.byteLength === size;
        const bytes = isWhole ? piece : await connection.snapshot((held) => bytesOf(held, project, name));
        if (checksum !== checksumOfFile({ project, name, bytes })) throw changedFile(project, name);
        return new Uint8Array(bytes);
      }),
    names: (project) =>
      guarded(connection, "files.names", async () => {
        const query = db.selectFrom("file").select("name").where("project", "=", project).orderBy("name");
        return (await query.execute()).map((row) => row.name);
      }),
  };
}

/** Writes one file inside a transaction. */
export async function putFile(db: Tabled, who: string, project: string, name: string, file: Uint8Array): Promise<void> {
  const row = rowOf(who, project, name, file);
  const { bytes, checksum } = row;
  await db
    .insertInto("file")
    .values(row)
    .onConflict((clash) => clash.columns(["project", "name"]).doUpdateSet({ bytes, checksum }))
    .execute();
}

/** Keeps others from removing the project until the transaction ends. */
async function holdProject(db: Tabled, who: string, project: string): Promise<void> {
  const held = await db
    .updateTable("project")
    .set((value) => ({ last: value.ref("last") }))
    .where("id", "=", project)
    .executeTakeFirst();
  if (held.numUpdatedRows === 0n) throw noProject(who, project);
}

function rowOf(who: string, project: string, name: string, file: Uint8Array): Tables["file"] {
  checkName(who, "name", name);
  if (!(file instanceof Uint8Array)) reject(who, "bytes", "must be a Uint8Array", file);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return { project, name, bytes, checksum: checksumOfFile({ project, name, bytes }) };
}

function changedFile(project: string, name: string): StoreError {
  const argument = `the file ${JSON.stringify(name)} of project ${project}`;
  const rule = "was changed after it was written";
  return new StoreError("damaged", { who: "files.get", argument, rule, wayOut: "restore a backup of the store" });
}

/** The rejection of a project that is not there. */
export function noProject(who: string, project: string): StoreError {
  return new StoreError("not-found", { who, argument: "project", rule: "must exist", value: project });
}
