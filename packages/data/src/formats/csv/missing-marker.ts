// Words that stand for "no value" among numbers. Among words they are kept, since "NA" may be a country: there only an
// empty cell is missing.

/** The words themselves. */
const MISSING_MARKERS: readonly string[] = [
  "NA",
  "N/A",
  "n/a",
  "na",
  "NaN",
  "nan",
  "NULL",
  "null",
  "None",
  "none",
  "?",
  "-",
  ".",
];

/** The length of the longest marker, so that longer cells need no look. */
export const LONGEST_MARKER = 4;

const known = new Set(MISSING_MARKERS);

/** Whether a cell among numbers says that there is no value. */
export function isMissingMarker(cell: string): boolean {
  return known.has(cell);
}
