// All projects and records of one store into another, in one transaction there: until it says that it is done, nothing is
// to be seen of it. Before that, everything is read back and compared.

import { type Connection, guarded } from "./connection.ts";
import { bytesOf } from "./file-bytes.ts";
import { connect } from "./open-store.ts";
import { digestOf, type ProjectDigest } from "./project-digest.ts";
import { setUp } from "./set-up.ts";
import { reject, StoreError, shownUrl } from "./store-error.ts";
import type { Tabled } from "./tables.ts";

const WHO = "copyProjects";
const PAGE = 500;

/** A project that was copied or was there already. */
export interface CopiedProject extends ProjectDigest {
  readonly id: string;
  readonly title: string;
  /** Whether the other store had it already, the same in every event and byte. */
  readonly wasThere: boolean;
}

/** What became of a copy. */
export interface CopyReport {
  readonly projects: readonly CopiedProject[];
  /** Accounts and other records that were copied. */
  readonly records: number;
  /** Records that the other store has in another form; they stay as they are there. */
  readonly keptRecords: number;
}

/**
 * Copies all projects and records of a store into another one. If it fails or is interrupted, the other store is as before.
 * @param from The address of the store to read, which is left as it is.
 * @param to The address of the store to write to.
 * @throws StoreError "conflict" if a project is there with other content, "stale" if the first store was written to
 * meanwhile, "damaged" if what was written reads back otherwise.
 * @example
 * await (await openStore(`sqlite:${folder}/a.sqlite`)).close();
 * (await copyProjects(`sqlite:${folder}/a.sqlite`, `sqlite:${folder}/b.sqlite`)).projects // []
 */
export async function copyProjects(
  from: string,
  to: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<CopyReport> {
  if (typeof from !== "string") reject(WHO, "from", "must be the address of a store", from);
  if (typeof to !== "string") reject(WHO, "to", "must be the address of a store", to);
  if (shownUrl(from) === shownUrl(to)) {
    const [argument, rule] = ["to", "must be another store than the one to copy from"];
    throw new StoreError("bad-argument", { who: WHO, argument, rule, value: shownUrl(to) });
  }
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      return await guarded(target, WHO, () => copyAll(source, target, options.signal));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function open(url: string): Promise<Connection> {
  const connection = await connect(WHO, url);
  try {
    await setUp(WHO, connection);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function copyAll(source: Connection, target: Connection, signal?: AbortSignal): Promise<CopyReport> {
  let report: CopyReport | undefined;
  await target.alone(async (to) => {
    const before = await lasts(source.db);
    report = await guarded(source, WHO, () => source.snapshot((from) => copyRows(from, to, signal)));
    if ((await lasts(source.db)) !== before) {
      throw new StoreError("stale", {
        who: WHO,
        argument: "the store to copy from",
        rule: "was written to during the copy",
        wayOut: "stop its servers and try again",
      });
    }
    signal?.throwIfAborted();
  });
  return report as CopyReport;
}

/** Where each log ends. */
async function lasts(db: Tabled): Promise<string> {
  return JSON.stringify(await db.selectFrom("project").select(["id", "last"]).orderBy("id").execute());
}

async function copyRows(from: Tabled, to: Tabled, signal?: AbortSignal): Promise<CopyReport> {
  const projects: CopiedProject[] = [];
  for (const row of await from.selectFrom("project").selectAll().orderBy("id").execute()) {
    const { id, title } = row;
    const digest = await digestOf(from, id, signal);
    const there = await digestOf(to, id, signal);
    if (there !== undefined && there.sha256 !== digest?.sha256) throw differs("conflict", title);
    if (there === undefined) {
      await to.insertInto("project").values(row).execute();
      await copyEvents(from, to, id, signal);
      await copyFiles(from, to, id, signal);
      if ((await digestOf(to, id, signal))?.sha256 !== digest?.sha256) throw differs("damaged", title);
    }
    projects.push({ id, title, ...(digest as ProjectDigest), wasThere: there !== undefined });
  }
  return { projects, ...(await copyRecords(from, to)) };
}

async function copyEvents(from: Tabled, to: Tabled, project: string, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const page = from.selectFrom("event").selectAll().where("project", "=", project).where("sequence", ">", after);
    const rows = await page.orderBy("sequence").limit(PAGE).execute();
    if (rows.length === 0) return;
    await to.insertInto("event").values(rows).execute();
    after = rows[rows.length - 1].sequence;
  }
}

async function copyFiles(from: Tabled, to: Tabled, project: string, signal?: AbortSignal): Promise<void> {
  const files = from.selectFrom("file").where("project", "=", project).orderBy("name");
  for (const { name, checksum } of await files.select(["name", "checksum"]).execute()) {
    signal?.throwIfAborted();
    const bytes = await bytesOf(from, project, name);
    await to.insertInto("file").values({ project, name, bytes, checksum }).execute();
  }
}

/** Records change, so those of the other store are not overwritten. */
async function copyRecords(from: Tabled, to: Tabled): Promise<Pick<CopyReport, "records" | "keptRecords">> {
  let [records, keptRecords] = [0, 0];
  for (const row of await from.selectFrom("record").selectAll().execute()) {
    const there = to.selectFrom("record").select("body").where("kind", "=", row.kind).where("key", "=", row.key);
    const known = await there.executeTakeFirst();
    if (known === undefined) {
      await to.insertInto("record").values(row).execute();
      if ((await there.executeTakeFirst())?.body !== row.body) throw differs("damaged", row.key);
      records++;
    } else if (known.body !== row.body) keptRecords++;
  }
  return { records, keptRecords };
}

function differs(code: "conflict" | "damaged", title: string): StoreError {
  const argument = JSON.stringify(title);
  if (code === "damaged") {
    return new StoreError(code, { who: WHO, argument, rule: "was read back with other content than was written" });
  }
  const rule = "is in the other store already, with other content";
  return new StoreError(code, { who: WHO, argument, rule, wayOut: "remove it there, or choose another store" });
}
