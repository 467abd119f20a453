// Files that a person brought into the page, read in memory.
import { addImageVectors, formatOf, formatScope, parseFolder, parseTable, withWrittenCells } from "@xpal/data";
import { archiveFiles, imagesAmong, isArchive } from "../server/exchange/archive-files.ts";
import { foreignTable, maybeForeign } from "../server/exchange/foreign-table.ts";
import { isProjectFile, readProjectFile } from "../server/exchange/project-file.ts";
import type { SourceFiles } from "../server/exchange/source-files.ts";
import { isImageFolder, MAX_LOOKED_AT, readingOf, wholeLines } from "../server/exchange/source-reading.ts";
import { hasTypedTimes, withTimes } from "../server/exchange/with-times.ts";
import { decodeImage } from "./decode-image.ts";

/** A file, or the files of an archive. */
interface Origin {
  readonly name: string;
  readonly content: Uint8Array | ReadonlyMap<string, Uint8Array>;
}

const NOTHING = new Uint8Array();

export const pageFiles: SourceFiles<Origin> = {
  canEmbed: false,
  project: async ({ name, bytes = NOTHING }) => (isProjectFile(name) ? readProjectFile(bytes) : null),
  async unpack({ name, bytes = NOTHING, mostBytes }) {
    if (!isArchive(name)) return { from: { name, content: bytes }, images: new Map() };
    const { files, only } = archiveFiles(bytes, mostBytes);
    const from = only === null ? { name, content: files } : { name: only, content: files.get(only) ?? NOTHING };
    return { from, images: imagesAmong(files) };
  },
  foreign: async ({ name, content }) =>
    maybeForeign(name) && isFile(content) ? foreignTable(name, new TextDecoder().decode(content)) : null,
  async table({ name, content }, options) {
    if (!isFile(content)) return parseFolder(content, name);
    const format = options.format ?? formatOf(content, name);
    const table = await parseTable(content, name, format === "arff" ? { ...options, written: true } : options);
    if (hasTypedTimes(format)) return withTimes(table, () => parseTable(content, name, { ...options, written: true }));
    return format === "csv" ? withWrittenCells(table, content, options.csv, name) : table;
  },
  large: async () => null, // a page has its files in memory
  scope: async ({ name, content }) =>
    isFile(content)
      ? formatScope(name, formatOf(content.subarray(0, 4096), name))
      : { name, kind: "a folder", options: [] }, // parseFolder finds out all there is to know
  async reading({ name, content }, reading) {
    if (!isFile(content)) return null;
    const format = formatOf(content.subarray(0, 4096), name);
    const start = wholeLines(content.subarray(0, MAX_LOOKED_AT), content.length > MAX_LOOKED_AT);
    return readingOf(format, format === "csv" ? start : content, name, reading);
  },
  withPhrases: async (recipe) => recipe, // a page has no model of texts
  withVectors: (table, { content }, { recipe }, progress) =>
    addImageVectors(table, {
      decode: (cell) => decodeImage(cell.startsWith("data:") ? dataOf(cell) : fileOf(content, cell)),
      leaveOut: !isFile(content) && isImageFolder(table),
      ...(recipe === undefined ? {} : { recipe }),
      onShare: (share) => progress("reading", share),
    }),
};

function isFile(content: Origin["content"]): content is Uint8Array {
  return content instanceof Uint8Array;
}

function fileOf(content: Origin["content"], name: string): Uint8Array {
  const found = isFile(content) ? undefined : content.get(name);
  if (found === undefined) throw new Error("not among the files; bring the folder with the images");
  return found;
}

function dataOf(url: string): Uint8Array {
  const comma = url.indexOf(",");
  if (comma < 0 || !url.slice(0, comma).endsWith(";base64")) throw new Error("not a data URL in base64");
  return Uint8Array.from(atob(url.slice(comma + 1)), (letter) => letter.charCodeAt(0));
}
