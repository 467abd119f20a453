// A file is written beside its place and then renamed, so that nobody ever finds half of one.
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { XpalError } from "xpal";

/** Writes a file in one go, durably. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    const file = openSync(draft, "wx");
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    refusePlace("file", path, error);
  }
}

/** Refuses a place that cannot be written to, before a long computation rather than after it. */
export function checkPlace(argument: string, path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
  } catch (error) {
    refusePlace(argument, path, error);
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
};

function refusePlace(argument: string, path: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  throw new XpalError("bad-argument", {
    who: "writeWhole",
    argument,
    rule: `must be a file that can be written, and ${REASONS[code] ?? `it is refused with ${code || String(error)}`}`,
    value: path,
    wayOut: "choose another place",
  });
}
