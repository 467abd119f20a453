// A file is written beside its place and then renamed, so that nobody ever finds half of one.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { XpalError } from "xpal";

/** Writes a text file in one go. */
export function writeWhole(path: string, content: string): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    const file = openSync(draft, "wx");
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new XpalError("bad-argument", {
      who: "writeWhole",
      argument: `file ${JSON.stringify(path)}`,
      rule: `must be writable (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`,
      wayOut: "choose another place",
    });
  }
}
