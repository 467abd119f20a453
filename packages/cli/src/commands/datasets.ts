// `xpal datasets`: data to try things out with.
import { resolve } from "node:path";
import { type Table, writeCsv } from "@xpal/data";
import { checkCsvName, checkOutputs } from "../project/check-outputs.ts";
import { hideLabels } from "../project/datasets/hide-labels.ts";
import { listSets, type OpenSetOptions, openSet } from "../project/datasets/open-set.ts";
import { rowWords } from "../project/row-words.ts";
import { amount } from "../terminal/amount.ts";
import { clip } from "../terminal/display-width.ts";
import { painter } from "../terminal/paint.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options of all parts hold. */
export interface SetOptions extends OpenSetOptions {
  readonly json?: true;
}

/** What the options of `get` hold. */
export interface GetOptions extends SetOptions {
  readonly out?: string;
  readonly labels?: number;
}

/** Writes the list of datasets. */
export function listDatasets(json: boolean, { out }: Terminal): void {
  const sets = listSets();
  if (json) {
    out.write(`${JSON.stringify(sets)}\n`);
    return;
  }
  const rows = sets.map(({ name, rows, features, classes, source, title }) => [
    name,
    String(rows),
    String(features),
    String(classes),
    source,
    title,
  ]);
  const head = ["name", "rows", "columns", "classes", "source", "what it is"];
  const lines = textTable(head, rows, { right: [1, 2, 3], columns: out.columns, paint: painter(out.colour) });
  out.write(`${lines.join("\n")}\n`);
}

/** Writes a dataset to a file. */
export async function getDataset(name: string, options: GetOptions, terminal: Terminal): Promise<void> {
  const path = options.out ?? `${name.replace(/[^\w.-]+/g, "-")}.csv`;
  checkOutputs({ "--out": path });
  checkCsvName("--out", path);
  const { table, target } = await openSet(name, options, terminal);
  const kept = options.labels === undefined ? table : hideLabels(table, target, options.labels, options.seed);
  writeWhole(path, writeCsv(kept));
  const words = `${resolve(path)}: ${amount(table.rows, "row")}, label column ${JSON.stringify(target)}`;
  const summary = { file: resolve(path), rows: table.rows, label: target };
  terminal.out.write(options.json ? `${JSON.stringify(summary)}\n` : `${words}\n`);
  if (!options.json) sayNotices(terminal, table.notices);
}

/** Says what a dataset contains. */
export async function showDataset(name: string, options: SetOptions, terminal: Terminal): Promise<void> {
  const { table, target, ...about } = await openSet(name, options, terminal);
  if (options.json) {
    const columns = table.columns.map((column) => ({ name: column.name, type: column.type }));
    terminal.out.write(`${JSON.stringify({ name, ...about, rows: table.rows, label: target, columns })}\n`);
    return;
  }
  const paint = painter(terminal.out.colour);
  const lines = [
    paint.bold(`${name}: ${about.title}`),
    `${amount(table.rows, "row")}, ${amount(table.columns.length - 1, "column")} and the label column ${JSON.stringify(target)}`,
    ...(about.attribution === undefined ? [] : [about.attribution]),
    ...(about.licence === undefined ? [] : [`Licence: ${about.licence}`]),
    "",
    ...firstRows(table, terminal.out.columns),
  ];
  terminal.out.write(`${lines.join("\n")}\n`);
}

function firstRows(table: Table, columns: number): string[] {
  return Array.from({ length: Math.min(5, table.rows) }, (_, row) =>
    clip(`${row}  ${rowWords(table, row, [])}`, columns),
  );
}
