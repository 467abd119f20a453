// A survey on disk, so that the next command need not read the file again: a line of JSON, then the columns of its two
// samples. It is kept in the cache folder under a key made of all that decides it; what cannot be read is made anew.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkParts, checkText } from "@xpal/core/check";
import type { CellForm } from "../formats/cells/cell-form.ts";
import { type Column, makeTable, type Table } from "../table/table.ts";
import { cacheFolder } from "../transfer/cache-folder.ts";
import { ColumnFacts } from "./column-facts.ts";
import type { OddLabels } from "./label-notices.ts";
import type { Survey } from "./survey.ts";

const VERSION = 8;
/** How many surveys are kept. */
const MAX_KEPT = 4;

/** The path of a survey by what decides it. */
export function surveyPath(madeFrom: unknown, folder = join(cacheFolder(), "surveys")): string {
  checkText("surveyPath", "folder", folder);
  const key = createHash("sha256")
    .update(JSON.stringify([VERSION, madeFrom]))
    .digest("hex")
    .slice(0, 32);
  return join(folder, `${key}.survey`);
}

/** The survey that was kept, if it is there and whole. */
export async function readSurvey(path: string): Promise<Survey | undefined> {
  try {
    const bytes = await readFile(path);
    const end = bytes.indexOf(10);
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
    if (head.version !== VERSION || bytes.length !== end + 1 + head.bytes) return undefined;
    const reader = new Reader(bytes, end + 1);
    const facts = head.facts.map(({ words, distinct, sums, ...plain }) => {
      const one = Object.assign(new ColumnFacts(plain.name, plain.type), plain);
      const { least, largest } = plain;
      return Object.assign(one, {
        least: least ?? Infinity, // JSON has no infinities
        largest: largest ?? -Infinity,
        words: words === null ? null : new Map(words),
        distinct: distinct === null ? null : new Set(distinct),
        sums: Float64Array.from(sums),
      });
    });
    const [sample, labelled] = head.tables.map((table) => reader.table(table));
    const { path: source, rows, oddLabels } = head;
    const labels = { labels: new Map(head.labels), firstRows: new Map(head.firstRows), oddLabels };
    return { path: source, rows, facts, ...labels, sample, labelled };
  } catch {
    return undefined;
  }
}

/** Keeps a survey; a folder that cannot be written to is no error. Older ones make room. */
export async function keepSurvey(path: string, survey: Survey): Promise<void> {
  checkText("keepSurvey", "path", path);
  checkParts("keepSurvey", "survey", survey, "a survey", ["sample", "labelled", "facts", "labels"]);
  const parts: Uint8Array[] = [];
  const tables = [survey.sample, survey.labelled].map((table) => tableHead(table, parts));
  const facts = survey.facts.map(({ words, distinct, sums, ...plain }) => ({
    ...plain,
    words: words === null ? null : [...words],
    distinct: distinct === null ? null : [...distinct],
    sums: [...sums],
  }));
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const { path: source, rows, oddLabels } = survey;
  const labels = { labels: [...survey.labels], firstRows: [...survey.firstRows], oddLabels };
  const head = { version: VERSION, bytes, path: source, rows, facts, ...labels, tables };
  const draft = `${path}.${process.pid}.part`;
  try {
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(draft, [Buffer.from(`${JSON.stringify(head)}\n`), ...parts]);
    await rename(draft, path);
    await letOldOnesGo(join(path, ".."));
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

interface TableHead {
  readonly rows: number;
  readonly source?: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: Column["type"];
    readonly form?: CellForm;
    readonly size: number;
  }[];
}

interface Head {
  readonly version: number;
  readonly bytes: number;
  readonly path: string;
  readonly rows: number;
  readonly facts: readonly (Omit<ColumnFacts, "add" | "words" | "distinct" | "sums"> & {
    readonly words: [string, number][] | null;
    readonly distinct: number[] | null;
    readonly sums: number[];
  })[];
  readonly labels: [string, number][];
  readonly firstRows: [string, number][];
  readonly oddLabels: OddLabels;
  readonly tables: readonly TableHead[];
}

/** Numbers as they are in memory, text as a JSON list; the numbers of the rows come first. */
function tableHead({ rows, columns, numbers, source }: Table, parts: Uint8Array[]): TableHead {
  parts.push(bytesOf(Float64Array.from(numbers ?? [])));
  const heads = columns.map((column) => {
    const part =
      column.type === "text"
        ? Buffer.from(JSON.stringify(column.values))
        : bytesOf(column.type === "vector" ? column.values.data : column.values);
    parts.push(part);
    const form = "form" in column && column.form !== undefined ? { form: column.form } : {};
    return { name: column.name, type: column.type, ...form, size: part.byteLength };
  });
  return { rows, columns: heads, ...(source === undefined ? {} : { source }) };
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  table({ rows, columns, source }: TableHead): Table {
    const numbers = Uint32Array.from(this.#numbers(8 * rows));
    const read = columns.map(({ name, type, form, size }): Column => {
      if (type === "text") return { name, type, values: JSON.parse(this.#take(size).toString("utf8")) };
      const values = this.#numbers(size);
      if (type !== "vector") return { name, type, values, ...(form === undefined ? {} : { form }) } as Column;
      return { name, type, values: { rows, cols: rows === 0 ? 0 : values.length / rows, data: values } };
    });
    return makeTable(read, { numbers, ...(source === undefined ? {} : { source }) });
  }

  #numbers(size: number): Float64Array {
    const bytes = this.#take(size);
    const values = new Float64Array(size / 8);
    bytes.copy(new Uint8Array(values.buffer));
    return values;
  }

  #take(size: number): Buffer {
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }
}

async function letOldOnesGo(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".survey"));
  const times = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  times.sort((a, b) => b.at - a.at);
  for (const { name } of times.slice(MAX_KEPT)) await rm(join(folder, name), { force: true });
}
