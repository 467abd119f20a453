import type { Table, TableCell } from "./table.ts";

/** A table for a README or a discussion. */
export function tableMarkdown({ title, caption, columns, groups }: Table): string {
  const head = line(columns.map((column) => quoted(column.title)));
  const rule = line(columns.map(({ numeric }) => (numeric ? "---:" : "---")));
  const rows = groups.flatMap(({ title: group, rows: members }) => [
    ...(group ? [line([`**${quoted(group)}**`, ...columns.slice(1).map(() => "")])] : []),
    ...members.map((row) => line(row.map(cellMarkdown))),
  ]);
  return `**${quoted(title)}.** ${quoted(caption)}\n\n${[head, rule, ...rows].join("\n")}\n`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cellMarkdown({ text, beside, strong }: TableCell): string {
  const own = strong ? `**${quoted(text)}**` : quoted(text);
  return beside === undefined ? own : `${own} (${quoted(beside)})`;
}

function quoted(text: string): string {
  return text.replace(/[\\|*_`<>[\]]/g, "\\$&").replace(/\n/g, " ");
}
