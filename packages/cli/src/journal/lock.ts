// One command at a time writes a journal or the file that it belongs to. The lock is that of the store (`holdLock`) on
// FILE.labels.lock: the operating system releases it when the process ends, however it ends.
import { accessSync, constants, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { XpalError } from "@xpal/core";
import { type HeldLock, holdLock, StoreError } from "@xpal/store";
import { reasonOf } from "../write-whole.ts";
import { sidecarPath } from "./sidecar-path.ts";

/** Held until it is released, or the process ends. */
export interface Lock {
  release(): void;
}

/** A command that has just ended, or that starts at the same moment, may hold the lock for an instant. */
const ATTEMPTS = 5;
const PAUSE_MS = 50;

/**
 * Locks a file and its journal for this process.
 * @param file The file that is labelled.
 * @throws XpalError if another process holds the lock, or the folder of the file cannot be written to.
 */
export async function lockFile(file: string): Promise<Lock> {
  const path = sidecarPath(file, ".labels.lock");
  checkFolder(dirname(path), file);
  for (let attempt = 1; ; attempt++) {
    const lock = tryToHold(path, file, attempt === ATTEMPTS);
    if (lock !== undefined) return { release: () => release(lock, path) };
    await setTimeout(PAUSE_MS);
  }
}

/** The lock; undefined if another process holds it and this was not the last attempt. */
function tryToHold(path: string, file: string, isLast: boolean): HeldLock | undefined {
  try {
    for (;;) {
      const before = inodeOf(path);
      const lock = holdLock(path);
      // Whoever releases the lock removes its file: what is locked must be the file that has the name now.
      if (before !== undefined && inodeOf(path) === before) {
        lock.note(`process ${process.pid}`);
        return lock;
      }
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code === "full") rejectFolder(file, { code: "ENOSPC" });
    if (error.code !== "locked") throw error;
    if (!isLast) return undefined;
    const { owner = "another one" } = error;
    throw new XpalError("bad-argument", {
      who: "lockFile",
      argument: file,
      rule: `must be labelled or merged by one command at a time, but ${owner} is doing so`,
      wayOut: "end it first",
    });
  }
}

function release(lock: HeldLock, path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // a system that keeps the names of open files: the next command takes the same file
  }
  lock.release();
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

function checkFolder(folder: string, file: string): void {
  try {
    accessSync(`${folder}/.`, constants.W_OK); // with the dot a file is no folder
  } catch (error) {
    rejectFolder(file, error);
  }
}

function rejectFolder(file: string, error: unknown): never {
  throw new XpalError("bad-argument", {
    who: "lockFile",
    argument: `the folder of ${file}`,
    rule: `must be one that can be written to, since the answers are kept there, but ${reasonOf(error)}`,
    wayOut: "copy the file to another folder",
  });
}
