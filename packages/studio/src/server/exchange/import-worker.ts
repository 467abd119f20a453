// The process of one import: reads files of this machine.
import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import {
  addItemVectors,
  formatOf,
  imagesIn,
  isLargeSource,
  megabytes,
  type ParseOptions,
  readingScope,
  readTable,
  type Table,
  withClassPhrases,
  withWrittenCells,
} from "@xpal/data";
import { StudioError } from "../studio-error.ts";
import { foreignTable, maybeForeign } from "./foreign-table.ts";
import { serveImport } from "./import-reader.ts";
import { largeTable } from "./large-table.ts";
import { likelyLabel } from "./own-label.ts";
import { isProjectFile, readProjectFile } from "./project-file.ts";
import type { SourceFiles } from "./source-files.ts";
import { isImageFolder } from "./source-reading.ts";
import { readingOfFile, startOf } from "./source-reading-of-file.ts";
import { unpackImages } from "./unpack-images.ts";
import { hasTypedTimes, withTimes } from "./with-times.ts";

/** A file or a folder. */
interface Place {
  readonly name: string;
  readonly path: string;
}

const files: SourceFiles<Place> = {
  canEmbed: true,
  project: async ({ path }) => (isProjectFile(path) ? readProjectFile(await readFile(path)) : null),
  async unpack({ path, unpackInto, mostBytes }, onShare) {
    if (unpackInto === null) return { from: placeOf(path), images: new Map() };
    const { from, images } = await unpackImages(path, unpackInto, mostBytes, onShare);
    return { from: placeOf(from), images };
  },
  foreign: async ({ name, path }) =>
    maybeForeign(name) && statSync(path).isFile() ? foreignTable(name, await readFile(path, "utf8")) : null,
  table: ({ path }, options) => readWritten(path, options),
  large: async ({ path }, { csv = {} }, how, onShare) =>
    how.stream === true || (await isLargeSource(path)) ? largeTable(path, csv, onShare) : null,
  scope: ({ path }) => readingScope(path),
  reading: ({ path }, reading) => readingOfFile(path, reading),
  withVectors(table, { path }, { folder, modelFolders, recipe, embed, download }, progress) {
    const isFolder = statSync(path).isDirectory();
    const label = likelyLabel(table);
    return addItemVectors(table, {
      source: imagesIn(isFolder ? path : (folder ?? dirname(path))),
      leaveOut: isFolder && isImageFolder(table),
      folders: modelFolders,
      ...(recipe === undefined ? {} : { recipe }),
      ...(embed === undefined ? {} : { embed }),
      ...(label === null ? {} : { except: [label] }),
      agree: ({ name, bytes, host }) => {
        if (download === true) return true;
        const message = `the model ${name} is not on this machine; it is ${megabytes(bytes)} to download from ${host}`;
        throw new StudioError("agree-download", message);
      },
      onProgress: ({ what, share }) =>
        progress(what === "downloading" || what === "describing" ? what : "reading", what === "opening" ? null : share),
    });
  },
  withPhrases: (recipe, classes, phrases) => withClassPhrases(recipe, { classes, phrases }),
};

const port = {
  post: (message: unknown) => void process.send?.(message),
  onMessage: (listener: (message: unknown) => void) => void process.on("message", listener),
};
serveImport(port, files);
process.on("disconnect", () => process.exit()); // the server has ended

function placeOf(path: string): Place {
  return { name: basename(path), path };
}

/** Above this size the cells of a text are not kept as they were written: they would be in memory twice. */
const MAX_WRITTEN_BYTES = 200_000_000;

async function readWritten(path: string, options: ParseOptions): Promise<Table> {
  const info = statSync(path);
  if (!info.isFile()) return readTable(path, options);
  const format = options.format ?? formatOf(await startOf(path, 4096), basename(path));
  const table = await readTable(path, { ...options, written: format === "arff" && info.size <= MAX_WRITTEN_BYTES });
  if (hasTypedTimes(format)) return withTimes(table, () => readTable(path, { ...options, written: true }));
  if (format !== "csv" || info.size > MAX_WRITTEN_BYTES) return table;
  return withWrittenCells(table, readFileSync(path), options.csv, basename(path));
}
