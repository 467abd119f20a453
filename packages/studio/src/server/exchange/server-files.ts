// Files of the server's machine that an admin may import by name: those in the folders named when the server was started.
// Large files need no upload then. docs/decisions/0332-files-of-the-server.md says who may read what.
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { allowedPath, parquetParts } from "@xpal/data";
import type { ServerFile } from "../../protocol/server-files.ts";
import { StudioError } from "../studio-error.ts";

/** What may be named. */
export interface OpenFolders {
  readonly folders: readonly string[];
  /** The studio's own folder, whose files log people in; it stays closed where it lies in an open one. */
  readonly except: string;
}

/** More files are not listed, and more names of a folder not looked at; they can be named all the same. */
const MAX_LISTED = 200;
const MAX_LOOKED_AT = 1000;

/**
 * The path of a file, links resolved, and the folder that its images may lie in.
 * @throws StudioError if it does not lie in one of the folders; whether it exists elsewhere is not told.
 */
export async function serverFile(
  path: string,
  { folders, except }: OpenFolders,
): Promise<{ readonly path: string; readonly folder: string }> {
  const named = allowedPath(path, folders);
  const found = named === undefined || allowedPath(named, [except]) !== undefined ? undefined : named;
  const info = found === undefined ? undefined : statSync(found, { throwIfNoEntry: false });
  if (found !== undefined && info?.isFile()) return { path: found, folder: dirname(found) };
  if (found !== undefined && info?.isDirectory() && (await parquetParts(found)).length > 0)
    return { path: found, folder: found };
  const where = folders.length === 0 ? "a folder named by --files" : folders.join(" or ");
  throw new StudioError(
    "bad-argument",
    `no file and no folder of Parquet parts of this name is in ${where}; links to files outside of it are not followed`,
  );
}

/** The files at the top of the folders, in the order of their names. */
export async function listServerFiles({ folders, except }: OpenFolders): Promise<ServerFile[]> {
  const files: ServerFile[] = [];
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      if (files.length === MAX_LISTED) return files;
      const path = join(folder, name);
      const found = await serverFile(path, { folders: [folder], except }).catch(() => undefined);
      if (found !== undefined) files.push({ path, bytes: bytesOf(found.path) });
    }
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort()
      .slice(0, MAX_LOOKED_AT);
  } catch {
    return []; // it was removed since
  }
}

/** Null for a folder of parts. */
function bytesOf(path: string): number | null {
  const info = statSync(path, { throwIfNoEntry: false });
  return info?.isFile() ? info.size : null;
}
