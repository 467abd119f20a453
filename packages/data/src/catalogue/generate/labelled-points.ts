// What the generators of points give: features, and for each point the class it was drawn from.

import type { Matrix } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { type Column, makeTable, type Table } from "../../table/table.ts";

/** Points with their true classes. The features are as drawn, not standardised. */
export interface LabelledPoints {
  readonly features: Matrix;
  /** The class index of each point. */
  readonly labels: Int32Array;
  readonly classes: readonly string[];
}

/**
 * The points as a table with columns x1, x2, … and class.
 * @example pointsTable(moons({ pointCount: 10, seed: 1 })).columns.length // 3
 */
export function pointsTable(points: LabelledPoints): Table {
  checkParts("pointsTable", "points", points, "points with features and labels", ["features", "labels"]);
  const { rows, cols, data } = points.features;
  const columns: Column[] = Array.from({ length: cols }, (_, d) => ({
    name: `x${d + 1}`,
    type: "number",
    values: Float64Array.from({ length: rows }, (_, i) => data[i * cols + d]),
  }));
  columns.push({ name: "class", type: "text", values: Array.from(points.labels, (label) => points.classes[label]) });
  return makeTable(columns, { target: "class" });
}

/** Class names "0", "1", …. */
export function numberedClasses(count: number): string[] {
  return Array.from({ length: count }, (_, y) => String(y));
}
