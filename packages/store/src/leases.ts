// What the people who work on a project hold at the moment, for servers that share a store. Whoever changes it is alone
// with it and has read the log to its end, so that no two servers hand out the same thing, nor anything that is done.
import { type Connection, guarded } from "./connection.ts";
import { checkName, encodeJson, readJson } from "./encode-json.ts";
import { eventsBehind } from "./events.ts";
import { noProject } from "./files.ts";
import type { Lease, LeaseChange, Leases } from "./store.ts";
import type { Tabled } from "./tables.ts";

const WHO = "leases.change";

/** The leases of a store. */
export function leasesOf(connection: Connection): Leases {
  const { db } = connection;
  return {
    change: (project, after, work) =>
      guarded(connection, WHO, () =>
        db.transaction().execute(async (transaction) => {
          await connection.holdLeases(transaction, project);
          const rows = await transaction
            .selectFrom("project")
            .leftJoin("lease", "lease.project", "project.id")
            .select(["project.last", "lease.holder", "lease.held"])
            .where("project.id", "=", project)
            .where("project.binned", "is", null)
            .execute();
          if (rows.length === 0) throw noProject(WHO, project);
          const events = rows[0].last > after ? await eventsBehind(transaction, project, after) : [];
          const leases = rows.flatMap(({ holder, held }) =>
            holder === null || held === null ? [] : [{ holder, held: readJson(held) }],
          );
          const change = work({ leases, events });
          await write(transaction, project, change);
          return change.result;
        }),
      ),
  };
}

async function write(db: Tabled, project: string, { put = [], remove = [] }: LeaseChange<unknown>): Promise<void> {
  if (remove.length > 0) {
    await db
      .deleteFrom("lease")
      .where("project", "=", project)
      .where("holder", "in", [...remove])
      .execute();
  }
  if (put.length === 0) return;
  await db
    .insertInto("lease")
    .values(put.map((lease) => ({ project, ...checkLease(lease) })))
    .onConflict((clash) =>
      clash.columns(["project", "holder"]).doUpdateSet(({ ref }) => ({ held: ref("excluded.held") })),
    )
    .execute();
}

function checkLease({ holder, held }: Lease): { holder: string; held: string } {
  checkName(WHO, "holder", holder);
  return { holder, held: encodeJson(WHO, "held", held) };
}
