// One pass over a file that is larger than memory: exact facts about each column, how often each class occurs, and two
// uniform samples of rows (Vitter, ACM Transactions on Mathematical Software 11, 1985, algorithm R): the rows without a label
// that become the pool, from which medians are taken too, and the labelled rows.

import { generator } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import type { RowSource } from "../formats/stream/row-source.ts";
import { RowStore } from "../table/row-store.ts";
import type { Table } from "../table/table.ts";
import { ColumnFacts } from "./column-facts.ts";
import { noOddLabels, noteLabel, type OddLabels } from "./label-notices.ts";
import { labelText } from "./label-text.ts";

/** What to look for. */
export interface SurveyOptions {
  /** The label column, if there is one. */
  readonly label?: string;
  /** The classes that were declared. */
  readonly classes?: readonly string[];
  /** How many rows without a label are kept; 20,000 by default. */
  readonly sample?: number;
  /** How many rows with a label are kept; 20,000 by default. */
  readonly labelled?: number;
  readonly seed: number;
  /** Told how many rows were read. */
  readonly onRows?: (done: number) => void;
}

/** What a pass over a source found. */
export interface Survey {
  readonly path: string;
  readonly rows: number;
  readonly facts: readonly ColumnFacts[];
  /** How many rows have each label. */
  readonly labels: ReadonlyMap<string, number>;
  /** The first row with each label. */
  readonly firstRows: ReadonlyMap<string, number>;
  /** The cells of the label column that were read otherwise than they are written. */
  readonly oddLabels: OddLabels;
  /** A uniform sample of the rows without a label, in the order of the file; `numbers` says which rows they are. */
  readonly sample: Table;
  /** All rows with a label, or a uniform sample of them. */
  readonly labelled: Table;
}

/** Twice the candidates that a pool compares, so that answered rows are made up for; each row that is kept costs memory. */
const MAX_SAMPLE = 20_000;
/** More labelled rows than this teach little, and every prediction looks at each. */
const MAX_LABELLED = 20_000;

/**
 * Surveys a source.
 * @throws XpalError if the source cannot be read to its end.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n3,\n");
 * const survey = await surveySource(await openRowSource(`${folder}/mine.csv`), { label: "class", sample: 10, seed: 1 });
 * [survey.sample.rows, survey.labelled.rows, survey.facts[0].mean] // [2, 1, 2]
 */
export async function surveySource(source: RowSource, options: SurveyOptions): Promise<Survey> {
  checkParts("surveySource", "source", source, "rows to read", ["columns"]);
  checkParts("surveySource", "options", options, "an object", []);
  const { label, classes, seed, onRows } = options;
  const facts = source.columns.map(({ name, type }) => new ColumnFacts(name, type));
  const place = source.columns.findIndex(({ name }) => name === label);
  const sample = new Reservoir(source, Math.min(options.sample ?? MAX_SAMPLE, source.rows), seed, 0);
  const labelled = new Reservoir(source, Math.min(options.labelled ?? MAX_LABELLED, source.rows), seed, 1);
  const labels = new Map<string, number>();
  const firstRows = new Map<string, number>();
  const oddLabels = noOddLabels();
  for await (const { start, table } of source.pieces()) {
    table.columns.forEach((column, c) => {
      facts[c].add(column);
    });
    const column = place < 0 ? undefined : table.columns[place];
    for (let row = 0; row < table.rows; row++) {
      const name = column === undefined ? null : labelText(column, row, classes);
      if (column?.type === "text") noteLabel(oddLabels, column.values[row], name, start + row);
      if (name !== null && !firstRows.has(name)) firstRows.set(name, start + row);
      if (name !== null) labels.set(name, (labels.get(name) ?? 0) + 1);
      (name === null ? sample : labelled).offer(table, row, start + row);
    }
    onRows?.(start + table.rows);
  }
  const { path, rows } = source;
  const samples = { sample: sample.table(path), labelled: labelled.table(path) };
  return { path, rows, facts, labels, firstRows, oddLabels, ...samples };
}

/** A uniform sample of what is offered. */
class Reservoir {
  readonly #store: RowStore;
  readonly #numbers: number[] = [];
  readonly #capacity: number;
  readonly #chance: ReturnType<typeof generator>;
  #offered = 0;

  constructor({ columns }: RowSource, capacity: number, seed: number, stream: number) {
    this.#store = new RowStore(columns, capacity);
    this.#capacity = capacity;
    this.#chance = generator(seed, stream);
  }

  offer(table: Table, row: number, number: number): void {
    const at = this.#offered < this.#capacity ? this.#offered : this.#chance.nextIndex(this.#offered + 1);
    this.#offered++;
    if (at >= this.#capacity) return;
    this.#store.put(at, table, row);
    this.#numbers[at] = number;
  }

  /** The sample in the order of the file. */
  table(source: string): Table {
    const numbers = Uint32Array.from(this.#numbers);
    const order = Uint32Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
    return this.#store.taken(order, { source, numbers: numbers.map((_, i) => numbers[order[i]]) });
  }
}
