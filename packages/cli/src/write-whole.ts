// A file is written under another name, read back and then renamed, so that nobody ever reads an incomplete file. A file that is
// replaced keeps its permissions; where its name is a symbolic link, the file that it points to is replaced.
import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { XpalError } from "@xpal/core";

/** Writes a file in one go, durably; a new one for all whom the system lets read, or only for those who may read `like`. */
export function writeWhole(path: string, content: string | Uint8Array, like?: string): void {
  const target = targetOf(path);
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  const bytes = Buffer.from(content);
  try {
    const before = statSync(target, { throwIfNoEntry: false });
    if (before?.isFile() === false) {
      writeFileSync(target, bytes); // a pipe or device such as /dev/stdout stays what it is
      return;
    }
    const file = openSync(draft, "wx", before === undefined ? modeLike(like) : 0o600);
    try {
      writeFileSync(file, bytes);
      if (before !== undefined) keepPermissions(file, before);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!readFileSync(draft).equals(bytes)) throw new Error("what was written is not what is read back");
    renameSync(draft, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    rejectPlace("file", path, error);
  }
}

/** A long file that is written piece by piece under another name; it gets its own when it is whole. */
export class WholeFile {
  readonly #path: string;
  readonly #target: string;
  readonly #draft: string;
  readonly #file: number;
  readonly #before: Stats | undefined;

  /** @throws XpalError if it cannot be written, as the methods do. */
  constructor(path: string) {
    this.#path = path;
    this.#target = targetOf(path);
    this.#draft = `${this.#target}.${randomBytes(4).toString("hex")}.part`;
    this.#before = statSync(this.#target, { throwIfNoEntry: false });
    this.#file = this.#tried(() => openSync(this.#draft, "wx", this.#before === undefined ? modeLike() : 0o600));
  }

  write(text: string): void {
    this.#tried(() => writeFileSync(this.#file, text));
  }

  /** The file is whole and gets its name. */
  finish(): void {
    this.#tried(() => {
      if (this.#before !== undefined) keepPermissions(this.#file, this.#before);
      fsyncSync(this.#file);
      closeSync(this.#file);
      renameSync(this.#draft, this.#target);
      syncFolder(dirname(this.#target));
    });
  }

  /** Removes what was written. */
  abandon(): void {
    closeSync(this.#file);
    rmSync(this.#draft, { force: true });
  }

  #tried<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      return rejectPlace("--out", this.#path, error);
    }
  }
}

/** The permissions of a new file that says something about another: not more than the other has, but its owner writes. */
export function modeLike(file?: string): number {
  const mode = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.mode;
  return ((mode ?? 0o666) & 0o666) | 0o600;
}

/** The file itself where the path is a symbolic link, also one that points to nothing yet. */
export function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path));
    } catch {
      return path;
    }
  }
}

/** Makes a new name in a folder durable; where folders cannot be opened, the system does so itself. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Windows, and some network drives
  }
}

function keepPermissions(file: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // only the superuser may give a file away
  }
  fchmodSync(file, mode & 0o7777);
}

/** Rejects a path that cannot be written to, before a long computation rather than after it. */
export function checkWritable(argument: string, path: string): void {
  try {
    const target = targetOf(path);
    accessSync(dirname(target), constants.W_OK);
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(), { code: "EISDIR" });
  } catch (error) {
    rejectPlace(argument, path, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EACCES: "it may not be written",
  EPERM: "it may not be written",
  EROFS: "it may not be written",
  EISDIR: "it is a folder",
  ENOTDIR: "its folder is a file",
  ENOSPC: "the disk is full",
  EDQUOT: "there is no room left for your files on the disk",
  EFBIG: "it would become larger than files may be",
};

function rejectPlace(argument: string, path: string, error: unknown): never {
  if (error instanceof XpalError) throw error;
  throw new XpalError("bad-argument", {
    who: "writeWhole",
    argument,
    rule: `must be a file that can be written, but ${reasonOf(error)}`,
    value: path,
    wayOut: "choose another path",
  });
}

/** Why the system rejected to write, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return REASONS[code] ?? `it is rejected with ${code || String(error)}`;
}
