// One owner of a folder at a time. The lock is SQLite's lock on a file that holds nothing: the operating system gives it
// back when the process ends, however it ends, so a lock is never left behind by a process that was killed.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { reject, StoreError } from "./store-error.ts";

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
 * @throws StoreError "locked" if another process, or another caller in this process, holds it; the message ends with their note;
 * "cannot-open" if the file cannot be made or written.
 * @example
 * const lock = holdLock(`${folder}/lock`);
 * lock.release() // undefined
 */
export function holdLock(file: string): HeldLock {
  if (typeof file !== "string" || file === "") reject("holdLock", "file", "must be the path of a file", file);
  const notes = `${file}.note`;
  const lock = lockOf(file, notes);
  held.add(lock);
  return {
    note: (text) => {
      try {
        writeFileSync(notes, text, { mode: 0o600 });
      } catch {
        // the disk is full: others are rejected all the same, without being told by whom
      }
    },
    release: () => {
      rmSync(notes, { force: true });
      lock.close();
      held.delete(lock);
    },
  };
}

function lockOf(file: string, notes: string): Sqlite.Database {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const lock = locked(file);
    rmSync(notes, { force: true });
    return lock;
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? "");
    if (code.startsWith("SQLITE_BUSY")) {
      const owner = noteOf(notes);
      const rule = owner === undefined ? "is held" : `is held by ${owner}`;
      throw new StoreError("locked", { who: "holdLock", argument: "the lock", rule, owner });
    }
    if (code === "ENOSPC" || code === "SQLITE_FULL") {
      const wayOut = "free some space and try again";
      throw new StoreError("full", { who: "holdLock", argument: "the disk", rule: "is full", wayOut });
    }
    if (!/^(E[A-Z]+|SQLITE_\w+)$/.test(code)) throw error;
    const rule = `must be in a folder of this user (${code})`;
    throw new StoreError("cannot-open", { who: "holdLock", argument: "file", rule, value: file });
  }
}

function locked(file: string): Sqlite.Database {
  // Only SQLite may open the file: where a process closes any handle of it, POSIX drops all of the process's locks.
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.pragma("journal_mode = MEMORY"); // no second file beside it
    lock.exec("begin exclusive");
    chmodSync(file, 0o600);
  } catch (error) {
    lock.close();
    throw error;
  }
  return lock;
}

function noteOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined; // the owner has written none yet
  }
}
