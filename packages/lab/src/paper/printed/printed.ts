// What the paper printed; see README.md beside it. The files are read where they are kept, so that source and build
// share one copy.
import { readFileSync } from "node:fs";

/** An area under the learning curve as printed. */
export interface PrintedArea {
  readonly mean: number;
  readonly std: number;
  /** 1 to 3 stars, or minus 1 to 3 daggers. */
  readonly significance: number;
}

/** The printed area, or null where the paper has none. */
export function printedArea(dataset: string, strategy: string): PrintedArea | null {
  areas ??= byDataset(read("aulc.json"));
  return (areas.get(dataset)?.cells as Record<string, PrintedArea> | undefined)?.[strategy] ?? null;
}

/** How many instances the paper's dataset of this name has, or null where it has none. */
export function printedInstances(dataset: string): number | null {
  areas ??= byDataset(read("aulc.json"));
  return (areas.get(dataset)?.instances as number | undefined) ?? null;
}

/** The printed seconds per query, or null where the paper has none. */
export function printedSeconds(dataset: string, strategy: string): number | null {
  times ??= byDataset(read("execution-times.json"));
  return (times.get(dataset)?.seconds as Record<string, number> | undefined)?.[strategy] ?? null;
}

/** How many repetitions the printed numbers are taken over. */
export const PRINTED_REPETITIONS = 100;

interface Row {
  readonly dataset: string;
  readonly [member: string]: unknown;
}

let areas: Map<string, Row> | undefined;
let times: Map<string, Row> | undefined;

function byDataset({ rows }: { readonly rows: readonly Row[] }): Map<string, Row> {
  return new Map(rows.map((row) => [row.dataset, row]));
}

function read(name: string): { rows: Row[] } {
  return JSON.parse(readFileSync(new URL(`../../../src/paper/printed/${name}`, import.meta.url), "utf8"));
}
