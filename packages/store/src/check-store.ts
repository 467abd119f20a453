// Whether a store is sound: the database's own check, then the rules of the logs.
import { type Connection, guarded } from "./connection.ts";
import { StoreError } from "./store-error.ts";

/** Refuses a store with a fault, naming the first. */
export async function check(connection: Connection): Promise<void> {
  const faults = await guarded(connection, "check", async () => [
    ...(await connection.faults()),
    ...(await faultsOfLogs(connection)),
  ]);
  if (faults.length === 0) return;
  throw new StoreError("damaged", {
    who: "check",
    argument: "the store",
    rule: `has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}: ${faults[0]}`,
    wayOut: "go back to a backup of it",
  });
}

/** A log must run from 1 to its project's last number without a gap, and belong to a project. */
async function faultsOfLogs({ db }: Connection): Promise<string[]> {
  const logs = await db
    .selectFrom("event")
    .select(({ fn }) => ["project", fn.countAll().as("count"), fn.max("sequence").as("last")])
    .groupBy("project")
    .execute();
  const projects = new Map(
    (await db.selectFrom("project").select(["id", "last"]).execute()).map((p) => [p.id, p.last]),
  );
  const faults: string[] = [];
  for (const { project, count, last } of logs) {
    const expected = projects.get(project);
    if (expected === undefined) faults.push(`events of project ${project}, which is not there`);
    else if (Number(count) !== last) faults.push(`the log of project ${project} has a gap`);
  }
  const lasts = new Map(logs.map(({ project, last }) => [project, last]));
  for (const [project, last] of projects) {
    if ((lasts.get(project) ?? 0) !== last)
      faults.push(`the log of project ${project} ends before its last number ${last}`);
  }
  return faults;
}
