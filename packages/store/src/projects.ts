// Projects and their removal. What a project is, is fixed when it is made; what happens to it is in its log.
import { checksumOfProject } from "./checksum.ts";
import { type Connection, guarded, guardedWrite } from "./connection.ts";
import { checkName, checkTime, encodeJson, readJson } from "./encode-json.ts";
import { appendEvents, checkEvents } from "./events.ts";
import { putFile } from "./files.ts";
import type { Project, ProjectDraft, Projects } from "./store.ts";
import { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** The projects of a store. */
export function projectsOf(connection: Connection): Projects {
  const { db } = connection;
  return {
    create: (draft, files = new Map(), events = []) => {
      const row = checkDraft(draft);
      const first = checkEvents("projects.create", draft.id, events);
      return guardedWrite(connection, "projects.create", () =>
        db.transaction().execute(async (transaction) => {
          const insert = transaction.insertInto("project").values(row);
          const [result] = await insert.onConflict((clash) => clash.doNothing()).execute();
          if ((result.numInsertedOrUpdatedRows ?? 0n) > 0n) {
            for (const [name, bytes] of files) await putFile(transaction, "projects.create", draft.id, name, bytes);
            return {
              ...draft,
              last: (await appendEvents(connection, transaction, draft.id, first)).at(-1)?.sequence ?? 0,
            };
          }
          const there = await transaction
            .selectFrom("project")
            .selectAll()
            .where("id", "=", draft.id)
            .executeTakeFirst();
          return checkSame(there!, row);
        }),
      );
    },
    get: (id) =>
      guarded(connection, "projects.get", async () => {
        const found = db.selectFrom("project").selectAll().where("id", "=", id).where("binned", "is", null);
        const row = await found.executeTakeFirst();
        return row === undefined ? undefined : decode(row);
      }),
    list: () =>
      guarded(connection, "projects.list", async () => {
        const all = db.selectFrom("project").selectAll().where("binned", "is", null);
        return (await all.orderBy("at", "desc").orderBy("id").execute()).map(decode);
      }),
    bin: (id, at) => {
      checkTime("projects.bin", at);
      return guardedWrite(connection, "projects.bin", () =>
        db.transaction().execute(async (transaction) => {
          const update = transaction.updateTable("project").set({ binned: at });
          const done = await update.where("id", "=", id).where("binned", "is", null).executeTakeFirst();
          if (done.numUpdatedRows === 0n) return false;
          await transaction.deleteFrom("lease").where("project", "=", id).execute();
          await connection.announceRemoval(transaction, id);
          return true;
        }),
      );
    },
    binned: () =>
      guarded(connection, "projects.binned", async () => {
        const all = db.selectFrom("project").selectAll().where("binned", "is not", null);
        const rows = await all.orderBy("binned", "desc").orderBy("id").execute();
        return rows.map((row) => ({ ...decode(row), binned: row.binned as string }));
      }),
    restore: (id) =>
      guardedWrite(connection, "projects.restore", async () => {
        const update = db.updateTable("project").set({ binned: null });
        const done = await update.where("id", "=", id).where("binned", "is not", null).executeTakeFirst();
        return done.numUpdatedRows > 0n;
      }),
    remove: (id) =>
      guarded(connection, "projects.remove", () =>
        db.transaction().execute(async (transaction) => {
          await transaction.deleteFrom("project").where("id", "=", id).execute();
          await transaction.deleteFrom("event").where("project", "=", id).execute();
          await transaction.deleteFrom("file").where("project", "=", id).execute();
          await transaction.deleteFrom("lease").where("project", "=", id).execute();
          await connection.announceRemoval(transaction, id);
        }),
      ),
  };
}

type ProjectRow = Omit<Tables["project"], "last"> & { last: number };

type NewRow = Omit<ProjectRow, "last" | "binned">;

function checkDraft({ id, title, at, about: value }: ProjectDraft): NewRow {
  checkName("projects.create", "id", id);
  checkName("projects.create", "title", title);
  checkTime("projects.create", at);
  const row = { id, title, at, about: encodeJson("projects.create", "about", value) };
  return { ...row, checksum: checksumOfProject(row) };
}

function checkSame(there: ProjectRow, row: NewRow): Project {
  if (there.title === row.title && there.about === row.about && there.at === row.at) return decode(there);
  throw new StoreError("conflict", {
    who: "projects.create",
    argument: "id",
    rule: "must not belong to another project",
    value: row.id,
  });
}

/** One project that is damaged must not hide the others; `faults` names it. */
function decode(row: ProjectRow): Project {
  const { id, title, at, about, last } = row;
  return { id, title, at, about: isProjectAsWritten(row) ? readJson(about) : null, last };
}

/** Whether what is stored about a project is what was written. */
export function isProjectAsWritten(row: NewRow): boolean {
  return row.checksum === checksumOfProject(row);
}
