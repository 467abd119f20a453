// Files as a table: one row per text file with its text, or one per image with its path; sub-folders may be classes. A
// table that names the images beside it is taken in their place.
import { reject } from "@xpal/core/check";
import type { Notice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { type ParseOptions, parseTable } from "../parse-table.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { isEmbeddings, isImage, isTable, isText } from "./file-kinds.ts";
import { listedImages } from "./listed-images.ts";

/** The column of the sub-folders. */
const FOLDER = "folder";

/** A folder's table, and the file of embeddings that lies in it, by its path there. */
export interface FolderTable {
  readonly table: Table;
  readonly embeddings: string | undefined;
  /** The column with the paths of the files, by which embeddings are matched; undefined where the table has columns of its own. */
  readonly key: string | undefined;
}

/** The bytes of a file by its path. */
type FileReader = (file: string) => Promise<Uint8Array>;

/**
 * The table of files that are read by their paths, in the order of these: columns `file` and `text`, or `image`; and
 * `folder`, the sub-folder that a file lies in, where there are some. Where the only table among them names the images,
 * it is that table; so is a table with nothing but embeddings beside it.
 * @throws XpalError if there are neither texts nor images, or both.
 */
export async function folderTable(
  path: string,
  found: readonly string[],
  read: FileReader,
  options: ParseOptions = {},
): Promise<FolderTable> {
  const files = [...found].sort((a, b) => (a < b ? -1 : 1));
  const texts = files.filter(isText);
  const images = files.filter(isImage);
  const embeddings = files.find(isEmbeddings);
  const tables = files.filter(isTable);
  const listed =
    images.length > 0 && tables.length === 1 ? await listedImages(tables[0], images, read, options) : undefined;
  if (listed !== undefined && "table" in listed) {
    const taken = new Set([...images, ...tables]);
    const notices = [
      ...listed.table.notices,
      ...leftOut(files.filter((file) => !taken.has(file) && file !== embeddings)),
    ];
    return { table: { ...listed.table, notices, source: path }, embeddings, key: undefined };
  }
  if (texts.length + images.length === 0 && tables.length === 1 && embeddings !== undefined) {
    const table = await parseTable(await read(tables[0]), tables[0], options);
    const notices = [...table.notices, ...leftOut(files.filter((file) => file !== tables[0] && file !== embeddings))];
    return { table: { ...table, notices }, embeddings, key: undefined };
  }
  if (texts.length > 0 && images.length > 0) {
    reject(
      "readTable",
      path,
      `must hold either texts or images, but it holds ${texts.length} and ${images.length} of them`,
    );
  }
  const chosen = texts.length > 0 ? texts : images;
  if (chosen.length === 0) {
    reject(
      "readTable",
      path,
      "must be a file, or a folder of .txt, .md or image files",
      undefined,
      "name the file itself",
    );
  }
  const taken = new Set(chosen);
  const left = files.filter((file) => !taken.has(file) && file !== embeddings);
  const notices = leftOut(left, listed);
  const columns: Column[] = [{ name: texts.length > 0 ? "file" : "image", type: "text", values: chosen }];
  if (texts.length > 0)
    columns.push({ name: "text", type: "text", values: await readTexts(chosen, read, notices, options) });
  const sorted = chosen.some((file) => file.includes("/"));
  if (sorted) columns.push({ name: FOLDER, type: "text", values: chosen.map(folderOf) });
  return {
    table: makeTable(columns, { notices, source: path, ...(sorted ? { truth: FOLDER } : {}) }),
    embeddings,
    key: columns[0].name,
  };
}

/** What is said about files that are not used; of a table also why. */
function leftOut(files: readonly string[], table?: { readonly reason: string }): Notice[] {
  if (files.length === 0) return [];
  const names = `${files.slice(0, 5).join(", ")}${files.length > 5 ? ` and ${files.length - 5} more` : ""}`;
  const said =
    files.length === 1
      ? `1 other file was left out (${names})`
      : `${files.length} other files were left out (${names})`;
  const why = table === undefined ? "" : `; the table tells nothing of the images: ${table.reason}`;
  return [{ code: "other-files", message: `${said}${why}` }];
}

async function readTexts(
  files: readonly string[],
  bytesOf: FileReader,
  notices: Notice[],
  { csv }: ParseOptions,
): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const read = toUtf8("readTable", file, await bytesOf(file), csv?.encoding);
    notices.push(...read.notices);
    texts.push(new TextDecoder().decode(read.bytes));
  }
  return texts;
}

function folderOf(file: string): string | null {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : null;
}
