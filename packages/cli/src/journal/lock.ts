// One command at a time writes a journal or the file beside it. A command puts a claim of its own into the folder
// FILE.labels.lock and then looks at the other claims: if one belongs to a process that is alive, it takes its own
// back and refuses. Of two commands that start together at least one sees the other's claim, so two never go on. A
// claim whose process has ended, by kill -9 or with the machine, is ignored and removed; since every claim has a
// unique name, no other claim can be removed by mistake. A file that is named by a symbolic link has the lock of the file
// itself, or where nobody may write there, one beside the link. Node has no file locks (docs/decisions/0110-journal-lock.md).
import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, mkdirSync, openSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { XpalError } from "@xpal/core";
import { reasonOf } from "../write-whole.ts";
import { placesBeside } from "./beside.ts";
import { isRunning, type ProcessName, processName, thisProcess } from "./process-name.ts";

/** Held until it is released, or the process ends. */
export interface Lock {
  release(): void;
}

/** Two commands that start at the same moment may both step back; each tries again after another pause. */
const ATTEMPTS = 6;
const LONGEST_PAUSE_MS = 80;

/**
 * Locks a file and its journal for this process.
 * @param path The file that is labelled.
 * @throws XpalError if another process holds the lock, or its folder cannot be written to.
 */
export async function lockFile(path: string): Promise<Lock> {
  const folder = lockFolder(path);
  for (let attempt = 1; ; attempt++) {
    const claim = claimIn(folder, path);
    const other = otherClaims(folder, claim)[0];
    if (other === undefined) return { release: () => withdraw(folder, claim) };
    withdraw(folder, claim);
    if (attempt === ATTEMPTS) refuse(path, folder, other);
    await setTimeout(Math.random() * LONGEST_PAUSE_MS);
  }
}

function lockFolder(path: string): string {
  const [own, real = own] = placesBeside(path, ".labels.lock");
  try {
    accessSync(dirname(real), constants.W_OK);
    return real;
  } catch {
    return own;
  }
}

/** Puts a claim of this process into the folder; its name says everything, so that it is never found half written. */
function claimIn(folder: string, path: string): string {
  const claim = `${thisProcess().text}.${randomBytes(6).toString("hex")}`;
  for (;;) {
    try {
      mkdirSync(folder, { recursive: true });
      closeSync(openSync(join(folder, claim), "wx"));
      return claim;
    } catch (error) {
      // Another command may have removed the folder, which was empty, in between.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") refuseFolder(path, error);
    }
  }
}

/** The claims of other running processes; those of ended ones are removed. */
function otherClaims(folder: string, own: string): ProcessName[] {
  const alive: ProcessName[] = [];
  for (const claim of readdirSync(folder)) {
    const owner = processName(claim);
    if (claim === own || owner === undefined) continue;
    if (isRunning(owner)) alive.push(owner);
    else rmSync(join(folder, claim), { force: true });
  }
  return alive;
}

function withdraw(folder: string, claim: string): void {
  rmSync(join(folder, claim), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // another command has a claim in it, or has removed it
  }
}

function refuseFolder(path: string, error: unknown): never {
  throw new XpalError("bad-argument", {
    who: "lockFile",
    argument: `the folder of ${path}`,
    rule: `must be one that can be written to, since the answers are kept there, but ${reasonOf(error)}`,
    wayOut: "copy the file to another folder",
  });
}

function refuse(path: string, folder: string, { pid, isElsewhere }: ProcessName): never {
  const who = isElsewhere ? `a process on another machine or in another container (${pid})` : `process ${pid}`;
  throw new XpalError("bad-argument", {
    who: "lockFile",
    argument: path,
    rule: `must be labelled or merged by one command at a time, but ${who} is doing so`,
    wayOut: isElsewhere ? `end it first, or remove ${folder} if it no longer runs` : "end it first",
  });
}
