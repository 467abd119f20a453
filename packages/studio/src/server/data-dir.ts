// Where a studio keeps its data by default.
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where a studio's data is. */
export interface StudioPlace {
  /** Where projects are kept; `~/.xpal/studio` by default. */
  readonly dataDir?: string;
  /** The store, "sqlite:PATH" or "postgres://..."; by default a SQLite file in the data folder. */
  readonly store?: string;
}

/** The data folder and the address of the store. */
export function placeOf({ dataDir, store }: StudioPlace): { dataDir: string; store: string } {
  const folder = resolve(dataDir ?? join(homedir(), ".xpal", "studio"));
  return { dataDir: folder, store: store ?? `sqlite:${join(folder, "studio.sqlite")}` };
}
