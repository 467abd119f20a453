// Pictures beside a table: each cell of a column of pictures is decoded and becomes a vector, by what was learnt from
// these pictures or by what a recipe learnt from others. Pictures that cannot be read are named. Who decodes is passed in.

import type { Matrix } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import type { Recipe } from "../recipe/recipe.ts";
import { inferRole } from "../recipe/role.ts";
import { checkTable } from "../table/check-table.ts";
import { type Column, makeTable, type Table, type TextColumn } from "../table/table.ts";
import { takeRows } from "../table/take-rows.ts";
import { damagedNotice, shortName } from "./damaged-notice.ts";
import { encodeHere } from "./encode-here.ts";
import { fitPictures, type PictureModel } from "./picture-model.ts";
import type { Pixels } from "./picture-square.ts";

/** How pictures become vectors. */
export interface PictureVectorOptions {
  /** The picture of a cell as a square of 32 by 32 pixels: red, green and blue of each, row by row; throws if it cannot be had. */
  readonly decode: (cell: string) => Promise<Uint8Array>;
  /** A recipe whose picture columns are wanted; without it, what to know is learnt from these pictures. */
  readonly recipe?: Recipe;
  /** Whether rows whose picture cannot be read are left out; else they count as average pictures. */
  readonly leaveOut?: boolean;
  /** Called with the progress, from 0 to 1. */
  readonly onShare?: (share: number) => void;
  /** Encodes pictures by a model; here and at once by default. */
  readonly encode?: (
    model: PictureModel,
    pictures: readonly Pixels[],
    onShare: (share: number) => void,
  ) => Matrix | Promise<Matrix>;
}

/** How many pictures are decoded at a time. */
const AT_A_TIME = 8;

/** Fewer pictures teach nothing about pictures. */
const FEWEST = 2;

/**
 * Adds a column of vectors for each column of pictures. A table without pictures, or with vectors already, is returned unchanged.
 * @example (await addPictureVectors(balanceScale(), { decode: async () => new Uint8Array(3072) })).columns.length // 5
 */
export async function addPictureVectors(table: Table, options: PictureVectorOptions): Promise<Table> {
  checkTable("addPictureVectors", table);
  checkParts("addPictureVectors", "options", options, "an object", []);
  let result = table;
  for (const { column, name, model } of wantedOf(table, options.recipe)) {
    result = await addColumn(result, column, name, model, options);
  }
  return result;
}

/** The name of the vectors of a column of pictures. */
function pictureVectorsName(column: string): string {
  return `${column} features`;
}

interface Wanted {
  readonly column: string;
  readonly name: string;
  readonly model: PictureModel | null;
}

function wantedOf(table: Table, recipe: Recipe | undefined): Wanted[] {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  if (recipe !== undefined) {
    const encoders = recipe.groups.flatMap((group) => group.encoders);
    return encoders.flatMap((encoder) =>
      encoder.kind === "vector" &&
      encoder.pictures !== undefined &&
      !has(encoder.column) &&
      has(encoder.pictures.column)
        ? [{ column: encoder.pictures.column, name: encoder.column, model: encoder.pictures.model }]
        : [],
    );
  }
  // Embeddings are better, and somebody made them; those of the texts say nothing about the pictures.
  if (table.columns.some((column) => column.type === "vector" && column.embedded?.reads !== "texts")) return [];
  return table.columns
    .filter((column) => inferRole(column).role === "image" && !has(pictureVectorsName(column.name)))
    .map(({ name }) => ({ column: name, name: pictureVectorsName(name), model: null }));
}

async function addColumn(
  table: Table,
  column: string,
  name: string,
  known: PictureModel | null,
  { decode, leaveOut = false, onShare = () => {}, encode = encodeOnce }: PictureVectorOptions,
): Promise<Table> {
  const cells = (table.columns.find((candidate) => candidate.name === column) as TextColumn).values;
  const { pictures, damaged } = await decodeAll(cells, decode, (share) => onShare(0.3 * share));
  const readable = pictures.filter((pixels): pixels is Pixels => pixels !== null);
  if (known === null && readable.length < FEWEST) {
    return { ...table, notices: [...table.notices, ...damagedNotice(column, damaged, "so none can be learnt from")] };
  }
  const model = known ?? fitPictures(readable, (share) => onShare(0.3 + 0.4 * share));
  const encoded = await encode(model, readable, (share) => onShare(0.7 + 0.3 * share));
  const values = known === null && leaveOut ? encoded : spread(pictures, encoded);
  const kept = known === null && leaveOut ? takeRows(table, rowsOf(pictures)) : table;
  const vectors: Column = { name, type: "vector", values, pictures: { column, model } };
  const fate = known === null && leaveOut ? "and left out" : "and counted as average ones";
  const { columns, rows: _, notices, ...more } = kept;
  return makeTable([...columns, vectors], { ...more, notices: [...notices, ...damagedNotice(column, damaged, fate)] });
}

function encodeOnce(model: PictureModel, pictures: readonly Pixels[], onShare: (share: number) => void): Matrix {
  return encodeHere({ model, pictures }, onShare);
}

async function decodeAll(
  cells: readonly (string | null)[],
  decode: PictureVectorOptions["decode"],
  onShare: (share: number) => void,
): Promise<{ pictures: (Pixels | null)[]; damaged: string[] }> {
  const pictures: (Pixels | null)[] = new Array(cells.length).fill(null);
  const damaged: string[] = [];
  let next = 0;
  const drain = async () => {
    while (next < cells.length) {
      const row = next++;
      const cell = cells[row];
      if (row % 100 === 0) onShare(row / cells.length);
      try {
        if (cell !== null && cell !== "") pictures[row] = await decode(cell);
      } catch (error) {
        if ((error as { code?: string }).code === "bad-argument" && /sharp/.test((error as Error).message)) throw error;
        damaged.push(`${shortName(cell as string)} (${(error as Error).message.split("\n")[0].slice(0, 100)})`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, drain));
  return { pictures, damaged: damaged.sort() };
}

function rowsOf(pictures: readonly (Pixels | null)[]): number[] {
  return Array.from(pictures.keys()).filter((row) => pictures[row] !== null);
}

/** One row for each picture; a row without a picture gets the mean vector, which is 0. */
function spread(pictures: readonly (Pixels | null)[], { cols, data }: Matrix): Matrix {
  const result = new Float64Array(pictures.length * cols);
  rowsOf(pictures).forEach((row, i) => {
    result.set(data.subarray(i * cols, (i + 1) * cols), row * cols);
  });
  return { rows: pictures.length, cols, data: result };
}
