// The types of a delimited text's columns, from one pass of DuckDB over all cells. What counts as a number or a date is what
// the reader of whole files takes for one: the patterns are its own, and test/unit/formats/stream compares the two.
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Notice } from "../../table/notice.ts";
import { ISO_DATE, parseDate } from "../../table/parse-date.ts";
import type { CsvOptions } from "../csv/csv-options.ts";
import type { Dialect } from "../csv/find-dialect.ts";
import { MISSING_MARKERS } from "../csv/missing-marker.ts";
import { type DecimalMark, GROUPED, numberUnder, PLAIN } from "../csv/number-format.ts";
import { settleDecimal } from "../csv/settle-decimal.ts";
import { quoted } from "../duckdb/open-duckdb.ts";
import type { ColumnPlan } from "../duckdb/plan-columns.ts";
import { type CellReading, type SpacedCells, spacedCells } from "./spaced-cells.ts";

/** A delimited text whose cells DuckDB gives as the texts c0, c1 and so on. */
export interface CellRelation {
  readonly from: string;
  /** The same, with other options of DuckDB's reader. */
  readonly reading: CellReading;
  readonly names: readonly string[];
  readonly dialect: Dialect;
  readonly options: CsvOptions;
  readonly path: string;
}

/** How the columns are read. */
export interface CellPlans {
  readonly rows: number;
  readonly plans: readonly ColumnPlan[];
  readonly decimal: DecimalMark;
  readonly notices: readonly Notice[];
}

/** What a cell is: a sum of these; 0 if it is empty. */
const MARKER = 1;
const FILLED = 2;
const PLAIN_BIT: Record<DecimalMark, number> = { ".": 4, ",": 8 };
const GROUPED_BIT: Record<DecimalMark, number> = { ".": 16, ",": 32 };
const LONG = 64;
const DATE = 128;
/** With a fraction or a zone, which DuckDB would round or drop. */
const FINE_DATE = 256;
const SPACED = 512;
/** A whole number has the same digits under both marks. */
const WHOLE = FILLED + PLAIN_BIT["."] + PLAIN_BIT[","];

/** What is counted of each column. */
interface CellCounts {
  /** Cells that are not empty; those of them that are no marker of a missing value. */
  readonly texts: number;
  readonly filled: number;
  readonly point: number;
  readonly comma: number;
  /** Numbers with a decimal mark, by the only mark that lets them be plain. */
  readonly onlyPoint: number;
  readonly onlyComma: number;
  readonly groupedPoint: number;
  readonly groupedComma: number;
  readonly long: number;
  readonly dates: number;
  readonly fineDates: number;
  /** Cells with spaces around them. */
  readonly spaced: number;
}

const COUNTED: Record<keyof CellCounts, string> = {
  texts: `& ${SPACED - 1} > 0`,
  filled: `& ${FILLED} > 0`,
  point: `& ${PLAIN_BIT["."] + GROUPED_BIT["."]} > 0`,
  comma: `& ${PLAIN_BIT[","] + GROUPED_BIT[","]} > 0`,
  onlyPoint: `& ${WHOLE} = ${FILLED + PLAIN_BIT["."]}`,
  onlyComma: `& ${WHOLE} = ${FILLED + PLAIN_BIT[","]}`,
  groupedPoint: `& ${GROUPED_BIT["."]} > 0`,
  groupedComma: `& ${GROUPED_BIT[","]} > 0`,
  long: `& ${LONG} > 0`,
  dates: `& ${DATE} > 0`,
  fineDates: `& ${FINE_DATE} > 0`,
  spaced: `& ${SPACED} > 0`,
};

/**
 * Plans for all columns.
 * @throws XpalError if the numbers could be read in two ways.
 */
export async function planCells(connection: DuckDBConnection, relation: CellRelation): Promise<CellPlans> {
  const { rows, counts } = await countCells(connection, relation);
  const decimal = relation.options.decimal ?? markOf(relation, counts);
  const notices: Notice[] = [];
  const planned = relation.names.map((name, c) => {
    if (relation.options.keepText?.includes(name)) return null;
    const plan = planOf(name, c, counts[c], decimal);
    if (plan !== null && relation.options.keepWritten?.includes(name)) return writtenPlan(plan, c);
    notices.push(...doubts(name, counts[c], decimal));
    return plan;
  });
  const { names, reading, dialect } = relation;
  const isSpaced = (c: number) => planned[c] === null && counts[c].spaced > 0 && dialect.separator !== " ";
  const spaced = await spacedCells(connection, reading, [...names.keys()].filter(isSpaced), dialect);
  const plans = planned.map((plan, c) => plan ?? textPlan(names[c], c, spaced.get(c), notices));
  return { rows, plans, decimal, notices };
}

/** Text with the spaces that the reader of whole files keeps: those inside of quotes. */
function textPlan(name: string, c: number, spaced: SpacedCells | undefined, notices: Notice[]): ColumnPlan {
  if (spaced?.plain !== true) return { name, sql: `c${c}`, type: "text" };
  if (spaced.quoted) {
    const why = "inside of quotes too; read in pieces, they cannot be told apart";
    const message = `column ${JSON.stringify(name)}: spaces around cells were removed, ${why}`;
    notices.push({ code: "spaces", message, column: name });
  }
  return { name, sql: `nullif(trim(c${c}, ' '), '')`, type: "text" };
}

async function countCells(connection: DuckDBConnection, { from, names }: CellRelation) {
  const kinds = names.map((_, c) => `${kindSql(`trim(c${c}, ' ')`)} + ${spacedSql(`c${c}`)} AS k${c}`).join(", ");
  const fields = Object.keys(COUNTED) as (keyof CellCounts)[];
  const wanted = names.flatMap((_, c) => fields.map((field) => `count(*) FILTER (WHERE k${c} ${COUNTED[field]})`));
  const sql = `SELECT count(*), ${wanted.join(", ")} FROM (SELECT ${kinds} FROM ${from})`;
  const [[rows, ...found]] = (await connection.runAndReadAll(sql)).getRows();
  const counts = names.map((_, c) => {
    const ofColumn = fields.map((field, i) => [field, Number(found[c * fields.length + i])]);
    return Object.fromEntries(ofColumn) as unknown as CellCounts;
  });
  return { rows: Number(rows), counts };
}

/** What a cell is, as SQL; the frequent kinds come first. */
function kindSql(cell: string): string {
  const markers = MISSING_MARKERS.map((marker) => quoted(marker, "'")).join(", ");
  const isDate = `${matches(cell, ISO_DATE)} AND TRY_CAST(left(${cell}, 10) AS DATE) IS NOT NULL`;
  const isCoarse = matches(cell, /^[\d-]{10}(?:[T ][\d:]{5,8})?$/);
  const isExact = `abs(TRY_CAST(${cell} AS HUGEINT)) <= ${Number.MAX_SAFE_INTEGER}`;
  return `CASE WHEN ${cell} IS NULL OR ${cell} = '' THEN 0
    WHEN ${matches(cell, /^[+-]?(?:0|[1-9]\d{0,14})$/)} THEN ${WHOLE}
    WHEN ${cell} IN (${markers}) THEN ${MARKER}
    WHEN ${matches(cell, /^[+-]?[1-9]\d{15,}$/)} THEN CASE WHEN ${isExact} THEN ${WHOLE} ELSE ${FILLED + LONG} END
    WHEN ${isDate} THEN ${FILLED + DATE} + CASE WHEN ${isCoarse} THEN 0 ELSE ${FINE_DATE} END
    ELSE ${FILLED} + ${numberSql(cell, ".")} + ${numberSql(cell, ",")} END`;
}

function spacedSql(cell: string): string {
  return `CASE WHEN ${cell} <> trim(${cell}, ' ') THEN ${SPACED} ELSE 0 END`;
}

/** Whether a cell is a number under a mark; one in groups has at most 15 digits before the mark, so that none is lost. */
function numberSql(cell: string, decimal: DecimalMark): string {
  const isInRange = `isfinite(TRY_CAST(replace(${cell}, ',', '.') AS DOUBLE))`;
  const isLong = matches(cell, /^[+-]?\d{1,3}(?:\D\d{3}){5,}$/);
  return `CASE WHEN ${matches(cell, PLAIN[decimal])} AND ${isInRange} THEN ${PLAIN_BIT[decimal]}
    WHEN ${matches(cell, GROUPED[decimal])} AND NOT ${isLong} THEN ${GROUPED_BIT[decimal]} ELSE 0 END`;
}

function matches(cell: string, pattern: RegExp): string {
  return `regexp_matches(${cell}, ${quoted(pattern.source, "'")})`;
}

/** The decimal mark that all columns agree on; those that the sample takes for plain numbers have settled it already. */
function markOf({ names, dialect, options, path }: CellRelation, counts: readonly CellCounts[]): DecimalMark {
  const { decimal } = dialect;
  const known = names.map((name, c) => ({ name, numeric: dialect.numeric[c], ...counts[c] }));
  const columns = known.filter(({ name }) => !options.keepText?.includes(name));
  const seen = columns.find(
    ({ numeric, onlyPoint, onlyComma }) => numeric && (decimal === "." ? onlyPoint : onlyComma) > 0,
  );
  const readings = columns.map(({ name, filled, point, comma, ...marks }) => ({
    name,
    point: filled > 0 && point === filled,
    comma: filled > 0 && comma === filled,
    marked: marks.onlyPoint + marks.onlyComma + marks.groupedPoint + marks.groupedComma > 0,
  }));
  const taken = { decimal, ...(seen === undefined ? {} : { seen: `column ${JSON.stringify(seen.name)}` }) };
  return settleDecimal(readings, taken, path);
}

/** How numbers or dates are read; null for a column of text. */
function planOf(name: string, c: number, counts: CellCounts, decimal: DecimalMark): ColumnPlan | null {
  const { texts, filled, dates, fineDates } = counts;
  const { numbers, grouped } = under(decimal, counts);
  if (filled > 0 && numbers === filled) {
    if (grouped > 0) {
      return { name, sql: `trim(c${c}, ' ')`, type: "number", parse: (text) => numberUnder(text, decimal) };
    }
    const cell = decimal === "." ? `c${c}` : `replace(c${c}, ',', '.')`;
    return { name, sql: `TRY_CAST(${cell} AS DOUBLE)`, type: "number" };
  }
  if (texts > 0 && dates === texts) {
    if (fineDates > 0) return { name, sql: `trim(c${c}, ' ')`, type: "date", parse: parseDate };
    return { name, sql: `epoch_ms(TRY_CAST(trim(c${c}, ' ') AS TIMESTAMP))::DOUBLE`, type: "date" };
  }
  return null;
}

/** Numbers or dates as they were written. Pieces have no place for both, so that the column is text; words for "no value" stay missing. */
function writtenPlan({ name, type }: ColumnPlan, c: number): ColumnPlan {
  const cell = `nullif(trim(c${c}, ' '), '')`;
  const markers = MISSING_MARKERS.map((marker) => quoted(marker, "'")).join(", ");
  const sql = type === "number" ? `CASE WHEN ${cell} IN (${markers}) THEN NULL ELSE ${cell} END` : cell;
  return { name, sql, type: "text" };
}

function under(decimal: DecimalMark, { point, comma, groupedPoint, groupedComma }: CellCounts) {
  return decimal === "." ? { numbers: point, grouped: groupedPoint } : { numbers: comma, grouped: groupedComma };
}

/** Numbers that were changed or kept as text. Rows of a file that is read in pieces have no lines to name. */
function doubts(name: string, counts: CellCounts, decimal: DecimalMark): Notice[] {
  const { filled, long } = counts;
  const { numbers, grouped } = under(decimal, counts);
  const column = `column ${JSON.stringify(name)}`;
  const inRows = (count: number) => `in ${count} ${count === 1 ? "row" : "rows"}`;
  if (filled > 0 && numbers === filled && grouped > 0) {
    const message = `${column}: thousands separators were removed ${inRows(grouped)}`;
    return [{ code: "thousands-separator", message, column: name }];
  }
  if (long > 0 && numbers + long === filled) {
    const message = `${column} was kept as text because of numbers too long to keep all digits ${inRows(long)}`;
    return [{ code: "long-number", message, column: name }];
  }
  return [];
}
