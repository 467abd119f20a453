// The process of one import: reads the file, keeps its table, and prepares the project. One call at a time.
import { readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  addItemVectors,
  formatOf,
  guessLabel,
  megabytes,
  type ParseOptions,
  picturesIn,
  type Recipe,
  readTable,
  type Table,
  withWrittenCells,
} from "@xpal/data";
import { type CallContext, serve } from "xpal/calls";
import type { ImportChoice, ImportPreview, ImportProgress, Reading } from "../../protocol/messages.ts";
import { rowsToAdd } from "../projects/add-rows.ts";
import { type PreparedProject, prepareProject } from "../projects/create-project.ts";
import { tableFromBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { foreignTable } from "./foreign-table.ts";
import type { ImportCalls, ImportSource, RowsTarget } from "./import-calls.ts";
import { isGuarded, ownColumns, withoutGuards, withoutOwn } from "./own-columns.ts";
import { plainMessage } from "./plain-message.ts";
import { previewOf } from "./preview-of.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { FOLDER_COLUMN, isFolderTable, parseOptions, readingOf } from "./source-reading.ts";
import { withoutRepeats } from "./table-rows.ts";
import { unpackPictures } from "./unpack-pictures.ts";

interface Read extends ImportSource {
  /** What the table was read from: the file, or the folder that an archive was unpacked into. */
  readonly from: string;
  readonly reading: Reading;
  /** Whether it is an export of another program, which can be read in one way only. */
  readonly isForeign: boolean;
  /** As it was read. */
  readonly plain: Table;
  /** The same with vectors for its pictures. */
  readonly table: Table;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

let read: Read | undefined;
let report: (progress: ImportProgress) => void = () => {};

const port = {
  post: (message: unknown) => void process.send?.(message),
  onMessage: (listener: (message: unknown) => void) => void process.on("message", listener),
};
serve<ImportCalls, ImportProgress>(port, {
  read: plainly(readFile),
  preview: plainly(preview),
  prepare: plainly(prepare),
  rows: plainly(rows),
});

process.on("disconnect", () => process.exit()); // the server has ended

/** A call whose errors are sentences for people, and whose progress is told to whoever called. */
function plainly<A, R>(call: (argument: A) => Promise<R>) {
  return async (argument: A, { progress }: CallContext<ImportProgress>): Promise<R> => {
    report = progress;
    try {
      return await call(argument);
    } catch (error) {
      const { code } = error as { code?: unknown };
      throw new StudioError(typeof code === "string" ? code : "failed", plainMessage(error));
    }
  };
}

async function readFile(source: ImportSource): Promise<ProjectFile | null> {
  progress("reading", null);
  const project = await readProjectFile(source.path);
  if (project !== null) return project;
  const { from, pictures } =
    source.unpackInto === null
      ? { from: source.path, pictures: new Map<string, Uint8Array>() }
      : await unpackPictures(source.path, source.unpackInto, source.mostBytes, (share) => progress("unpacking", share));
  progress("reading", null);
  const foreign = await foreignTable(from);
  const plain = foreign ?? (await tableOf(from, {}));
  const table = await withVectors(plain, { ...source, from }, {});
  read = { ...source, from, pictures, reading: {}, isForeign: foreign !== null, plain, table };
  return null;
}

/** The table with vectors for its texts or pictures; pictures of a folder that cannot be read are left out. */
function withVectors(
  table: Table,
  at: Pick<Read, "from" | "folder" | "modelFolders">,
  { embed, download }: Reading,
  recipe?: Recipe,
): Promise<Table> {
  const isFolder = statSync(at.from).isDirectory();
  const label = guessLabel(table);
  return addItemVectors(table, {
    source: picturesIn(isFolder ? at.from : (at.folder ?? dirname(at.from))),
    leaveOut: isFolder,
    folders: at.modelFolders,
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
}

async function tableOf(from: string, reading: Reading): Promise<Table> {
  progress("reading", null);
  const table = await readWritten(from, parseOptions(reading));
  const own = ownColumns(table);
  const guarded = /\.csv$/i.test(from) && own !== null && isGuarded(own);
  return isFolderTable(table) ? { ...table, target: FOLDER_COLUMN } : guarded ? withoutGuards(table) : table;
}

/** Above this size the cells of a text are not kept as they were written: they would be in memory twice. */
const MOST_WRITTEN_BYTES = 200_000_000;

/** The table of a file; of a delimited text also how its numbers and dates were written, for exports. */
async function readWritten(path: string, options: ParseOptions): Promise<Table> {
  const table = await readTable(path, options);
  const info = statSync(path);
  if (!info.isFile() || info.size > MOST_WRITTEN_BYTES) return table;
  const bytes = readFileSync(path);
  const isDelimited = (options.format ?? formatOf(bytes, basename(path))) === "csv";
  return isDelimited ? withWrittenCells(table, bytes, options.csv, basename(path)) : table;
}

/** Reads the file again where it is to be read otherwise than before. */
async function readAs(reading: Reading): Promise<Read> {
  const before = get();
  if (JSON.stringify(reading) === JSON.stringify(before.reading)) return before;
  const asBefore = JSON.stringify(parseOptions(reading)) === JSON.stringify(parseOptions(before.reading));
  const plain = before.isForeign || asBefore ? before.plain : await tableOf(before.from, reading);
  read = { ...before, reading, plain, table: await withVectors(plain, before, reading) };
  return read;
}

/** Where a file lies tells its class or nothing: it is never what the model learns from. */
const leftOut = { role: "ignored", reason: "the folder that the file lies in; it can be the label" };

async function preview({ label, reading = {} }: Parameters<ImportCalls["preview"]>[0]): Promise<ImportPreview> {
  const { id, name, table, from, isForeign } = await readAs(reading);
  progress("looking", null);
  const shown = previewOf(id, name, withoutOwn(table, ownColumns(table)), label);
  const folders = isFolderTable(table);
  const readable = shown.columns.some(({ role }) => role === "text" || role === "image") || reading.embed !== undefined;
  const columns = shown.columns.map((column) => {
    return folders && column.name === FOLDER_COLUMN && column.role !== "label" ? { ...column, ...leftOut } : column;
  });
  return { ...shown, columns, reading: isForeign ? null : await readingOf(from, reading), folders, readable };
}

async function prepare(choice: ImportChoice): Promise<PreparedProject> {
  const { table, folder, source, pictures } = await readAs(choice.reading ?? get().reading);
  const { title, label, classes, roles, pixels, keepLabels, dropDuplicates } = choice;
  progress("preparing", null);
  const known = ownColumns(table);
  const ignored = Object.values(known ?? {}).map(({ name }) => name);
  const rows = dropDuplicates ? withoutRepeats(table, label === null ? ignored : [label, ...ignored]) : table;
  const own = known === null ? null : ownColumns(rows);
  return prepareProject({
    title,
    table: withoutOwn(rows, own),
    own,
    recipe: { label, roles: { ...folderRole(table, label), ...roles }, ...(classes.length > 0 ? { classes } : {}) },
    pixels,
    labels: keepLabels ? "keep" : "hide",
    demo: false,
    source,
    ...(folder === null ? {} : { folder }),
    files: new Map([...pictures].map(([name, bytes]) => [`pictures/${name}`, bytes])),
  });
}

function folderRole(table: Table, label: string | null): Record<string, "ignored"> {
  return isFolderTable(table) && label !== FOLDER_COLUMN ? { [FOLDER_COLUMN]: "ignored" } : {};
}

async function rows(project: RowsTarget): Promise<ReturnType<ImportCalls["rows"]>> {
  const { plain, pictures } = get();
  progress("preparing", null);
  // What the project has learnt from its pictures describes the new ones too.
  const table = await withVectors(plain, get(), {}, project.about.recipe);
  const file = withoutOwn(table, ownColumns(table));
  const { rows, report } = rowsToAdd({ ...project, table: tableFromBytes(project.table) }, file);
  return { rows: { bytes: rows.bytes, answers: rows.answers, pictures }, report };
}

function get(): Read {
  if (read === undefined) throw new StudioError("not-found", "this import is gone; bring the file again");
  return read;
}

function progress(stage: ImportProgress["stage"], share: number | null): void {
  report({ stage, share });
}
