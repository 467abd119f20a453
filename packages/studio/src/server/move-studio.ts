// Projects and accounts from one place to another: a data folder or a database. The store copies and compares; here is said
// what the places are, and nobody else may have a folder meanwhile.

import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkText } from "@xpal/core/check";
import { type CopyReport, copyProjects, openStore, shownUrl } from "@xpal/store";
import { checkDatabase } from "./acknowledged.ts";
import { holdDataFolder } from "./hold-data-folder.ts";
import { projectAboutSchema } from "./projects/project-about.ts";
import { StudioError } from "./studio-error.ts";

/** What was moved. */
export interface MoveReport extends CopyReport {
  /** Titles of projects that show images of a folder of this machine, which stay there. */
  readonly withFolder: readonly string[];
}

/**
 * Carries all projects and accounts of a studio to another place. When it returns, every log and every file has been read
 * back from there and is the same; before, nothing of it is to be seen there. The place that they come from is left as it is.
 * @param from A data folder, a file that `backupStudio` wrote, or "postgres://user:password@host:port/database".
 * @param to A data folder, which is created if it does not exist, or a database.
 * @throws StudioError or StoreError if a place is in use or wrong, or has another project under the same id.
 * @example
 * await startStudio({ dataDir: `${folder}/a`, port: 0 }).then((studio) => studio.close());
 * (await moveStudio(`${folder}/a`, `${folder}/b`)).projects // []
 */
export async function moveStudio(
  from: string,
  to: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<MoveReport> {
  checkText("moveStudio", "from", from);
  checkText("moveStudio", "to", to);
  const [source, target] = [placeNamed("from", from), placeNamed("to", to)];
  for (const { folder, file } of [source, target])
    if (folder !== null && file !== null) checkDatabase("moveStudio", folder, file);
  if (source.file !== null && !existsSync(source.file)) {
    throw new StudioError("bad-argument", `moveStudio: from must hold a studio, got ${JSON.stringify(from)}`);
  }
  if (source.url === target.url) {
    throw new StudioError("bad-argument", `moveStudio: to must be another place than from, got ${shown(to)}`);
  }
  return holding("from", source, () => holding("to", target, () => move(source, target, options.signal)));
}

interface Place {
  readonly url: string;
  readonly folder: string | null;
  /** The file of a store in a folder. */
  readonly file: string | null;
}

function placeNamed(argument: string, place: string): Place {
  if (/^postgres(ql)?:\/\//.test(place)) return { url: place, folder: null, file: null };
  if (place === "" || /^[a-z]+:\/\//i.test(place)) {
    const rule = "must be a folder or an address such as postgres://user:password@host:port/database";
    throw new StudioError("bad-argument", `moveStudio: ${argument} ${rule}, got ${shown(place)}`);
  }
  const path = resolve(place);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    if (argument === "from") return { url: `sqlite:${path}`, folder: null, file: path }; // a backup
    throw new StudioError(
      "bad-argument",
      `moveStudio: ${argument} must be a folder or a database, got the file ${shown(place)}`,
    );
  }
  const file = join(path, "studio.sqlite");
  return { url: `sqlite:${file}`, folder: path, file };
}

function shown(place: string): string {
  return JSON.stringify(shownUrl(place));
}

/** Nobody else opens a folder while the work is under way. */
async function holding<T>(argument: "from" | "to", { folder }: Place, work: () => Promise<T>): Promise<T> {
  if (folder === null) return work();
  const { lock } = holdDataFolder([folder], { argument: `moveStudio: ${argument}`, wayOut: "stop it first" });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** A file that is new has another name until it is whole. */
async function move(source: Place, target: Place, signal?: AbortSignal): Promise<MoveReport> {
  const { file } = target;
  const isNew = file !== null && !existsSync(file);
  const part = `${file}.moving`;
  if (isNew) discard(part); // what a move left that was killed
  try {
    const url = isNew ? `sqlite:${part}` : target.url;
    const report = await copyProjects(source.url, url, { signal });
    const withFolder = await foldersIn(url);
    if (isNew) {
      chmodSync(part, 0o600);
      renameSync(part, file);
    }
    return { ...report, withFolder };
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    throw new StudioError("cancelled", "moveStudio: stopped; the other place is as it was");
  } finally {
    if (isNew) discard(part);
  }
}

async function foldersIn(url: string): Promise<string[]> {
  const store = await openStore(url);
  try {
    const projects = [...(await store.projects.list()), ...(await store.projects.binned())];
    return projects
      .filter(({ about }) => (projectAboutSchema.safeParse(about).data?.folder ?? null) !== null)
      .map(({ title }) => title);
  } finally {
    await store.close();
  }
}

function discard(file: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
}
