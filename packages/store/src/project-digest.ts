// One hash over everything that is stored of a project, so that two copies can be compared without having both in memory.

import { createHash, type Hash } from "node:crypto";
import { bytesOf } from "./file-bytes.ts";
import type { Tabled } from "./tables.ts";

const PAGE = 500;

/** What a project amounts to. */
export interface ProjectDigest {
  readonly events: number;
  readonly files: number;
  /** Of its files. */
  readonly bytes: number;
  /** Over the project, its log in order, and the names and contents of its files. */
  readonly sha256: string;
}

/** Reads a project whole; undefined if there is no such project. */
export async function digestOf(db: Tabled, project: string, signal?: AbortSignal): Promise<ProjectDigest | undefined> {
  const row = await db.selectFrom("project").selectAll().where("id", "=", project).executeTakeFirst();
  if (row === undefined) return undefined;
  const hash = createHash("sha256");
  add(hash, [row.id, row.title, row.at, row.about, row.last]);
  const events = await addEvents(db, project, hash, signal);
  let [files, bytes] = [0, 0];
  const stored = db.selectFrom("file").where("project", "=", project).orderBy("name");
  for (const { name } of await stored.select("name").execute()) {
    signal?.throwIfAborted();
    const content = await bytesOf(db, project, name);
    add(hash, [name, content.byteLength]);
    hash.update(content);
    files++;
    bytes += content.byteLength;
  }
  return { events, files, bytes, sha256: hash.digest("hex") };
}

async function addEvents(db: Tabled, project: string, hash: Hash, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const later = db.selectFrom("event").selectAll().where("project", "=", project).where("sequence", ">", after);
    const rows = await later.orderBy("sequence").limit(PAGE).execute();
    if (rows.length === 0) return count;
    for (const { sequence, id, kind, at, body } of rows) add(hash, [sequence, id, kind, at, body]);
    count += rows.length;
    after = rows[rows.length - 1].sequence;
  }
}

/** As JSON, so that no two lists of texts read the same when put together. */
function add(hash: Hash, parts: readonly (string | number)[]): void {
  hash.update(`${JSON.stringify(parts)}\n`);
}
