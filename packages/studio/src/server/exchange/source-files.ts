import type { ParseOptions, ReadingScope, Recipe, Table } from "@xpal/data";
import type { Reading } from "../../protocol/import-messages.ts";
import type { LargeFile } from "../projects/project-about.ts";
import type { ImportSource } from "./import-calls.ts";
import type { LargeReading } from "./large-table.ts";
import type { ProjectFile } from "./project-file.ts";
import type { ReadingOffer } from "./source-reading.ts";

/** Something that a table is read from: a file, or a folder that an archive was unpacked into. */
interface Origin {
  readonly name: string;
}

/** How a table gets its vectors. */
export interface VectorWish extends Pick<Reading, "embed" | "download"> {
  /** Where paths of images begin; null where they begin at the file. */
  readonly folder: string | null;
  /** The folders that a model may lie in. */
  readonly modelFolders: readonly string[];
  /** A recipe whose vectors are wanted. */
  readonly recipe?: Recipe;
}

/** Tells how far the vectors are. */
type VectorProgress = (stage: "reading" | "downloading" | "describing", share: number | null) => void;

/** Access to what was brought, wherever it lies. */
export interface SourceFiles<O extends Origin> {
  /** The project that a project file holds; null for files of other kinds. */
  project(source: ImportSource): Promise<ProjectFile | null>;
  /** Unpacks an archive; any other file stays what it is. Images are returned by name. */
  unpack(
    source: ImportSource,
    onShare: (share: number) => void,
  ): Promise<{ readonly from: O; readonly images: ReadonlyMap<string, Uint8Array> }>;
  /** The table of an export of another program; null if the file is not such an export. */
  foreign(from: O): Promise<Table | null>;
  /** The table; of a delimited text also how its numbers and dates were written, of Parquet and Arrow its times, for exports. */
  table(from: O, options: ParseOptions): Promise<Table>;
  /** Some rows of a file that is too large to be read whole, and what the project remembers of it; null for other files. */
  large(
    from: O,
    options: ParseOptions,
    how: LargeReading,
    onShare: (share: number) => void,
  ): Promise<{ readonly table: Table; readonly large: LargeFile } | null>;
  /** Which choices say how the file is read; undefined if that is not known. */
  scope(from: O): Promise<ReadingScope | undefined>;
  /** How the file is read now, and how else it could be. */
  reading(from: O, reading: Reading): Promise<ReadingOffer | null>;
  /** The table with vectors for its texts or images; images of a folder that cannot be read are left out. */
  withVectors(table: Table, from: O, wish: VectorWish, progress: VectorProgress): Promise<Table>;
  /** The recipe with points for classes by their phrases or names, where a model has read the texts. */
  withPhrases(recipe: Recipe, classes: readonly string[], phrases: Readonly<Record<string, string>>): Promise<Recipe>;
  /** Whether items can be described by a model. */
  readonly canEmbed: boolean;
}
