// One decimal mark for a whole file: the sample may have shown none, and then a later column decides.
import { reject } from "@xpal/core/check";
import type { DecimalMark, NumberReading } from "./number-format.ts";

/** How the cells of a column could be numbers. */
export interface ColumnReading extends NumberReading {
  readonly name: string;
}

/** The mark that the sample suggests. */
export interface TakenMark {
  readonly decimal: DecimalMark;
  /** Where a number with that mark has been read already. */
  readonly seen?: string;
}

/**
 * The decimal mark that all columns agree on.
 * @throws XpalError if columns contradict each other, or could be read either way with nothing to decide it.
 */
export function settleDecimal(columns: Iterable<ColumnReading>, taken: TakenMark, file: string): DecimalMark {
  const evidence: Record<DecimalMark, string | undefined> = { ".": undefined, ",": undefined };
  evidence[taken.decimal] = taken.seen;
  let open: string | undefined;
  for (const { name, point, comma, marked } of columns) {
    if (!marked || (!point && !comma)) continue;
    const where = `column ${JSON.stringify(name)}`;
    if (point && comma) open ??= where;
    else evidence[point ? "." : ","] ??= where;
  }
  if (evidence["."] !== undefined && evidence[","] !== undefined) {
    const both = `and ${evidence["."]} has points, ${evidence[","]} commas`;
    reject("readCsv", file, `must have one decimal mark, ${both}`, undefined, 'set decimal to "." or ","');
  }
  if (evidence["."] !== undefined) return ".";
  if (evidence[","] !== undefined) return ",";
  if (open !== undefined) {
    reject(
      "readCsv",
      `${file}, ${open}`,
      "must have a clear decimal mark, but its numbers could be thousands or fractions",
      undefined,
      'set decimal to "." or ","',
    );
  }
  return taken.decimal;
}
