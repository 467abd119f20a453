// Spaces around the cells of a delimited text that is read in pieces. The reader of whole files removes them around cells
// without quotes and keeps those inside of quotes; DuckDB keeps both, and does not say which cells had quotes. But it can be
// told to take a text for missing only where it has none, which tells the two apart.
import type { DuckDBConnection } from "@duckdb/node-api";
import { quoted } from "../duckdb/open-duckdb.ts";

/** The separator and the quote of a text. */
export interface Marks {
  readonly separator: string;
  readonly quote: string;
}

/** A delimited text of which DuckDB gives the texts c0, c1 and so on; `more` are further options of its reader. */
export type CellReading = (more?: string) => string;

/** Whether the cells of a column that have spaces around them stand in quotes. */
export interface SpacedCells {
  readonly quoted: boolean;
  readonly plain: boolean;
}

/** Cells that are looked at, and different texts among them: DuckDB compares each cell of the file with all of these. */
const MOST_CELLS = 10_000;
const MOST_TEXTS = 100;

/** Looks at the cells of a column that have spaces around them, the first of the file and all that equal them. */
export async function spacedCells(
  connection: DuckDBConnection,
  reading: CellReading,
  c: number,
  { separator, quote }: Marks,
): Promise<SpacedCells> {
  const first = `SELECT c${c} FROM ${reading()} WHERE c${c} <> trim(c${c}, ' ') LIMIT ${MOST_CELLS}`;
  const cells = (await connection.runAndReadAll(first)).getRows().map(([cell]) => String(cell));
  const needsQuotes = (text: string) => text.includes(separator) || /[\r\n]/.test(text);
  const hasQuoted = cells.some(needsQuotes);
  // DuckDB lists no texts that have a separator or a quote.
  const texts = [...new Set(cells)].filter((text) => !needsQuotes(text) && !text.includes(quote)).slice(0, MOST_TEXTS);
  if (texts.length === 0) return { quoted: hasQuoted, plain: false };
  const listed = texts.map((text) => quoted(text, "'")).join(", ");
  const plainIsMissing = reading(`, nullstr = [${listed}], allow_quoted_nulls = false`);
  const counts = `count(*) FILTER (WHERE c${c} IN (${listed})), count(*) FILTER (WHERE c${c} IS NULL)`;
  const [found] = (await connection.runAndReadAll(`SELECT ${counts} FROM ${plainIsMissing}`)).getRows();
  return { quoted: hasQuoted || Number(found[0]) > 0, plain: Number(found[1]) > 0 };
}
