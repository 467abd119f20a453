// Whether a store is sound: the database's own check, then the rules of the logs.
import { checksumOfFile } from "./checksum.ts";
import { type Connection, guarded } from "./connection.ts";
import { numbered } from "./events.ts";
import { faultsOfLog, goesOn, type NumberedRow } from "./faults-of-log.ts";
import { bytesOf } from "./file-bytes.ts";
import { isProjectAsWritten } from "./projects.ts";
import type { StoreFault } from "./store.ts";
import { StoreError } from "./store-error.ts";
import type { Tabled } from "./tables.ts";

const PAGE = 1000;

/** Rejects a store with a fault, naming the first. */
export async function check(connection: Connection): Promise<void> {
  const faults = await faultsOf(connection);
  if (faults.length === 0) return;
  throw new StoreError("damaged", {
    who: "check",
    argument: "the store",
    rule: `has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}: ${shown(faults[0])}`,
    wayOut: "restore a backup of it",
  });
}

function shown({ project, fault }: StoreFault): string {
  return project === null ? fault : `project ${project}: ${fault}`;
}

/** Everything that is wrong with a store. */
export function faultsOf(connection: Connection): Promise<StoreFault[]> {
  return guarded(connection, "check", async () => [
    ...(await connection.faults()).map((fault) => ({ project: null, fault, canRepair: false })),
    // At one moment: what is written between two looks is no fault.
    ...(await connection.snapshot(faultsOfProjects)),
  ]);
}

/**
 * Sets the last number of a project to that of its last event, where the log goes on behind it and is otherwise sound. A log
 * that ends before it has lost events: it is left as it is, so that nobody takes it for whole.
 * @returns The faults that were there and are gone.
 */
export async function repair(connection: Connection): Promise<StoreFault[]> {
  const faults = (await faultsOf(connection)).filter(({ canRepair }) => canRepair);
  if (faults.length === 0) return [];
  await guarded(connection, "repair", () =>
    connection.db.transaction().execute(async (db) => {
      for (const { project } of faults) {
        const id = project as string;
        // The project's row first, as `append` does, so that no event comes in between.
        await db
          .updateTable("project")
          .set(({ ref }) => ({ last: ref("last") }))
          .where("id", "=", id)
          .execute();
        const newest = db.selectFrom("event").select("sequence").where("project", "=", id).orderBy("sequence", "desc");
        const last = (await newest.limit(1).executeTakeFirst())?.sequence ?? 0;
        await db.updateTable("project").set({ last }).where("id", "=", id).execute();
      }
    }),
  );
  return faults;
}

async function faultsOfProjects(db: Tabled): Promise<StoreFault[]> {
  const projects = await db.selectFrom("project").selectAll().orderBy("id").execute();
  const faults: StoreFault[] = [];
  for (const row of projects) {
    const add = (fault: string, canRepair = false) => faults.push({ project: row.id, fault, canRepair });
    if (!isProjectAsWritten(row)) add("what is stored about it was changed after it was written");
    const log = await rowsOfLog(db, row.id);
    const wrong = faultsOfLog(log, 0, row.last);
    for (const fault of wrong) add(fault, wrong.length === 1 && fault === goesOn(log.length, row.last));
    for (const name of await changedFiles(db, row.id))
      add(`the file ${JSON.stringify(name)} was changed after it was written`);
  }
  const known = new Set(projects.map(({ id }) => id));
  for (const { project } of await db.selectFrom("event").select("project").distinct().execute()) {
    if (known.has(project)) continue;
    faults.push({ project, fault: `events of project ${project}, which is not there`, canRepair: false });
  }
  return faults;
}

async function rowsOfLog(db: Tabled, project: string): Promise<NumberedRow[]> {
  const log = db.selectFrom("event").selectAll().where("project", "=", project).orderBy("sequence").limit(PAGE);
  const rows: NumberedRow[] = [];
  for (let after = 0; ; ) {
    const page = await log.where("sequence", ">", after).execute();
    rows.push(...page.map(numbered));
    if (page.length < PAGE) return rows;
    after = page[page.length - 1].sequence;
  }
}

async function changedFiles(db: Tabled, project: string): Promise<string[]> {
  const changed: string[] = [];
  const files = db.selectFrom("file").where("project", "=", project).orderBy("name");
  for (const { name, checksum } of await files.select(["name", "checksum"]).execute()) {
    const bytes = await bytesOf(db, project, name);
    if (checksum !== checksumOfFile({ project, name, bytes })) changed.push(name);
  }
  return changed;
}
