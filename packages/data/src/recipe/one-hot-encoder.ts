// Categories to 0/1 columns in sorted order. A missing value is a category of its own where the fitted table had one.
// A category that the recipe does not know, or a missing value that it did not foresee, is a row of zeros: it differs
// from every known category, and from each by half as much as two known ones do.
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import type { Column, Table } from "../table/table.ts";
import type { OneHotEncoder } from "./recipe.ts";
import { categoryOf } from "./role.ts";
import { sortNames } from "./sort-names.ts";

/** More categories than this are rejected: one column each would not fit in memory, and would carry no information. */
const MOST = 10_000;

/** Learns a column; undefined if it has fewer than two different values. */
export function fitOneHot(table: Table, column: Column, missing: "category" | "reject"): OneHotEncoder | undefined {
  const seen = new Set<string>();
  let anyMissing = false;
  for (let row = 0; row < table.rows; row++) {
    const category = categoryOf(column, row);
    if (category === null) anyMissing = true;
    else seen.add(category);
  }
  const name = `column ${JSON.stringify(column.name)}`;
  if (anyMissing && missing === "reject") {
    reject("fitRecipe", name, "must have no missing value", undefined, 'set missing to "median", or ignore the column');
  }
  if (seen.size > MOST) {
    reject(
      "fitRecipe",
      name,
      `must have at most ${MOST} categories`,
      seen.size,
      "ignore the column, or give it the role text",
    );
  }
  if (seen.size + (anyMissing ? 1 : 0) < 2) return undefined;
  return {
    kind: "one-hot",
    column: column.name,
    categories: sortNames([...seen]),
    missing: anyMissing ? "category" : missing === "reject" ? "reject" : "none",
  };
}

/** How many columns the encoder makes. */
export function oneHotWidth(encoder: OneHotEncoder): number {
  return encoder.categories.length + (encoder.missing === "category" ? 1 : 0);
}

/** Writes a column's features into a matrix; gives the categories it did not know. */
export function applyOneHot(encoder: OneHotEncoder, column: Column, into: Matrix, offset: number): Map<string, number> {
  const places = new Map<string | null, number>(encoder.categories.map((category, place) => [category, place]));
  if (encoder.missing === "category") places.set(null, encoder.categories.length);
  const unknown = new Map<string, number>();
  for (let row = 0; row < into.rows; row++) {
    const category = categoryOf(column, row);
    const place = places.get(category);
    if (place !== undefined) into.data[row * into.cols + offset + place] = 1;
    else if (category === null && encoder.missing === "reject") {
      reject("applyRecipe", `column ${JSON.stringify(column.name)}, row ${row},`, "must not be missing");
    } else unknown.set(category ?? "", (unknown.get(category ?? "") ?? 0) + 1);
  }
  return unknown;
}
