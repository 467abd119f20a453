/** A place in a table as people read it. */
export interface TableCell {
  readonly text: string;
  /** A second, smaller line: the printed value, an interval. */
  readonly beside?: string;
  /** The best of its row. */
  readonly strong?: boolean;
  /** How the cell agrees with the paper; said in `beside` too, so the colour adds nothing. */
  readonly agreement?: "same" | "near" | "off";
  /** 0 to 1, coloured from good to bad. */
  readonly heat?: number;
}

/** A column's head. */
interface TableColumn {
  readonly title: string;
  readonly numeric?: boolean;
}

/** Rows under a common title; the first cell of a row is its head. */
interface TableGroup {
  readonly title?: string;
  readonly rows: readonly (readonly TableCell[])[];
}

/** A table: once for people, once as plain data. */
export interface Table {
  /** Its file name without ending. */
  readonly name: string;
  readonly title: string;
  /** How to read it. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly groups: readonly TableGroup[];
  /** One fact per row, unrounded: what the CSV file holds. */
  readonly data: {
    readonly header: readonly string[];
    readonly rows: readonly (readonly (string | number | null)[])[];
  };
}

/** A plain cell. */
export function cell(text: string | number, more: Omit<TableCell, "text"> = {}): TableCell {
  return { text: String(text), ...more };
}

/** Where there is nothing to show. */
export const EMPTY: TableCell = { text: "–" };
