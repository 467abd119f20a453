// Bytes at the end of a file, all of them or none. A full disk takes a part of a line without an error and rejects only
// the rest, so the number of bytes written is checked, and an incomplete line is removed again.
import { fstatSync, fsyncSync, ftruncateSync, writeSync } from "node:fs";

/** What is used of the file system; tests pass one that fails. */
export interface AppendCalls {
  readonly writeSync: (file: number, bytes: Uint8Array, offset: number) => number;
  readonly fsyncSync: (file: number) => void;
  readonly ftruncateSync: (file: number, size: number) => void;
}

const SYSTEM: AppendCalls = {
  writeSync: (file, bytes, offset) => writeSync(file, bytes, offset),
  fsyncSync,
  ftruncateSync,
};

/**
 * Appends bytes to an open file and waits until they are on the disk.
 * @returns The size of the file afterwards.
 * @throws The system's error, with the file as it was, if they do not all get there.
 */
export function appendWhole(file: number, bytes: Uint8Array, calls: AppendCalls = SYSTEM): number {
  const before = fstatSync(file).size;
  try {
    for (let at = 0; at < bytes.length; ) {
      const written = calls.writeSync(file, bytes, at);
      if (written === 0) throw Object.assign(new Error("no byte was written"), { code: "ENOSPC" });
      at += written;
    }
    calls.fsyncSync(file);
  } catch (error) {
    try {
      calls.ftruncateSync(file, before);
    } catch {
      // Readers leave out a line without an end, which is all that can be left.
    }
    throw error;
  }
  return before + bytes.length;
}
