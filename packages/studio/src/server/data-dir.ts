// Where a studio keeps its data by default.
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where a studio's data is. */
export interface StudioPlace {
  /**
   * Where projects are kept; `~/.xpal/studio` by default. With a store elsewhere it holds only the server's log and the
   * uploads that it is reading, and is by default the first of `~/.xpal/server`, `server-2` and so on that is free.
   */
  readonly dataDir?: string;
  /** The store, "sqlite:PATH" or "postgres://..."; by default a SQLite file in the data folder. */
  readonly store?: string;
}

/** The data folders to choose from, in their order, and the address of the store. */
export function placeOf({ dataDir, store }: StudioPlace): { dataDirs: readonly [string, ...string[]]; store: string } {
  const home = join(homedir(), ".xpal");
  if (dataDir === undefined && store !== undefined) {
    const more = Array.from({ length: MAX_SERVERS - 1 }, (_, at) => join(home, `server-${at + 2}`));
    return { dataDirs: [join(home, "server"), ...more], store };
  }
  const folder = resolve(dataDir ?? join(home, "studio"));
  return { dataDirs: [folder], store: store ?? `sqlite:${join(folder, "studio.sqlite")}` };
}

/** On one machine without folders of their own. */
const MAX_SERVERS = 32;
