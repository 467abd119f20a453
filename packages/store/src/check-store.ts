// Whether a store is sound: the database's own check, then the rules of the logs.
import { type Connection, guarded } from "./connection.ts";
import { faultsOfTexts } from "./faults-of-texts.ts";
import type { StoreFault } from "./store.ts";
import { StoreError } from "./store-error.ts";
import type { Tabled } from "./tables.ts";

/** Refuses a store with a fault, naming the first. */
export async function check(connection: Connection): Promise<void> {
  const faults = await faultsOf(connection);
  if (faults.length === 0) return;
  throw new StoreError("damaged", {
    who: "check",
    argument: "the store",
    rule: `has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}: ${faults[0].fault}`,
    wayOut: "restore a backup of it",
  });
}

/** Everything that is wrong with a store. */
export function faultsOf(connection: Connection): Promise<StoreFault[]> {
  return guarded(connection, "check", async () => [
    ...(await connection.faults()).map((fault) => ({ project: null, fault, canRepair: false })),
    // At one moment: what is written between two looks is no fault.
    ...(await connection.snapshot(async (db) => [...(await faultsOfLogs(db)), ...(await faultsOfTexts(db))])),
  ]);
}

/**
 * Sets the last number of each project to that of its last event, where it says something else.
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

/** A log must run from 1 to its project's last number without a gap, and belong to a project. */
async function faultsOfLogs(db: Tabled): Promise<StoreFault[]> {
  const logs = await db
    .selectFrom("event")
    .select(({ fn }) => ["project", fn.countAll().as("count"), fn.max("sequence").as("last")])
    .groupBy("project")
    .execute();
  const projects = new Map(
    (await db.selectFrom("project").select(["id", "last"]).execute()).map((p) => [p.id, p.last]),
  );
  const faults: StoreFault[] = [];
  for (const { project, count, last } of logs) {
    const [canRepair, expected] = [false, projects.get(project)];
    if (expected === undefined)
      faults.push({ project, fault: `events of project ${project}, which is not there`, canRepair });
    else if (Number(count) !== last)
      faults.push({ project, fault: `the log of project ${project} has a gap`, canRepair });
  }
  const lasts = new Map(logs.map(({ project, last }) => [project, last]));
  for (const [project, last] of projects) {
    const found = lasts.get(project) ?? 0;
    if (found === last) continue;
    const fault = `the log of project ${project} ends at ${found}, not at its last number ${last}`;
    faults.push({ project, fault, canRepair: true });
  }
  return faults;
}
