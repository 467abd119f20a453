// Files as a table: one row per text file with its text, or one per image with its path; sub-folders may be classes.
import { refuse } from "xpal/check";
import type { Notice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { toUtf8 } from "../text/to-utf8.ts";

const TEXT = /\.(?:txt|text|md)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|avif)$/i;
const EMBEDDINGS = /^embeddings?\.(?:npy|npz|parquet|csv|tsv|jsonl|arrow|feather)$/i;

/** The column of the sub-folders. */
const FOLDER = "folder";

/** A folder's table, and the file of embeddings that lies in it, by its path there. */
export interface FolderTable {
  readonly table: Table;
  readonly embeddings: string | undefined;
}

/** The bytes of a file by its path. */
type FileReader = (file: string) => Promise<Uint8Array>;

/**
 * The table of files that are read by their paths, in the order of these: columns `file` and `text`, or `image`; and
 * `folder`, the sub-folder that a file lies in, where there are some.
 * @throws XpalError if there are neither texts nor images, or both.
 */
export async function folderTable(path: string, found: readonly string[], read: FileReader): Promise<FolderTable> {
  const files = [...found].sort((a, b) => (a < b ? -1 : 1));
  const texts = files.filter((file) => TEXT.test(file));
  const images = files.filter((file) => IMAGE.test(file));
  if (texts.length > 0 && images.length > 0) {
    refuse(
      "readTable",
      path,
      `must hold either texts or images, and it holds ${texts.length} and ${images.length} of them`,
    );
  }
  const chosen = texts.length > 0 ? texts : images;
  if (chosen.length === 0) {
    refuse(
      "readTable",
      path,
      "must be a file, or a folder of .txt, .md or image files",
      undefined,
      "name the file itself",
    );
  }
  const embeddings = files.find((file) => EMBEDDINGS.test(file));
  const taken = new Set(chosen);
  const left = files.filter((file) => !taken.has(file) && file !== embeddings);
  const notices: Notice[] = [];
  if (left.length > 0) {
    const listed = `${left.slice(0, 5).join(", ")}${left.length > 5 ? ` and ${left.length - 5} more` : ""}`;
    notices.push({ code: "other-files", message: `${left.length} other files were left out (${listed})` });
  }
  const columns: Column[] = [{ name: texts.length > 0 ? "file" : "image", type: "text", values: chosen }];
  if (texts.length > 0) columns.push({ name: "text", type: "text", values: await readTexts(chosen, read, notices) });
  const sorted = chosen.some((file) => file.includes("/"));
  if (sorted) columns.push({ name: FOLDER, type: "text", values: chosen.map(folderOf) });
  return {
    table: makeTable(columns, { notices, source: path, ...(sorted ? { truth: FOLDER } : {}) }),
    embeddings,
  };
}

async function readTexts(files: readonly string[], bytesOf: FileReader, notices: Notice[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const read = toUtf8("readTable", file, await bytesOf(file));
    notices.push(...read.notices);
    texts.push(new TextDecoder().decode(read.bytes));
  }
  return texts;
}

function folderOf(file: string): string | null {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : null;
}
