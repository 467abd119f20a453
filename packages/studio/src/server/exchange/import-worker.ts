// The process of one import: reads the file, keeps its table, and prepares the project. One call at a time.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { addPictures, picturesIn, readTable, type Table } from "@xpal/data";
import type { ImportChoice, ImportPreview, ImportProgress } from "../../protocol/messages.ts";
import { type PreparedProject, prepareProject } from "../projects/create-project.ts";
import { StudioError } from "../studio-error.ts";
import { foreignTable } from "./foreign-table.ts";
import type { ImportCallMessage, ImportCalls, ImportReply, ImportSource } from "./import-calls.ts";
import { ownColumns, withoutGuards, withoutOwn } from "./own-columns.ts";
import { previewOf } from "./preview-of.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { withoutRepeats } from "./table-rows.ts";
import { unpackPictures } from "./unpack-pictures.ts";

interface Read extends ImportSource {
  readonly table: Table;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

let queue: Promise<unknown> = Promise.resolve();
let read: Read | undefined;

const calls: { [N in keyof ImportCalls]: (argument: never) => Promise<ReturnType<ImportCalls[N]>> } = {
  read: readFile,
  preview,
  prepare,
};

process.on("message", ({ id, name, argument }: ImportCallMessage) => {
  queue = queue.then(async () => {
    try {
      reply({ id, value: await calls[name](argument as never) });
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      reply({ id, error: { code: typeof code === "string" ? code : "failed", message } });
    }
  });
});

process.on("disconnect", () => process.exit()); // whoever asked is gone

async function readFile(source: ImportSource): Promise<ProjectFile | null> {
  progress("reading", null);
  const project = await readProjectFile(source.path);
  if (project !== null) return project;
  const { from, pictures } =
    source.unpackInto === null
      ? { from: source.path, pictures: new Map<string, Uint8Array>() }
      : await unpackPictures(source.path, source.unpackInto, source.mostBytes, (share) => progress("unpacking", share));
  progress("reading", null);
  const table = (await foreignTable(from)) ?? (await readTable(from));
  const isFolder = statSync(from).isDirectory();
  const described = await addPictures(table, {
    source: picturesIn(isFolder ? from : (source.folder ?? dirname(from))),
    leaveOut: isFolder,
    onShare: (share) => progress("reading", share),
  });
  const guarded = /\.csv$/i.test(from) && ownColumns(table) !== null;
  read = { ...source, table: guarded ? withoutGuards(described) : described, pictures };
  return null;
}

async function preview({ label }: { label: string | null | undefined }): Promise<ImportPreview> {
  const { id, name, table } = get();
  progress("looking", null);
  return previewOf(id, name, withoutOwn(table, ownColumns(table)), label);
}

async function prepare(choice: ImportChoice): Promise<PreparedProject> {
  const { table, folder, source, pictures } = get();
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
    recipe: { label, roles, ...(classes.length > 0 ? { classes } : {}) },
    pixels,
    labels: keepLabels ? "keep" : "hide",
    demo: false,
    source,
    ...(folder === null ? {} : { folder }),
    files: new Map([...pictures].map(([name, bytes]) => [`pictures/${name}`, bytes])),
  });
}

function get(): Read {
  if (read === undefined) throw new StudioError("not-found", "this import is gone; bring the file again");
  return read;
}

function progress(stage: ImportProgress["stage"], share: number | null): void {
  reply({ progress: { stage, share } });
}

function reply(message: ImportReply): void {
  process.send?.(message);
}
