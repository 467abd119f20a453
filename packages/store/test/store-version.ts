// Makes a SQLite store look like that of another release.
import Sqlite from "better-sqlite3";

/** Writes another version into a store. */
export function setStoreVersion(file: string, version: number): void {
  const raw = new Sqlite(file);
  raw.prepare("update version set version = ?").run(version);
  raw.close();
}
