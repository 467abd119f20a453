// One owner of a folder at a time. The lock is SQLite's lock on a file that holds nothing: the operating system gives it
// back when the process ends, however it ends, so a lock is never left behind by a process that was killed.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { refuse, StoreError } from "./store-error.ts";

/** The locks that this process holds: one that nothing points to any more would be given back by the garbage collector. */
const held = new Set<Sqlite.Database>();

/** A lock that is held. */
export interface HeldLock {
  /** Keeps a note for those who find the lock held, such as an address. */
  note(text: string): void;
  release(): void;
}

/**
 * Takes the lock of a file; the file is created if it does not exist.
 * @throws StoreError "locked" if another process, or another caller in this process, holds it; the message ends with their note.
 * @example
 * const lock = holdLock(`${folder}/lock`);
 * lock.release() // undefined
 */
export function holdLock(file: string): HeldLock {
  if (typeof file !== "string" || file === "") refuse("holdLock", "file", "must be the path of a file", file);
  const notes = `${file}.note`;
  mkdirSync(dirname(file), { recursive: true });
  // Only SQLite may open the file: where a process closes any handle of it, POSIX drops all of the process's locks.
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.pragma("journal_mode = MEMORY"); // no second file beside it
    lock.exec("begin exclusive");
    chmodSync(file, 0o600);
  } catch (error) {
    lock.close();
    if (!String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) throw error;
    const note = noteOf(notes);
    throw new StoreError("locked", { who: "holdLock", argument: "the lock", rule: `is held${note && ` by ${note}`}` });
  }
  rmSync(notes, { force: true });
  held.add(lock);
  return {
    note: (text) => writeFileSync(notes, text, { mode: 0o600 }),
    release: () => {
      rmSync(notes, { force: true });
      lock.close();
      held.delete(lock);
    },
  };
}

function noteOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return ""; // the owner has written none yet
  }
}
