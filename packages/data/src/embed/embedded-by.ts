// Where the vectors of a column come from, when a model made them.
import type { Readable } from "./model-files.ts";

/** Vectors that a model made: of which columns, and of which model. */
export interface EmbeddedBy {
  readonly columns: readonly string[];
  readonly reads: Readable;
  readonly model: string;
  readonly hash: string;
}
