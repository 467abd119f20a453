// Whether the file of a database that is open is still the one at its path. SQLite goes on in a file that was removed or
// replaced, and what it writes there is gone with the process.
import { type Stats, statSync } from "node:fs";
import { StoreError } from "./store-error.ts";

/**
 * Remembers which files lie at the path of a database that was just opened.
 * @returns A check that throws StoreError "unreachable" if the database, or the log of its latest commits beside it, is not
 * the same file any more.
 */
export function fileInPlace(path: string): () => void {
  const log = `${path}-wal`;
  const database = statSync(path, { throwIfNoEntry: false });
  let commits = statSync(log, { throwIfNoEntry: false });
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    commits ??= statSync(log, { throwIfNoEntry: false });
    const isThere = isSame(database, found) && found !== undefined && found.size > 0;
    if (isThere && isSame(commits, statSync(log, { throwIfNoEntry: false }))) return;
    throw new StoreError("unreachable", {
      who: "fileInPlace",
      argument: isThere ? `the file ${JSON.stringify(log)}` : `the database ${JSON.stringify(path)}`,
      rule: "was removed or replaced while it was in use, so nothing more is stored",
      wayOut: "stop the program, put the file back or restore a backup, and start again",
    });
  };
}

function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  return before?.ino === now?.ino && before?.dev === now?.dev;
}
