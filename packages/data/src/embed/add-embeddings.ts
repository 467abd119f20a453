// Vectors of a table's texts or images, made by a model. All text columns of a row are one text; each column of images
// has vectors of its own. What was made before, in this run or in an earlier one, is not made again.

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Matrix } from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import { damagedNotice, shortName } from "../images/damaged-notice.ts";
import type { ImageSource } from "../images/image-source.ts";
import type { Recipe } from "../recipe/recipe.ts";
import { checkTable } from "../table/check-table.ts";
import type { Notice } from "../table/notice.ts";
import { type Column, makeTable, type Table } from "../table/table.ts";
import { documentsOf } from "../text/documents.ts";
import { cacheFolder } from "../transfer/cache-folder.ts";
import type { EmbeddedBy } from "./embedded-by.ts";
import { EmbeddingCache } from "./embedding-cache.ts";
import type { EmbeddingModel } from "./open-model.ts";
import { type ReadableOptions, ROLE_OF, readableColumns } from "./readable-columns.ts";

/** How vectors are made. */
export interface EmbedOptions extends ReadableOptions {
  readonly model: EmbeddingModel;
  /** Where images come from. */
  readonly source: ImageSource;
  /** A recipe whose embedded columns are wanted; without it, all columns that the model can read. */
  readonly recipe?: Recipe;
  /** Where vectors are kept; "xpal" in the user's cache folder by default. */
  readonly cache?: string;
  /** Hears how many items of how many are done. */
  readonly onItems?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** So many items go through the model together; after each batch the vectors are on disk. */
const BATCH = 16;

/**
 * A table with a column of vectors for its texts, or for each column of images.
 * @throws XpalError if the table has nothing that the model reads, or the recipe was made with another model.
 * @example
 * const embedder = { hash: "lengths", embed: async (texts) => texts.map(() => Float32Array.of(1)), close: async () => {} };
 * const table = await addEmbeddings(balanceScale(), { model: { name: "lengths", reads: "texts", embedder }, source: imagesIn("."), cache: folder, roles: { class: "text" } });
 * table.columns.length // 6
 */
export async function addEmbeddings(table: Table, options: EmbedOptions): Promise<Table> {
  checkTable("addEmbeddings", table);
  checkParts("addEmbeddings", "options", options, "an object", ["model"]);
  const { model } = options;
  let result = table;
  for (const { name, columns } of wantedOf(table, options)) {
    const by: EmbeddedBy = { columns, reads: model.reads, model: model.name, hash: model.embedder.hash };
    const { vectors, damaged } = await vectorsOf(result, columns, options);
    const column: Column = { name, type: "vector", values: toMatrix(vectors), embedded: by };
    const { columns: before, rows: _, notices, ...more } = result;
    const said: Notice[] = damagedNotice(columns[0], damaged, "and counted as average ones");
    result = makeTable([...before, column], { ...more, notices: [...notices, ...said] });
  }
  return result;
}

function wantedOf(table: Table, options: EmbedOptions): { name: string; columns: readonly string[] }[] {
  const { model, recipe } = options;
  if (recipe !== undefined) return fromRecipe(table, recipe, model);
  const columns = readableColumns(table, model.reads, options);
  const role = ROLE_OF[model.reads];
  if (columns.length === 0) {
    const wayOut = `name it with --role COLUMN=${role}, or choose another model`;
    reject(
      "embed",
      table.source ?? "the table",
      `must have a column of ${model.reads} for this model`,
      undefined,
      wayOut,
    );
  }
  if (role === "image") return columns.map((name) => ({ name: `${name} embedding`, columns: [name] }));
  return [{ name: `${columns.length === 1 ? columns[0] : "texts"} embedding`, columns }];
}

function fromRecipe(table: Table, recipe: Recipe, model: EmbeddingModel) {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  return recipe.groups
    .flatMap(({ encoders }) => encoders)
    .flatMap((encoder) => {
      if (encoder.kind !== "vector" || encoder.embedded === undefined || has(encoder.column)) return [];
      const { columns, hash, reads } = encoder.embedded;
      if (reads !== model.reads) return [];
      if (hash !== model.embedder.hash) {
        const rule = `must be the one that the vectors of ${JSON.stringify(encoder.column)} were made with`;
        reject("embed", `the model ${model.name}`, rule, undefined, "name that one with --embed, or train again");
      }
      return [{ name: encoder.column, columns }];
    });
}

/** One vector for each row; null where an image cannot be read. */
async function vectorsOf(
  table: Table,
  columns: readonly string[],
  { model, source, cache = cacheFolder(), onItems = () => {}, signal }: EmbedOptions,
): Promise<{ vectors: (Float32Array | null)[]; damaged: string[] }> {
  const texts = documentsOf("embed", table, columns);
  const kept = await EmbeddingCache.open(join(cache, "embeddings"), model.embedder.hash);
  const vectors: (Float32Array | null)[] = new Array(table.rows).fill(null);
  const damaged: string[] = [];
  const waiting = new Map<string, { rows: number[]; item: string | Uint8Array }>();
  let done = 0;
  const flush = async () => {
    const batch = [...waiting];
    waiting.clear();
    const made = await embedBatch(
      model,
      batch.map(([, { item }]) => item),
    );
    const fresh: [string, Float32Array][] = [];
    batch.forEach(([key, { rows }], i) => {
      const vector = made[i];
      if (typeof vector === "string") damaged.push(...rows.map((row) => `${shortName(texts(row))} (${vector})`));
      else {
        for (const row of rows) vectors[row] = vector;
        fresh.push([key, vector]);
      }
    });
    await kept.add(fresh);
    onItems(done, table.rows);
  };
  for (let row = 0; row < table.rows; row++) {
    signal?.throwIfAborted();
    done = row + 1;
    try {
      const item = model.reads === "texts" ? texts(row) : await source(texts(row));
      const key = createHash("sha256").update(item).digest("hex");
      const known = kept.get(key);
      const same = waiting.get(key);
      if (known !== undefined) vectors[row] = known;
      else if (same !== undefined) same.rows.push(row);
      else waiting.set(key, { rows: [row], item });
    } catch (error) {
      damaged.push(`${shortName(texts(row))} (${reasonOf(error)})`);
    }
    if (waiting.size >= BATCH) await flush();
  }
  if (waiting.size > 0) await flush();
  onItems(table.rows, table.rows);
  return { vectors, damaged: damaged.sort() };
}

/** A vector for each item, or why it has no vector. */
async function embedBatch(
  model: EmbeddingModel,
  items: readonly (string | Uint8Array)[],
): Promise<(Float32Array | string)[]> {
  if (model.reads === "texts") return model.embedder.embed(items as readonly string[]);
  const prepared = await Promise.all(
    (items as readonly Uint8Array[]).map((bytes) => model.prepare(bytes).catch(reasonOf)),
  );
  const readable = prepared.filter((one): one is Float32Array => typeof one !== "string");
  const made = readable.length === 0 ? [] : await model.embedder.embed(readable);
  let next = 0;
  return prepared.map((one) => (typeof one === "string" ? one : made[next++]));
}

function reasonOf(error: unknown): string {
  return (error as Error).message.split("\n")[0].slice(0, 100);
}

/** The vectors as rows; an item without a vector gets the mean of the others. */
function toMatrix(vectors: readonly (Float32Array | null)[]): Matrix {
  const made = vectors.filter((vector) => vector !== null);
  if (made.length === 0) reject("embed", "the table", "must have an item that can be read");
  const cols = made[0].length;
  const mean = new Float64Array(cols);
  for (const vector of made) for (let d = 0; d < cols; d++) mean[d] += vector[d] / made.length;
  const data = new Float64Array(vectors.length * cols);
  vectors.forEach((vector, row) => {
    data.set(vector ?? mean, row * cols);
  });
  return { rows: vectors.length, cols, data };
}
