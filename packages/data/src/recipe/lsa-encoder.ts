// Texts to points by latent semantic analysis (Deerwester et al., JASIS 41, 1990): terms counted by 1 + ln(count) and
// weighted by rarity, rows of length 1, then the directions along which the texts differ most. A direction also counts by the
// root of its singular value, so that many of them can be kept and the first still lead. In short texts it counts by the
// value itself, and all terms have length 1 along the directions, so that only rarity decides how much a term counts in
// a text: otherwise rare terms would hardly count, and a short text may have nothing else (docs/decisions/0230).
import type { Matrix, SparseMatrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { centringOf } from "../linear/centring.ts";
import { pack, type UnpackedMatrix, unpack } from "../linear/packed-matrix.ts";
import { sparseProduct } from "../linear/sparse-product.ts";
import { truncatedSvd } from "../linear/truncated-svd.ts";
import type { Table } from "../table/table.ts";
import { documentsOf } from "../text/documents.ts";
import { fitTerms, type WeightedTerms } from "../text/fit-terms.ts";
import { termReader } from "../text/term-reader.ts";
import type { LsaEncoder, VectorEncoder } from "./recipe.ts";
import type { TextOptions } from "./text-encoder.ts";

/** Directions for short texts, which use pieces of words, and for longer ones. */
const DIRECTIONS = { short: 300, long: 100 };

/** A small pool has fewer: as many directions as texts would tell every text from every other and relate none. */
const TEXTS_PER_DIRECTION = 6;
const MIN_DIRECTIONS = 5;

/** Directions are learned from at most this many texts, taken at even distances. */
const MAX_TEXTS = 20_000;

/** How far words move a point beside vectors of the same rows, as a share of how far these do: a long text has more of them. */
const WORDS_BESIDE_VECTORS = { short: 0.6, long: 0.9 };

/**
 * Points are so much nearer to each other than a variance of 1 would have them, which is a wider kernel: the mean rule takes
 * all columns to matter alike, and of the directions of texts the first matter most (docs/decisions/0206).
 */
const NEARER = 1.4;

/** From so many texts on; smaller pools have few directions, and nothing was measured there. */
const MANY_TEXTS = 600;

/** A direction below this share of the first is rounding error. */
const VANISHED = 1e-6;

/** Learns the terms of some columns and the directions to describe texts by. */
export function fitLsa(table: Table, columns: readonly string[], options: TextOptions): LsaEncoder {
  const encoder = fitPoints(table, columns, options);
  return { ...encoder, scale: (table.rows < MANY_TEXTS ? 1 : NEARER) * encoder.scale };
}

/**
 * Words beside vectors of the same rows, as one point: which of the two tells more differs from file to file, and together
 * they are near the better one. Vectors have as many numbers as their model likes, so all of them count like so many numbers
 * of variance 1, and the words by a share of that.
 */
export function fitLsaBeside(
  vectors: readonly VectorEncoder[],
  table: Table,
  columns: readonly string[],
  options: TextOptions,
): (LsaEncoder | VectorEncoder)[] {
  const encoder = fitPoints(table, columns, options);
  const numbers = vectors.reduce((sum, { length }) => sum + length, 0);
  const words = WORDS_BESIDE_VECTORS[encoder.pieces.length > 0 ? "short" : "long"];
  const share = Math.sqrt(encoder.directions.cols / numbers) / words;
  return [
    { ...encoder, scale: NEARER * share * encoder.scale },
    ...vectors.map((vector) => ({ ...vector, scale: NEARER * (vector.scale ?? 1) })),
  ];
}

/** The same, less their mean and to a variance of 1. */
function fitPoints(table: Table, columns: readonly string[], options: TextOptions): LsaEncoder {
  const { locale = "en", maxWords = 20_000 } = options;
  const texts = documentsOf("fitRecipe", table, columns);
  const terms = fitTerms(texts, table.rows, locale, maxWords);
  if (terms.weights.length === 0) reject("fitRecipe", `text ${columns.join(", ")}`, "must hold at least one word");
  const step = Math.ceil(table.rows / MAX_TEXTS);
  const sample = Array.from({ length: Math.ceil(table.rows / step) }, (_, i) => texts(i * step));
  const counted = countTerms(terms, sample);
  const few = Math.max(MIN_DIRECTIONS, Math.ceil(sample.length / TEXTS_PER_DIRECTION));
  const wanted = Math.min(few, terms.pieces.length > 0 ? DIRECTIONS.short : DIRECTIONS.long);
  const { values, vectors } = truncatedSvd(sparseProduct(counted), wanted);
  const directions = Math.max(1, values.filter((value) => value > VANISHED * values[0]).length);
  const data = new Float64Array(counted.cols * directions);
  const isShort = terms.pieces.length > 0;
  for (let t = 0; t < counted.cols; t++) {
    const from = t * directions;
    let square = 0;
    for (let k = 0; k < directions; k++) {
      data[from + k] = vectors.data[k * counted.cols + t] * (isShort ? values[k] : Math.sqrt(values[k]));
      square += data[from + k] ** 2;
    }
    const length = isShort ? Math.sqrt(square) : 1;
    const factor = length > VANISHED * values[0] ? terms.weights[t] / length : 0;
    for (let k = 0; k < directions; k++) data[from + k] *= factor;
  }
  const { weights: _, ...named } = terms;
  const encoder = { kind: "lsa" as const, columns, ...named, directions: pack(data, directions) };
  const { means, scale } = centringOf(points({ ...encoder, means: [], scale: 1 }, (row) => sample[row], sample.length));
  return { ...encoder, means, scale };
}

/** Writes the points of a table's texts into a matrix from column `offset` on. */
export function applyLsa(encoder: LsaEncoder, table: Table, into: Matrix, offset: number): void {
  const texts = documentsOf("applyRecipe", table, encoder.columns);
  const { cols, data } = points(encoder, texts, table.rows);
  for (let row = 0; row < table.rows; row++) {
    for (let k = 0; k < cols; k++) {
      into.data[row * into.cols + offset + k] = (data[row * cols + k] - encoder.means[k]) / encoder.scale;
    }
  }
}

/** Each text's terms along the directions, to length 1; a text without a known term is 0. */
function points(encoder: LsaEncoder, texts: (row: number) => string, rows: number): Matrix {
  const read = termReader(encoder);
  const directions = unpack(encoder.directions);
  const termCount = encoder.words.length + encoder.pieces.length;
  if (directions.rows !== termCount || directions.values.length !== termCount * directions.cols) {
    reject("applyRecipe", "the recipe's directions", `must be ${termCount} rows of ${directions.cols} numbers`);
  }
  const data = new Float64Array(rows * directions.cols);
  for (let row = 0; row < rows; row++) addPoint(directions, read(texts(row)), data, row * directions.cols);
  return { rows, cols: directions.cols, data };
}

function addPoint(
  { cols, factors, values }: UnpackedMatrix,
  counts: Map<number, number>,
  into: Float64Array,
  to: number,
): void {
  for (const [term, count] of counts) {
    const weight = (1 + Math.log(count)) * factors[term];
    const from = term * cols;
    for (let k = 0; k < cols; k++) into[to + k] += weight * values[from + k];
  }
  let square = 0;
  for (let k = 0; k < cols; k++) square += into[to + k] * into[to + k];
  if (square === 0) return;
  const factor = 1 / Math.sqrt(square);
  for (let k = 0; k < cols; k++) into[to + k] *= factor;
}

/** Texts as sparse rows of length 1. */
function countTerms(terms: WeightedTerms, texts: readonly string[]): SparseMatrix {
  const read = termReader(terms);
  const rows = texts.map((text) => {
    const counts = read(text);
    const columns = Uint32Array.from(counts.keys()).sort();
    const values = Float64Array.from(columns, (t) => (1 + Math.log(counts.get(t) as number)) * terms.weights[t]);
    let square = 0;
    for (const value of values) square += value * value;
    return { columns, values: square === 0 ? values : values.map((value) => value / Math.sqrt(square)) };
  });
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach(({ columns }, row) => {
    starts[row + 1] = starts[row] + columns.length;
  });
  const columns = new Uint32Array(starts[rows.length]);
  const values = new Float64Array(starts[rows.length]);
  rows.forEach((entry, row) => {
    columns.set(entry.columns, starts[row]);
    values.set(entry.values, starts[row]);
  });
  return { rows: rows.length, cols: terms.weights.length, starts, columns, values };
}
