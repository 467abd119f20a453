// Names for pictures that join a project. A name that the project uses for another picture would show that one in its place, and
// whoever answers would answer about the wrong picture.
import { cellText, type Table } from "@xpal/data";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

const FOLDER = "pictures/";

/** The names of the pictures of all items, as the page asks for them. */
export function pictureNames(table: Table, image: string | null): ReadonlySet<string> {
  const column = table.columns.find(({ name }) => name === image);
  const names = new Set<string>();
  for (let item = 0; column !== undefined && item < table.rows; item++) names.add(cellText(column, item) ?? "");
  return names;
}

/** What a picture is told from others by. */
export async function pictureHash(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A project that pictures join. */
interface PictureProject {
  readonly store: ProjectStore;
  readonly project: string;
  readonly about: ProjectAbout;
  readonly table: Table;
}

/**
 * Other names for those pictures whose names the project uses for other ones. A picture that the project has gets the name that
 * it has there.
 * @param hashes The hash of each picture by its name.
 */
export async function picturesToRename(
  { store, project, about, table }: PictureProject,
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const stored = new Set(await store.files.names(project));
  const shown = pictureNames(table, about.view.image);
  const given = new Set(hashes.keys());
  const isFor = async (name: string, hash: string): Promise<boolean> => {
    if (!stored.has(FOLDER + name)) return !shown.has(name); // what is shown and not stored lies in a folder of this machine
    return (await pictureHash((await store.files.get(project, FOLDER + name)) ?? new Uint8Array())) === hash;
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

/** The rows with other names for some of their pictures. */
export function withPictureNames(table: Table, image: string | null, renamed: ReadonlyMap<string, string>): Table {
  const columns = table.columns.map((column) =>
    column.name === image && column.type === "text"
      ? { ...column, values: column.values.map((name) => (name === null ? null : (renamed.get(name) ?? name))) }
      : column,
  );
  return { ...table, columns };
}

/** `folder/picture (2).png` for the second picture of a name. */
function numbered(name: string, copy: number): string {
  const [, stem, ending] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  return `${stem} (${copy})${ending ?? ""}`;
}
