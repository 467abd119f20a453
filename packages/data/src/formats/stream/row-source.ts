// A table that is read in pieces, for files that are larger than memory.
import type { Notice } from "../../table/notice.ts";
import type { Column, Table } from "../../table/table.ts";
import type { CellForm } from "../cells/cell-form.ts";

/** Some rows of a source, in its order. */
export interface Piece {
  /** The number of the first row, from 0. */
  readonly start: number;
  /** Good until the next piece is asked for: its columns are filled again then. */
  readonly table: Table;
}

/** Which rows to read, and how many at a time. */
export interface PieceOptions {
  /** The first row; 0 by default. */
  readonly from?: number;
  /** How many rows a piece has, the last one excepted; 8192 by default. */
  readonly size?: number;
}

/** A file, or a folder of parts, that is read in pieces. */
export interface RowSource {
  readonly path: string;
  readonly format: "parquet" | "csv" | "arrow";
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly type: Column["type"]; readonly form?: CellForm }[];
  readonly notices: readonly Notice[];
  /** The names, sizes and times of change of its files: the same as long as nobody writes to them. */
  readonly fingerprint: string;
  /** How the cells of a delimited text are read: another separator or decimal mark makes another table of the same file. */
  readonly reading?: string;
  /**
   * The rows in the order of the source. Infinite numbers are missing values, as in `readTable`.
   * @throws XpalError if a part is missing or damaged, or a file changes while it is read.
   */
  pieces(options?: PieceOptions): AsyncGenerator<Piece>;
  /**
   * Some rows, in the given order.
   * @throws XpalError as `pieces`, or if a row number is out of range.
   */
  at(rows: ArrayLike<number>): Promise<Table>;
  close(): void;
}

/** How many rows a piece has if nothing else is said. */
export const PIECE_ROWS = 8192;
