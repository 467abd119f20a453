// Files of projects, kept beside the log so that one backup holds all.
import { type Connection, guarded } from "./connection.ts";
import { checkName } from "./encode-json.ts";
import { beginningOf, bytesOf } from "./file-bytes.ts";
import type { Files } from "./store.ts";
import { refuse, StoreError } from "./store-error.ts";
import type { Tabled } from "./tables.ts";

/** The files of a store. */
export function filesOf(connection: Connection): Files {
  const { db } = connection;
  return {
    put: (project, name, bytes) =>
      guarded(connection, "files.put", () =>
        db.transaction().execute(async (held) => {
          await holdProject(held, "files.put", project);
          await putFile(held, "files.put", project, name, bytes);
        }),
      ),
    putNew: (project, name, bytes) =>
      guarded(connection, "files.putNew", () =>
        db.transaction().execute(async (held) => {
          await holdProject(held, "files.putNew", project);
          const row = { project, name, bytes: checkedBytes("files.putNew", name, bytes) };
          const insert = held.insertInto("file").values(row);
          const [done] = await insert.onConflict((clash) => clash.columns(["project", "name"]).doNothing()).execute();
          return done.numInsertedOrUpdatedRows === 1n;
        }),
      ),
    get: (project, name) =>
      guarded(connection, "files.get", async () => {
        const beginning = await beginningOf(db, project, name);
        if (beginning === undefined) return undefined;
        const { size, piece } = beginning;
        const isWhole = piece.byteLength === size;
        return new Uint8Array(isWhole ? piece : await connection.snapshot((held) => bytesOf(held, project, name)));
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
  const bytes = checkedBytes(who, name, file);
  await db
    .insertInto("file")
    .values({ project, name, bytes })
    .onConflict((clash) => clash.columns(["project", "name"]).doUpdateSet({ bytes }))
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

function checkedBytes(who: string, name: string, file: Uint8Array): Buffer {
  checkName(who, "name", name);
  if (!(file instanceof Uint8Array)) refuse(who, "bytes", "must be a Uint8Array", file);
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}

/** The refusal of a project that is not there. */
export function noProject(who: string, project: string): StoreError {
  return new StoreError("not-found", { who, argument: "project", rule: "must exist", value: project });
}
