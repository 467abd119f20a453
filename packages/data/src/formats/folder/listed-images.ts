// A table that lies in a folder with the images it names: titles, prices and labels of images come this way. Its paths
// are brought to those of the folder.
import type { Notice } from "../../table/notice.ts";
import type { Column, Table } from "../../table/table.ts";
import { type ParseOptions, parseTable } from "../parse-table.ts";

/** A table of images, or the reason in words why the only table of a folder is not one. */
export type ListedImages = { readonly table: Table } | { readonly reason: string };

/**
 * The table in a folder that has a column with the paths or names of its images.
 * @param file The folder's only table.
 * @param images The paths of the folder's images.
 */
export async function listedImages(
  file: string,
  images: readonly string[],
  read: (file: string) => Promise<Uint8Array>,
  options: ParseOptions = {},
): Promise<ListedImages> {
  let table: Table;
  try {
    table = await parseTable(await read(file), file, options);
  } catch (error) {
    return { reason: (error as Error).message };
  }
  const find = finder(file, images);
  for (const column of table.columns) {
    const paths = pathsIn(column, find);
    if (paths === null) continue;
    const columns = table.columns.map((one) => (one === column ? { ...column, values: paths } : one) as Column);
    const notices = [...table.notices, ...unlisted(file, images, paths)];
    return { table: { ...table, columns, notices } };
  }
  return { reason: "it has no column with the names of these images" };
}

/** The values of a column as paths of the folder; null if less than half of those that are filled name an image there. */
function pathsIn({ type, values }: Column, find: (cell: string) => string | undefined): (string | null)[] | null {
  if (type !== "text") return null;
  const cells = values as readonly (string | null)[];
  const found = cells.map((cell) => (cell === null ? undefined : find(cell)));
  const filled = cells.filter((cell) => cell !== null).length;
  const known = found.filter((path) => path !== undefined).length;
  return known > 0 && 2 * known >= filled ? cells.map((cell, row) => found[row] ?? cell) : null;
}

/** Finds an image by its path, seen from the table or from the folder, else by the end of its path, if only one has it. */
function finder(file: string, images: readonly string[]): (cell: string) => string | undefined {
  const all = new Set(images);
  const named = new Map<string, string[]>();
  for (const path of images) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    named.set(name, [...(named.get(name) ?? []), path]);
  }
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return (cell) => {
    const path = cell.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    if (all.has(folder + path)) return folder + path;
    if (all.has(path)) return path;
    const ends = named.get(path.slice(path.lastIndexOf("/") + 1))?.filter((one) => one.endsWith(`/${path}`)) ?? [];
    return ends.length === 1 ? ends[0] : undefined;
  };
}

function unlisted(file: string, images: readonly string[], paths: readonly (string | null)[]): Notice[] {
  const listed = new Set(paths);
  const left = images.filter((path) => !listed.has(path));
  if (left.length === 0) return [];
  const names = `${left.slice(0, 5).join(", ")}${left.length > 5 ? ` and ${left.length - 5} more` : ""}`;
  const said = left.length === 1 ? "1 image is not" : `${left.length} images are not`;
  return [
    {
      code: "other-files",
      message: `${said} in ${file} and ${left.length === 1 ? "was" : "were"} left out (${names})`,
    },
  ];
}
