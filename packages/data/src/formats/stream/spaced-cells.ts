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

/** Cells of a column that are looked at, and different texts in all: DuckDB compares each cell of the file with all of these. */
const MOST_CELLS = 10_000;
const MOST_TEXTS = 200;
const FEWEST_TEXTS = 5;

/** Looks at the cells of columns that have spaces around them: the first of the file, and all that equal them. */
export async function spacedCells(
  connection: DuckDBConnection,
  reading: CellReading,
  columns: readonly number[],
  { separator, quote }: Marks,
): Promise<Map<number, SpacedCells>> {
  const needsQuotes = (text: string) => text.includes(separator) || /[\r\n]/.test(text);
  const most = Math.max(FEWEST_TEXTS, Math.floor(MOST_TEXTS / columns.length));
  const found = new Map<number, SpacedCells>();
  const listed = new Set<string>();
  for (const c of columns) {
    const first = `SELECT c${c} FROM ${reading()} WHERE c${c} <> trim(c${c}, ' ') LIMIT ${MOST_CELLS}`;
    const cells = (await connection.runAndReadAll(first)).getRows().map(([cell]) => String(cell));
    found.set(c, { quoted: cells.some(needsQuotes), plain: false });
    // DuckDB lists no texts that have a separator or a quote.
    const texts = new Set(cells.filter((text) => !needsQuotes(text) && !text.includes(quote)));
    for (const text of [...texts].slice(0, most)) listed.add(quoted(text, "'"));
  }
  if (listed.size === 0) return found;
  const texts = [...listed].join(", ");
  const counts = columns.map(
    (c) => `count(*) FILTER (WHERE c${c} IN (${texts})), count(*) FILTER (WHERE c${c} IS NULL)`,
  );
  const from = reading(`, nullstr = [${texts}], allow_quoted_nulls = false`);
  const [row] = (await connection.runAndReadAll(`SELECT ${counts.join(", ")} FROM ${from}`)).getRows();
  columns.forEach((c, i) => {
    const isQuoted = found.get(c)?.quoted === true || Number(row[2 * i]) > 0;
    found.set(c, { quoted: isQuoted, plain: Number(row[2 * i + 1]) > 0 });
  });
  return found;
}
