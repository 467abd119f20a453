// Cells for a spreadsheet: quoted where needed, and text that a spreadsheet would run as a formula made harmless.

/**
 * One line of CSV. A text that begins like a formula gets an apostrophe in front, unless it is a plain number.
 * @example csvLine(["a,b", "=1+1", "-2.5"]) // "\"a,b\",'=1+1,-2.5\n"
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(text: string): string {
  const formula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  const safe = formula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
