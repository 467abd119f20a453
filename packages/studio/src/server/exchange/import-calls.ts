// What the process of an import is asked and answers. The file is read there, and the table stays there: looking at it
// and preparing the project are its work too, so that the server answers others meanwhile.
import type { ClassInfo } from "../../protocol/classes.ts";
import type { ImportChoice, ImportPreview, Reading } from "../../protocol/import-messages.ts";
import type { ImportProgress } from "../../protocol/import-progress.ts";
import type { AddedRows, FileRowsReport, LabelsOfItems } from "../projects/add-rows.ts";
import type { PreparedProject } from "../projects/create-project.ts";
import type { ProjectAbout } from "../projects/project-about.ts";
import type { LargeReading } from "./large-table.ts";
import type { ProjectFile } from "./project-file.ts";

/** A file to read. */
export interface ImportSource {
  readonly id: string;
  /** Where it lies; its name where it lies nowhere. */
  readonly path: string;
  /** Its content, where it lies nowhere. */
  readonly bytes?: Uint8Array;
  /** How the person calls it. */
  readonly name: string;
  /** A folder of its own to unpack an archive in; null for a file of this machine, which is read where it is. */
  readonly unpackInto: string | null;
  /** What an archive may grow to. */
  readonly mostBytes: number;
  readonly source: string;
  /** Where paths of images begin. */
  readonly folder: string | null;
  /** The folders that a model may lie in. */
  readonly modelFolders: readonly string[];
  /** How a file of this machine is read that is too large to be read whole. */
  readonly inPieces: LargeReading;
}

/** A project that rows are to join, and its items as `tableToBytes` wrote them. */
export interface RowsTarget {
  readonly table: Uint8Array;
  readonly about: ProjectAbout;
  readonly classes: readonly ClassInfo[];
}

/** The same, with other names for images whose names the project uses for others. */
interface ImagesTarget extends RowsTarget {
  readonly renamed: ReadonlyMap<string, string>;
  /** How the file is to be read; as the file of the project was where nothing is said. */
  readonly reading: Reading | undefined;
}

/** Rows on their way to a project, with the images that came with them. */
interface PreparedRows extends Omit<AddedRows, "table"> {
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** The calls: name, what is passed, what comes back. */
export interface ImportCalls {
  /** Reads the file; a project file is handed back, anything else waits for decisions. */
  read(source: ImportSource): ProjectFile | null;
  /** `label` overrules the guess, null for none. */
  preview(ask: { label: string | null | undefined; reading?: Reading }): ImportPreview;
  prepare(choice: ImportChoice): PreparedProject;
  /** The hashes of the images that came with the file, by their names. */
  images(nothing: null): ReadonlyMap<string, string>;
  /** Makes the rows ready for a project that is there. */
  rows(project: ImagesTarget): { rows: PreparedRows; known: LabelsOfItems; report: FileRowsReport };
}

type ImportCallName = keyof ImportCalls;

/** A process or worker that reads one file. */
export interface ImportProcess {
  call<N extends ImportCallName>(name: N, argument: Parameters<ImportCalls[N]>[0]): Promise<ReturnType<ImportCalls[N]>>;
  /** Ends it; calls that wait are rejected as cancelled. It resolves when the process is gone. */
  close(): Promise<void>;
}

/** Starts something that reads one file. */
export type StartImport = (onProgress: (progress: ImportProgress) => void) => ImportProcess;
