// The data folder belongs to one studio at a time and to one user of the machine.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HeldLock, holdLock, openStore, type Store, StoreError } from "@xpal/store";
import { checkDatabase, noting } from "./acknowledged.ts";
import { StudioError } from "./studio-error.ts";

/** How a rejection begins, and what it advises. */
interface RejectionWords {
  readonly argument: string;
  readonly wayOut: string;
}

const STARTING = { argument: "startStudio: dataDir", wayOut: "open that one, or choose another folder" };

/** The first folder of some that no other studio has. */
export function holdDataFolder(
  dataDirs: readonly [string, ...string[]],
  words: RejectionWords = STARTING,
): { dataDir: string; lock: HeldLock } {
  const [dataDir, ...others] = dataDirs;
  try {
    checkFolder(dataDir, words);
    return { dataDir, lock: holdOne(dataDir, words) };
  } catch (error) {
    const isTaken = error instanceof StudioError && error.code === "locked";
    if (!isTaken || others.length === 0) throw error;
    return holdDataFolder(others as [string, ...string[]], words);
  }
}

function checkFolder(dataDir: string, { argument }: RejectionWords): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EEXIST", "ENOTDIR"].includes(code)) reject(`${argument} must be a folder`, dataDir);
    reject(`${argument} must be a folder that can be made (${code})`, dataDir);
  }
}

function reject(rule: string, value: string): never {
  throw new StudioError("bad-argument", `${rule}, got ${JSON.stringify(value)}`);
}

/** One studio per data folder: two would each believe to be the only writer of its uploads and projects. */
function holdOne(dataDir: string, { argument, wayOut }: RejectionWords): HeldLock {
  try {
    return holdLock(join(dataDir, "studio.lock"));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code === "cannot-open") reject(`${argument} must be a folder that this user may write to`, dataDir);
    if (error.code !== "locked") throw error;
    const { owner = "another studio" } = error;
    throw new StudioError(
      "locked",
      `${argument} must be free, but ${JSON.stringify(dataDir)} is in use by ${owner}; ${wayOut}`,
    );
  }
}

/**
 * A SQLite store is readable by its owner alone; the files that SQLite adds take the rights of the first.
 * @param dataDir The data folder, if the store is its own: then nothing that was acknowledged there may be missing.
 */
export async function openPrivateStore(url: string, dataDir: string | null): Promise<Store> {
  const path = /^sqlite:(.+)$/s.exec(url)?.[1];
  if (path !== undefined && dataDir !== null) checkDatabase("startStudio", dataDir, path);
  if (path !== undefined && existsSync(dirname(path))) keepPrivate(path);
  const store = await openStore(url, { thread: true });
  if (dataDir === null) return store;
  try {
    return await noting(dataDir, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function keepPrivate(path: string): void {
  try {
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOSPC", "EDQUOT"].includes(code)) throw error;
    reject(`startStudio: store must be a file that belongs to this user (${code})`, path);
  }
}
