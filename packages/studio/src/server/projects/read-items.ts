// The items of a project as the store keeps them: those that it began with, then the rows that were added, in the order
// in which the log names their files.
import type { Table } from "@xpal/data";
import { tableFromBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { appendTable } from "./add-rows.ts";
import { TABLE_FILE } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

/**
 * All items.
 * @param rowFiles The files of added rows, as the log names them.
 * @returns Undefined when there is no such project.
 * @throws StudioError "damaged" if there is one without its items.
 */
export async function readItems(
  store: ProjectStore,
  project: string,
  rowFiles: readonly string[],
): Promise<Table | undefined> {
  const bytes = await store.files.get(project, TABLE_FILE);
  if (bytes === undefined) {
    if ((await store.projects.get(project)) === undefined) return undefined; // removed meanwhile
    throw new StudioError("damaged", "the items of the project are missing");
  }
  let table = read(bytes, "the items of the project");
  for (const file of rowFiles) {
    const more = await store.files.get(project, file);
    if (more === undefined) throw new StudioError("damaged", `the added rows ${JSON.stringify(file)} are missing`);
    table = appendTable(table, read(more, `the added rows ${JSON.stringify(file)}`));
  }
  return table;
}

function read(bytes: Uint8Array, what: string): Table {
  try {
    return tableFromBytes(bytes);
  } catch {
    throw new StudioError("damaged", `${what} cannot be read`);
  }
}
