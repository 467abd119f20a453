// A dataset by its name: bundled, generated, or from OpenML as `openml:NUMBER` or `openml:NAME`.

import { XpalError } from "@xpal/core";
import { catalogue, datasetNamed, openml, paperSets, type Table } from "@xpal/data";
import { progress } from "../../terminal/progress.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** What is known about a dataset. */
export interface SetDescription {
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  readonly source: string;
  readonly licence?: string;
  readonly attribution?: string;
}

/** How a dataset is obtained. */
export interface OpenSetOptions {
  readonly seed: number;
  readonly openmlUrl?: string;
  readonly offline?: true;
}

/** A dataset with what is known about it. */
export interface OpenedSet {
  readonly table: Table;
  /** The name of the label column. */
  readonly target: string;
  readonly title: string;
  readonly licence?: string;
  readonly attribution?: string;
}

const OPENML = "openml:";

/** All datasets that can be opened by name, including those of the paper on OpenML. */
export function listSets(): SetDescription[] {
  return [
    ...catalogue.map(({ open: _, aliases: __, options: ___, shortTitle: ____, ...about }) => about),
    ...paperSets.map(({ name, openmlId, rows, features, classes }) => ({
      name: `${OPENML}${name}`,
      title: `OpenML ${openmlId}, one of the paper's datasets`,
      ...{ rows, features, classes },
      source: "openml",
    })),
  ];
}

/**
 * The table of a dataset.
 * @throws XpalError if the name is unknown, or OpenML cannot be reached and the dataset is not in the cache.
 */
export async function openSet(name: string, options: OpenSetOptions, terminal: Terminal): Promise<OpenedSet> {
  if (name.startsWith(OPENML)) return fromOpenml(name.slice(OPENML.length), options, terminal);
  const entry = datasetNamed(name, "openSet");
  const { open, title, licence, attribution } = entry;
  const table = await open({ seed: options.seed });
  return {
    table,
    target: table.target ?? "class",
    title,
    ...(licence === undefined ? {} : { licence }),
    ...(attribution === undefined ? {} : { attribution }),
  };
}

async function fromOpenml(which: string, options: OpenSetOptions, terminal: Terminal): Promise<OpenedSet> {
  const { openmlUrl, offline } = options;
  const bar = progress(terminal, "Fetching", 1);
  const table = await openml(/^\d+$/.test(which) ? Number(which) : which, {
    ...(openmlUrl === undefined ? {} : { baseUrl: openmlUrl }),
    ...(offline === undefined ? {} : { offline }),
    onProgress: (received, total) => bar.step(total === undefined ? 0 : received / total, which),
  }).finally(bar.end);
  if (table.target === undefined) {
    throw new XpalError("bad-argument", {
      who: "openSet",
      argument: `OpenML's ${which}`,
      rule: "must name a class column, but it names none",
      wayOut: "choose one from xpal datasets list",
    });
  }
  return { table, target: table.target, title: table.source ?? `OpenML ${which}` };
}
