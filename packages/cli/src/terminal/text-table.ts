// Rows and columns of text, aligned: the first row is the head.

import { clip, displayWidth, padTo } from "./display-width.ts";
import { INK, type Paint } from "./paint.ts";

/** How a table is laid out. */
export interface TextTableOptions {
  /** Columns whose cells stand at the right edge, as numbers do. */
  readonly right?: readonly number[];
  readonly columns: number;
  readonly paint: Paint;
}

const GAP = 2;
const NARROWEST = 6;

/** The lines of a table; when it is too wide, its widest columns are clipped, and at last each row becomes a block. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  options: TextTableOptions,
): string[] {
  const widths = head.map((name, c) => Math.max(displayWidth(name), ...rows.map((row) => displayWidth(row[c]))));
  if (!fit(widths, options.columns)) return blocks(head, rows, options);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, c) => padTo(clip(cell, widths[c]), widths[c], options.right?.includes(c) ? "left" : "right"))
      .join(" ".repeat(GAP))
      .trimEnd();
  return [options.paint(INK.faint, line(head)), ...rows.map(line)];
}

/** One line per cell, for terminals in which the columns have no room beside each other. */
function blocks(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, paint }: TextTableOptions,
): string[] {
  const nameWidth = Math.max(...head.map(displayWidth));
  return rows.flatMap((row, r) => [
    ...(r === 0 ? [] : [""]),
    ...row.flatMap((cell, c) =>
      cell === "" ? [] : [`${paint(INK.faint, padTo(head[c], nameWidth))} ${clip(cell, columns - nameWidth - 1)}`],
    ),
  ]);
}

/** Narrows the widest column step by step until the table fits; false if no column can become narrower. */
function fit(widths: number[], columns: number): boolean {
  widths.forEach((width, c) => {
    widths[c] = Math.min(width, columns);
  });
  for (;;) {
    const total = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
    const widest = widths.indexOf(Math.max(...widths));
    if (total <= columns) return true;
    if (widths[widest] <= NARROWEST) return false;
    widths[widest]--;
  }
}
