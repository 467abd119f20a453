// The rows of a large file that are candidates for now: half of them uniform, half spread over regions, so that rare regions
// are there. Regions are the cells of centres that are drawn one after the other with a probability proportional to the
// fourth power of the distance from those before it (D^l sampling: Arthur and Vassilvitskii, "k-means++", SODA 2007); each
// region gives as many rows as another as long as it has them, and fewer the more labels it has.

import { type Features, type Generator, generator, type Matrix, shuffled } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { checkTable } from "../table/check-table.ts";
import type { Table } from "../table/table.ts";
import { takeRows } from "../table/take-rows.ts";
import { applyRecipe } from "./apply-recipe.ts";
import { checkRecipe } from "./check-recipe.ts";
import type { Recipe } from "./recipe.ts";

/** How to draw. */
export interface WorkingSetOptions {
  /** How many rows. */
  readonly rows: number;
  /** How many of them the risk is taken over. */
  readonly evaluation: number;
  readonly seed: number;
  /** The number of the draw: another one gives another sample. */
  readonly renewal: number;
  /** "spread" draws half of the rows by regions, "uniform" none; for comparisons. */
  readonly draw?: "spread" | "uniform";
}

/** Rows of a reserve. */
export interface WorkingSet {
  /** Places in the reserve, ascending. */
  readonly rows: Uint32Array;
  /** Places in `rows` of the evaluation points: half of these are uniform, half spread over regions. */
  readonly evaluation: Uint32Array;
  /** How many regions there are; 0 where all rows are uniform. */
  readonly regions: number;
}

/** Few, so that a rare region far from the others is one of them and gets its share. */
const REGIONS = 32;
/** Centres are chosen among this many rows. */
const MAX_SEEN = 4096;
const SLICE = 8192;

/**
 * Draws a working set.
 * @param reserve A uniform sample of the rows without a label.
 * @param labelled The rows with a label, so that regions without any come first.
 * @example
 * const { recipe } = fitRecipe(balanceScale());
 * drawWorkingSet(recipe, balanceScale(), null, { rows: 100, evaluation: 20, seed: 1, renewal: 0 }).rows.length // 100
 */
export function drawWorkingSet(
  recipe: Recipe,
  reserve: Table,
  labelled: Table | null,
  options: WorkingSetOptions,
): WorkingSet {
  checkRecipe("drawWorkingSet", recipe);
  checkTable("drawWorkingSet", reserve, "reserve");
  checkParts("drawWorkingSet", "options", options, "an object", ["rows", "seed"]);
  const { rows, evaluation, seed, renewal, draw = "spread" } = options;
  const chance = generator(seed, renewal);
  const order = shuffled(reserve.rows, chance);
  const wanted = Math.min(rows, reserve.rows);
  const cells = draw === "uniform" ? null : regionsOf(recipe, reserve, labelled, chance);
  const half = cells === null ? wanted : Math.ceil(wanted / 2);
  const uniform = order.subarray(0, half);
  const spread = cells === null ? order.subarray(0, 0) : byRegions(order.subarray(half), cells, wanted - half);
  const all = new Uint32Array(uniform.length + spread.length);
  all.set(uniform);
  all.set(spread, uniform.length);
  all.sort();
  const points = Math.min(evaluation, all.length);
  const some = cells === null ? points : Math.ceil(points / 2);
  const seen = [...uniform.subarray(0, some), ...spread.subarray(0, points - some)];
  const places = new Map(Array.from(all, (row, place) => [row, place]));
  return {
    rows: all,
    evaluation: Uint32Array.from(seen, (row) => places.get(row) as number).sort(),
    regions: cells === null ? 0 : cells.quotas.length,
  };
}

/** The region of each row, and how much each region counts. */
interface Regions {
  readonly of: Uint8Array;
  readonly quotas: Float64Array;
}

/** Null where the features have no dense part to measure distances in. */
function regionsOf(recipe: Recipe, reserve: Table, labelled: Table | null, chance: Generator): Regions | null {
  const step = Math.max(1, Math.ceil(reserve.rows / MAX_SEEN));
  const seen = Array.from({ length: Math.ceil(reserve.rows / step) }, (_, i) => i * step);
  const first = denseParts(featuresOf(recipe, reserve, seen));
  if (first.length === 0) return null;
  const centres = centresOf(first, chance);
  const of = regionOfRows(recipe, reserve, centres);
  const quotas = new Float64Array(centres.length).fill(1);
  if (labelled !== null && labelled.rows > 0) {
    for (const region of regionOfRows(recipe, labelled, centres)) quotas[region]++;
  }
  return { of, quotas: quotas.map((labels) => 1 / labels) };
}

function featuresOf(recipe: Recipe, table: Table, rows: readonly number[]): Features {
  return applyRecipe({ ...recipe, label: null }, takeRows(table, rows)).features;
}

function denseParts(features: Features): Matrix[] {
  const parts = "groups" in features ? features.groups : [features];
  return parts.filter((part): part is Matrix => !("starts" in part));
}

/** Points far from each other, each the parts of a row one after the other. */
function centresOf(parts: readonly Matrix[], chance: Generator): Float64Array[] {
  const rows = parts[0].rows;
  const nearest = new Float64Array(rows).fill(Infinity);
  const centres: Float64Array[] = [];
  let next = chance.nextIndex(rows);
  while (centres.length < Math.min(REGIONS, rows)) {
    const centre = pointAt(parts, next);
    centres.push(centre);
    let total = 0;
    for (let row = 0; row < rows; row++) {
      nearest[row] = Math.min(nearest[row], distanceTo(parts, row, centre, nearest[row]));
      total += nearest[row] ** 2;
    }
    if (total === 0) break;
    let left = chance.nextUnit() * total;
    next = 0;
    while (next < rows - 1 && left >= nearest[next] ** 2) left -= nearest[next++] ** 2;
  }
  return centres;
}

function regionOfRows(recipe: Recipe, table: Table, centres: readonly Float64Array[]): Uint8Array {
  const of = new Uint8Array(table.rows);
  for (let from = 0; from < table.rows; from += SLICE) {
    const count = Math.min(SLICE, table.rows - from);
    const parts = denseParts(
      featuresOf(
        recipe,
        table,
        Array.from({ length: count }, (_, i) => from + i),
      ),
    );
    for (let row = 0; row < count; row++) of[from + row] = nearestCentre(parts, row, centres);
  }
  return of;
}

function nearestCentre(parts: readonly Matrix[], row: number, centres: readonly Float64Array[]): number {
  let least = Infinity;
  let region = 0;
  for (let c = 0; c < centres.length; c++) {
    const distance = distanceTo(parts, row, centres[c], least);
    if (distance >= least) continue;
    least = distance;
    region = c;
  }
  return region;
}

function pointAt(parts: readonly Matrix[], row: number): Float64Array {
  return Float64Array.from(parts.flatMap(({ cols, data }) => Array.from(data.subarray(row * cols, (row + 1) * cols))));
}

/** The squared distance; some number above the limit where it is above it. */
function distanceTo(parts: readonly Matrix[], row: number, centre: Float64Array, limit: number): number {
  let sum = 0;
  let at = 0;
  for (const { cols, data } of parts) {
    const start = row * cols;
    for (let d = 0; d < cols; ) {
      const end = Math.min(cols, d + 16);
      for (; d < end; d++, at++) {
        const difference = data[start + d] - centre[at];
        sum += difference * difference;
      }
      if (sum > limit) return sum;
    }
  }
  return sum;
}

/** As many rows of each region as its quota says, all of a small one, in the order given. */
function byRegions(order: Uint32Array, { of, quotas }: Regions, wanted: number): Uint32Array {
  const counts = new Float64Array(quotas.length);
  for (const row of order) counts[of[row]]++;
  const level = levelFor(counts, quotas, wanted);
  const left = counts.map((count, r) => Math.min(count, Math.floor(level * quotas[r])));
  const taken: number[] = [];
  const others: number[] = [];
  for (const row of order) (left[of[row]]-- > 0 ? taken : others).push(row);
  return Uint32Array.from([...taken, ...others.slice(0, Math.max(0, wanted - taken.length))].slice(0, wanted));
}

/** The level at which min(count, level * quota) sums to what is wanted, by bisection. */
function levelFor(counts: Float64Array, quotas: Float64Array, wanted: number): number {
  let [low, high] = [0, Math.max(...counts.map((count, r) => count / quotas[r])) + 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const sum = counts.reduce((all, count, r) => all + Math.min(count, Math.floor(middle * quotas[r])), 0);
    if (sum > wanted) high = middle;
    else low = middle;
  }
  return low;
}
