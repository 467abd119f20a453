// The files that a source is read from, and whether they still are what they were when it was opened.
import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { checkText, reject } from "@xpal/core/check";

/** The files of a source, in the order of their rows. */
export interface SourceFiles {
  readonly paths: readonly string[];
  readonly bytes: number;
  /** The same as long as no file is written to. */
  readonly fingerprint: string;
  /** @throws XpalError if a file has changed since, or is gone. */
  checkUnchanged(): void;
}

const PARQUET = /\.parquet$/i;

/**
 * The Parquet files of a folder in the order of their names; empty if it has others beside them, or none.
 * @throws XpalError if it is no folder, or cannot be read.
 * @example
 * writeFileSync(`${folder}/part-10.parquet`, "");
 * writeFileSync(`${folder}/part-2.parquet`, "");
 * (await parquetParts(folder)).map((path) => path.slice(-15)) // ["/part-2.parquet", "part-10.parquet"]
 */
export async function parquetParts(folder: string): Promise<string[]> {
  checkText("parquetParts", "folder", folder);
  const all = await readdir(folder, { withFileTypes: true }).catch(() =>
    reject("parquetParts", "folder", "must be a folder that can be read", folder),
  );
  const entries = all.filter(({ name }) => !/^[._]/.test(name));
  if (!entries.every((entry) => entry.isFile() && PARQUET.test(entry.name))) return [];
  const inOrder = new Intl.Collator("en", { numeric: true }); // part-2 before part-10
  return entries
    .map(({ name }) => name)
    .sort((a, b) => inOrder.compare(a, b) || (a < b ? -1 : 1))
    .map((name) => join(folder, name));
}

/** Remembers what the files are now. */
export async function sourceFiles(path: string, paths: readonly string[]): Promise<SourceFiles> {
  const before = await Promise.all(paths.map((one) => stat(one)));
  const marks = before.map(markOf);
  const hash = createHash("sha256");
  for (const [i, mark] of marks.entries()) hash.update(`${basename(paths[i])}\n${mark}\n`);
  return {
    paths,
    bytes: before.reduce((sum, { size }) => sum + size, 0),
    fingerprint: hash.digest("hex").slice(0, 24),
    checkUnchanged() {
      for (const [i, one] of paths.entries()) {
        const now = statSync(one, { throwIfNoEntry: false });
        const wayOut = "wait until nobody writes to it, and start again";
        if (now === undefined && paths.length > 1) {
          const rule = `must keep its ${paths.length} parts while it is read, but ${basename(one)} is missing`;
          reject("readTable", path, rule, undefined, "put it back, or start again without it");
        }
        if (now === undefined) reject("readTable", path, "must stay while it is read, but it is gone");
        if (markOf(now) !== marks[i]) {
          const which = paths.length > 1 ? `${basename(one)} has changed` : "it has changed";
          reject("readTable", path, `must not change while it is read, but ${which}`, undefined, wayOut);
        }
      }
    },
  };
}

function markOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}
