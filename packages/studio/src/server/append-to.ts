// Appends whole texts to a file, for the log of a studio.
import { open } from "node:fs/promises";

/** Appends to a file that its owner alone may read; a text that does not fit on the disk is taken back. */
export function appendTo(path: string): (text: string) => Promise<void> {
  return async (text) => {
    const file = await open(path, "a", 0o600);
    try {
      const { size } = await file.stat();
      try {
        await file.appendFile(text);
      } catch (error) {
        await file.truncate(size).catch(() => {});
        throw error;
      }
    } finally {
      await file.close();
    }
  };
}
