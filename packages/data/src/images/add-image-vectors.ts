// Images beside a table: each cell of a column of images is decoded and becomes a vector, by what was learned from
// these images or by what a recipe learned from others. Images that cannot be read are named. Who decodes is passed in.

import type { Matrix } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import type { Recipe } from "../recipe/recipe.ts";
import { inferRole } from "../recipe/role.ts";
import { checkTable } from "../table/check-table.ts";
import { type Column, makeTable, type Table, type TextColumn } from "../table/table.ts";
import { takeRows } from "../table/take-rows.ts";
import { damagedNotice, shortName } from "./damaged-notice.ts";
import { encodeHere } from "./encode-here.ts";
import { fitImages, type ImageModel } from "./image-model.ts";
import type { Pixels } from "./image-square.ts";

/** How images become vectors. */
export interface ImageVectorOptions {
  /** The image of a cell as a square of 32 by 32 pixels: red, green and blue of each, row by row; throws if it cannot be had. */
  readonly decode: (cell: string) => Promise<Uint8Array>;
  /** A recipe whose image columns are wanted; without it, what to know is learned from these images. */
  readonly recipe?: Recipe;
  /** Whether rows whose image cannot be read are left out; else they count as average images. */
  readonly leaveOut?: boolean;
  /** Called with the progress, from 0 to 1. */
  readonly onShare?: (share: number) => void;
  /** Encodes images by a model; here and at once by default. */
  readonly encode?: (
    model: ImageModel,
    images: readonly Pixels[],
    onShare: (share: number) => void,
  ) => Matrix | Promise<Matrix>;
}

/** How many images are decoded at a time. */
const AT_A_TIME = 8;

/** Fewer images teach nothing about images. */
const FEWEST = 2;

/**
 * Adds a column of vectors for each column of images. A table without images, or with vectors already, is returned unchanged.
 * @example (await addImageVectors(balanceScale(), { decode: async () => new Uint8Array(3072) })).columns.length // 5
 */
export async function addImageVectors(table: Table, options: ImageVectorOptions): Promise<Table> {
  checkTable("addImageVectors", table);
  checkParts("addImageVectors", "options", options, "an object", []);
  let result = table;
  for (const { column, name, model } of wantedOf(table, options.recipe)) {
    result = await addColumn(result, column, name, model, options);
  }
  return result;
}

/** The name of the vectors of a column of images. */
function imageVectorsName(column: string): string {
  return `${column} features`;
}

interface Wanted {
  readonly column: string;
  readonly name: string;
  readonly model: ImageModel | null;
}

function wantedOf(table: Table, recipe: Recipe | undefined): Wanted[] {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  if (recipe !== undefined) {
    const encoders = recipe.groups.flatMap((group) => group.encoders);
    return encoders.flatMap((encoder) =>
      encoder.kind === "vector" && encoder.images !== undefined && !has(encoder.column) && has(encoder.images.column)
        ? [{ column: encoder.images.column, name: encoder.column, model: encoder.images.model }]
        : [],
    );
  }
  // Embeddings are better, and somebody made them; those of the texts say nothing about the images.
  if (table.columns.some((column) => column.type === "vector" && column.embedded?.reads !== "texts")) return [];
  return table.columns
    .filter((column) => inferRole(column).role === "image" && !has(imageVectorsName(column.name)))
    .map(({ name }) => ({ column: name, name: imageVectorsName(name), model: null }));
}

async function addColumn(
  table: Table,
  column: string,
  name: string,
  known: ImageModel | null,
  { decode, leaveOut = false, onShare = () => {}, encode = encodeOnce }: ImageVectorOptions,
): Promise<Table> {
  const cells = (table.columns.find((candidate) => candidate.name === column) as TextColumn).values;
  const { images, damaged } = await decodeAll(cells, decode, (share) => onShare(0.3 * share));
  const readable = images.filter((pixels): pixels is Pixels => pixels !== null);
  if (known === null && readable.length < FEWEST) {
    return { ...table, notices: [...table.notices, ...damagedNotice(column, damaged, "so none can be learned from")] };
  }
  const model = known ?? fitImages(readable, (share) => onShare(0.3 + 0.4 * share));
  const encoded = await encode(model, readable, (share) => onShare(0.7 + 0.3 * share));
  const values = known === null && leaveOut ? encoded : spread(images, encoded);
  const kept = known === null && leaveOut ? takeRows(table, rowsOf(images)) : table;
  const vectors: Column = { name, type: "vector", values, images: { column, model } };
  const fate = known === null && leaveOut ? "and left out" : "and counted as average ones";
  const { columns, rows: _, notices, ...more } = kept;
  return makeTable([...columns, vectors], { ...more, notices: [...notices, ...damagedNotice(column, damaged, fate)] });
}

function encodeOnce(model: ImageModel, images: readonly Pixels[], onShare: (share: number) => void): Matrix {
  return encodeHere({ model, images }, onShare);
}

async function decodeAll(
  cells: readonly (string | null)[],
  decode: ImageVectorOptions["decode"],
  onShare: (share: number) => void,
): Promise<{ images: (Pixels | null)[]; damaged: string[] }> {
  const images: (Pixels | null)[] = new Array(cells.length).fill(null);
  const damaged: string[] = [];
  let next = 0;
  const drain = async () => {
    while (next < cells.length) {
      const row = next++;
      const cell = cells[row];
      if (row % 100 === 0) onShare(row / cells.length);
      try {
        if (cell !== null && cell !== "") images[row] = await decode(cell);
      } catch (error) {
        if ((error as { code?: string }).code === "bad-argument" && /sharp/.test((error as Error).message)) throw error;
        damaged.push(`${shortName(cell as string)} (${(error as Error).message.split("\n")[0].slice(0, 100)})`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, drain));
  return { images, damaged: damaged.sort() };
}

function rowsOf(images: readonly (Pixels | null)[]): number[] {
  return Array.from(images.keys()).filter((row) => images[row] !== null);
}

/** One row for each image; a row without an image gets the mean vector, which is 0. */
function spread(images: readonly (Pixels | null)[], { cols, data }: Matrix): Matrix {
  const result = new Float64Array(images.length * cols);
  rowsOf(images).forEach((row, i) => {
    result.set(data.subarray(i * cols, (i + 1) * cols), row * cols);
  });
  return { rows: images.length, cols, data: result };
}
