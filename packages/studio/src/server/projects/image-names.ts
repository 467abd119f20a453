// Names for images that join a project. A name that the project uses for another image would show that one in its place, and
// whoever answers would answer about the wrong image.
import { cellText, type Table } from "@xpal/data";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

const FOLDER = "images/";

/** The names of the images of all items, as the page asks for them. */
export function imageNames(table: Table, image: string | null): ReadonlySet<string> {
  const column = table.columns.find(({ name }) => name === image);
  const names = new Set<string>();
  for (let item = 0; column !== undefined && item < table.rows; item++) names.add(cellText(column, item) ?? "");
  return names;
}

/** What an image is told from others by. */
export async function imageHash(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A project that images join. */
interface ImageProject {
  readonly store: ProjectStore;
  readonly project: string;
  readonly about: ProjectAbout;
  readonly table: Table;
}

/**
 * Other names for those images whose names the project uses for other ones. An image that the project has gets the name that
 * it has there.
 * @param hashes The hash of each image by its name.
 */
export async function imagesToRename(
  { store, project, about, table }: ImageProject,
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const stored = new Set(await store.files.names(project));
  const shown = imageNames(table, about.view.image);
  const given = new Set(hashes.keys());
  const isFor = async (name: string, hash: string): Promise<boolean> => {
    if (!stored.has(FOLDER + name)) return !shown.has(name); // what is shown and not stored lies in a folder of this machine
    return (await imageHash((await store.files.get(project, FOLDER + name)) ?? new Uint8Array())) === hash;
  };
  const renamed = new Map<string, string>();
  for (const [name, hash] of hashes) {
    let other = name;
    for (let copy = 2; !(await isFor(other, hash)) || (other !== name && given.has(other)); copy++) {
      other = numbered(name, copy);
    }
    if (other === name) continue;
    renamed.set(name, other);
    given.add(other);
  }
  return renamed;
}

/** The rows with other names for some of their images. */
export function withImageNames(table: Table, image: string | null, renamed: ReadonlyMap<string, string>): Table {
  const columns = table.columns.map((column) =>
    column.name === image && column.type === "text"
      ? { ...column, values: column.values.map((name) => (name === null ? null : (renamed.get(name) ?? name))) }
      : column,
  );
  return { ...table, columns };
}

/** `folder/image (2).png` for the second image of a name. */
function numbered(name: string, copy: number): string {
  const [, stem, ending] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  return `${stem} (${copy})${ending ?? ""}`;
}
