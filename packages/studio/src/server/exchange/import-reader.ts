// Reads one file, keeps its table, and prepares the project. One call at a time.

import { type CallContext, type Port, serve } from "@xpal/core/calls";
import { checkReading, type Table } from "@xpal/data";
import type { ImportChoice, ImportPreview, Reading, ReadingTrouble } from "../../protocol/import-messages.ts";
import type { ImportProgress } from "../../protocol/import-progress.ts";
import { type AddedRows, lackedColumns, rowsToAdd } from "../projects/add-rows.ts";
import { type PreparedProject, prepareProject } from "../projects/create-project.ts";
import { imageHash, withImageNames } from "../projects/image-names.ts";
import type { LargeFile } from "../projects/project-about.ts";
import { tableFromBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportCalls, ImportSource, RowsTarget } from "./import-calls.ts";
import { isGuarded, ownColumns, withoutGuards, withoutOwn } from "./own-columns.ts";
import { ownLabels } from "./own-label.ts";
import { plainMessage } from "./plain-message.ts";
import { previewOf } from "./preview-of.ts";
import type { ProjectFile } from "./project-file.ts";
import { readingNotices, readOrAsk, rejectTrouble, withoutReadingNotices } from "./read-or-ask.ts";
import { readingsFor, storedReading } from "./readings-for.ts";
import type { SourceFiles, VectorWish } from "./source-files.ts";
import { FOLDER_COLUMN, isFolderTable, parseOptions } from "./source-reading.ts";
import { withoutRepeats } from "./table-rows.ts";

interface Read<O> extends ImportSource {
  /** What the table was read from. */
  readonly from: O;
  /** What was asked for, and how it was read. */
  readonly asked: Reading;
  readonly reading: Reading;
  /** What must be decided before it can become a project. */
  readonly trouble: ReadingTrouble | null;
  /** Whether it is an export of another program, which can be read in one way only. */
  readonly isForeign: boolean;
  /** The large file that the table is a part of; null for one that is read whole. */
  readonly large: LargeFile | null;
  /** As it was read. */
  readonly plain: Table;
  /** The same with vectors for its images. */
  readonly table: Table;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A table, how it was read, and what is to be decided about it. */
type TableRead = Pick<Read<never>, "table" | "large" | "reading" | "trouble">;

/** Answers the calls of one import that come through a port. */
export function serveImport<O extends { readonly name: string }>(port: Port, files: SourceFiles<O>): void {
  let read: Read<O> | undefined;
  let report: (progress: ImportProgress) => void = () => {};

  serve<ImportCalls, ImportProgress>(port, {
    read: plainly(readFile),
    preview: plainly(preview),
    prepare: plainly(prepare),
    images: plainly(images),
    rows: plainly(rows),
  });

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
    const project = await files.project(source);
    if (project !== null) return project;
    const { from, images } = await files.unpack(source, (share) => progress("unpacking", share));
    progress("reading", null);
    const foreign = await files.foreign(from);
    const { table: plain, ...how } = foreign === null ? await tableOf(from, {}, source) : asForeign(foreign);
    const table = await withVectors(plain, from, { ...wishOf(source), ...withoutModel(how.large) });
    read = { ...source, ...how, from, images, asked: {}, isForeign: foreign !== null, plain, table };
    return null;
  }

  function withVectors(table: Table, from: O, wish: VectorWish): Promise<Table> {
    return files.withVectors(table, from, wish, progress);
  }

  /** The table, or a part of one that is too large to be read whole; what was uploaded is gone later, and read whole. */
  function tableOf(from: O, asked: Reading, { unpackInto, inPieces }: ImportSource): Promise<TableRead> {
    return readOrAsk(from.name, asked, async (reading): Promise<Pick<TableRead, "table" | "large">> => {
      progress("reading", null);
      const part =
        unpackInto === null
          ? await files.large(from, parseOptions(reading), inPieces, (share) => progress("reading", share))
          : null;
      return part ?? { table: await wholeTable(from, reading), large: null };
    });
  }

  async function wholeTable(from: O, reading: Reading): Promise<Table> {
    const table = await files.table(from, parseOptions(reading));
    const own = ownColumns(table);
    const guarded = /\.csv$/i.test(from.name) && own !== null && isGuarded(own);
    return isFolderTable(table) ? { ...table, target: FOLDER_COLUMN } : guarded ? withoutGuards(table) : table;
  }

  /** Reads the file again where it is to be read otherwise than before. */
  async function readAs(asked: Reading): Promise<Read<O>> {
    const before = get();
    if (JSON.stringify(asked) === JSON.stringify(before.asked)) return before;
    await checkAsked(asked);
    const { table: plain, ...how } = await plainAs(asked);
    const { embed, download } = asked;
    const wish = { ...(embed === undefined ? {} : { embed }), ...(download === undefined ? {} : { download }) };
    const table = await withVectors(plain, before.from, { ...wishOf(before), ...withoutModel(how.large), ...wish });
    read = { ...before, ...how, asked, plain, table };
    return read;
  }

  /** Rejects what a person asked for and the file does not have, such as a sheet of a CSV file. */
  async function checkAsked({ embed: _, download: __, ...asked }: Reading): Promise<void> {
    const { from, name, isForeign } = get();
    const scope = isForeign ? { kind: "an export of another program", options: [] } : await files.scope(from);
    if (scope !== undefined) checkReading("import", asked, [{ ...scope, name }]);
  }

  /** The same without vectors, which are of no use before it is known that the columns are those that are wanted. */
  async function plainAs(asked: Reading): Promise<TableRead> {
    const { plain: table, large, reading, trouble, ...before } = get();
    const asBefore = JSON.stringify(parseOptions(asked)) === JSON.stringify(parseOptions(before.asked));
    return before.isForeign || asBefore
      ? { table, large, reading, trouble }
      : await tableOf(before.from, asked, before);
  }

  /** The table of rows that join a project: read as asked, or else as the project's file was. */
  async function plainFor({ about, table }: RowsTarget, asked: Reading | undefined): Promise<Table> {
    if (asked !== undefined) {
      await checkAsked(asked);
      const found = await plainAs(asked);
      rejectTrouble(found.trouble);
      return found.table;
    }
    const made = new Set(tableFromBytes(table).columns.flatMap(({ type, name }) => (type === "vector" ? [name] : [])));
    for (const way of readingsFor(about)) {
      const found = await plainAs(way).catch(() => null);
      if (found?.trouble === null && lackedColumns(about, found.table).every((name) => made.has(name)))
        return found.table;
    }
    const { plain, trouble } = get();
    rejectTrouble(trouble);
    return plain; // what it lacks is said later
  }

  async function preview({ label, reading = {} }: Parameters<ImportCalls["preview"]>[0]): Promise<ImportPreview> {
    const { id, name, table, from, trouble, ...found } = await readAs(reading);
    progress("looking", null);
    const shown = previewOf(id, name, withoutReadingNotices(table), label);
    const folders = isFolderTable(table);
    const isReadable = shown.columns.some(({ role }) => role === "text" || role === "image");
    const readable = files.canEmbed && (isReadable || reading.embed !== undefined);
    const columns = shown.columns.map((column) => {
      return folders && column.name === FOLDER_COLUMN && column.role !== "label" ? { ...column, ...leftOut } : column;
    });
    const offered = found.isForeign ? null : await files.reading(from, found.reading);
    const notices = trouble?.what === "ragged" ? [] : readingNotices(table); // nothing has been left out yet
    const offer = offered === null ? null : { ...offered, notices };
    return { ...shown, columns, reading: offer, trouble, folders, readable };
  }

  async function prepare(choice: ImportChoice): Promise<PreparedProject> {
    const found = await readAs(choice.reading ?? get().asked);
    const { table, folder, source, images, large, from, reading } = found;
    rejectTrouble(found.trouble);
    const offered = found.isForeign ? null : await files.reading(from, reading);
    const { title, label, classes, roles, pixels, keepLabels, dropDuplicates } = choice;
    progress("preparing", null);
    const known = ownColumns(table);
    const ignored = [...Object.values(known ?? {}).map(({ name }) => name), ...(large === null ? [] : [large.column])];
    const rows = dropDuplicates ? withoutRepeats(table, label, ignored) : table;
    const columns = known === null ? null : ownColumns(rows);
    const own =
      columns === null ? null : { columns, isLabel: label !== null && ownLabels(rows, columns).includes(label) };
    const prepared = prepareProject({
      title,
      table: withoutOwn(rows, columns),
      own,
      recipe: { label, roles: { ...folderRole(table, label), ...roles }, ...(classes.length > 0 ? { classes } : {}) },
      pixels,
      labels: keepLabels ? "keep" : "hide",
      demo: false,
      source,
      large,
      reading: storedReading(table, reading, offered),
      ...(folder === null ? {} : { folder }),
      files: new Map([...images].map(([name, bytes]) => [`images/${name}`, bytes])),
    });
    const { about } = prepared;
    const recipe = await files.withPhrases(about.recipe, about.classes, choice.phrases ?? {});
    return { ...prepared, about: { ...about, recipe } };
  }

  async function images(): Promise<ReadonlyMap<string, string>> {
    const hashes = new Map<string, string>();
    for (const [name, bytes] of get().images) hashes.set(name, await imageHash(bytes));
    return hashes;
  }

  async function rows({
    renamed,
    reading,
    ...project
  }: Parameters<ImportCalls["rows"]>[0]): Promise<ReturnType<ImportCalls["rows"]>> {
    const { images, from, ...source } = get();
    const plain = await plainFor(project, reading);
    progress("preparing", null);
    // What the project has learned from its images describes the new ones too.
    const table = await withVectors(plain, from, { ...wishOf(source), recipe: project.about.recipe });
    const file = withoutOwn(table, ownColumns(table));
    const target = { ...project, table: tableFromBytes(project.table) };
    const found = rowsToAdd(target, file);
    const notices = readingNotices(plain);
    const ready = notices.length === 0 ? found : { ...found, report: { ...found.report, notices } };
    if (renamed.size === 0) return { ...ready, rows: { ...sent(ready.rows), images } };
    const { image } = project.about.view;
    // Rows that are new under the names that their images have may be there under the names that they get.
    const { rows, known: more, report } = rowsToAdd(target, withImageNames(ready.rows.table, image, renamed));
    const named = new Map([...images].map(([name, bytes]) => [renamed.get(name) ?? name, bytes]));
    const { added, labelled } = report;
    const labelsUnknown = ready.report.labelsUnknown + report.labelsUnknown;
    const known = [...ready.known, ...more];
    const numbered = countImages(rows.table, image, new Set(renamed.values()));
    return {
      rows: { ...sent(rows), images: named },
      known,
      report: {
        ...ready.report,
        added,
        labelled,
        labelsLeft: known.length + labelsUnknown,
        labelsUnknown,
        repeats: file.rows - added,
        renamed: numbered,
      },
    };
  }

  function get(): Read<O> {
    if (read === undefined) throw new StudioError("not-found", "this import no longer exists; upload the file again");
    return read;
  }

  function progress(stage: ImportProgress["stage"], share: number | null): void {
    report({ stage, share });
  }
}

/** An export of another program can be read in one way only. */
function asForeign(table: Table): TableRead {
  return { table, large: null, reading: {}, trouble: null };
}

/** Where a file lies tells its class or nothing: it is never what the model learns from. */
const leftOut = { role: "ignored", reason: "the folder that the file lies in; it can be the label" };

function folderRole(table: Table, label: string | null): Record<string, "ignored"> {
  return isFolderTable(table) && label !== FOLDER_COLUMN ? { [FOLDER_COLUMN]: "ignored" } : {};
}

/** How many rows show one of some images. */
function countImages(table: Table, image: string | null, names: ReadonlySet<string>): number {
  const column = table.columns.find(({ name }) => name === image);
  return column?.type === "text" ? column.values.filter((name) => name !== null && names.has(name)).length : 0;
}

/** What of the rows goes to the server. */
function sent({ bytes, answers }: AddedRows): Omit<AddedRows, "table"> {
  return { bytes, answers };
}

function wishOf({ folder, modelFolders }: ImportSource): VectorWish {
  return { folder, modelFolders };
}

/** No model where only a part of the rows is here: the others would have no vectors. */
function withoutModel(large: LargeFile | null): Pick<VectorWish, "embed"> {
  return large === null ? {} : { embed: "none" };
}
