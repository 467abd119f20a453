// A new file that is there whole or not at all, and that nobody else may read: labels are somebody's own.
import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "./store-error.ts";

/** Lets `write` make a SQLite file under another name, which becomes `file` when it is whole. */
export async function writeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  if (existsSync(file)) {
    throw new StoreError("conflict", { who: "backup", argument: "file", rule: "must not exist yet", value: file });
  }
  if (!existsSync(dirname(file))) {
    const rule = "must be in a folder that exists";
    throw new StoreError("cannot-open", { who: "backup", argument: "file", rule, value: file });
  }
  const part = `${file}.part`;
  discard(part);
  try {
    closeSync(openSync(part, "wx", 0o600)); // SQLite takes an empty file for a new one
    await write(part);
    renameSync(part, file);
  } finally {
    discard(part);
  }
}

function discard(part: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(part + suffix, { force: true });
}
