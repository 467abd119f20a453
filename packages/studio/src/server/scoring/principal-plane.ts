// The plane in which items differ most (the first two principal components), by power iteration on centred features.
// Matrix-free, so sparse text is projected without ever being dense.
import { type Features, generator } from "@xpal/core";

const ROUNDS = 30;

/** Coordinates of all items; each axis spans -1 to 1. */
export function principalPlane(features: Features): { x: Float64Array; y: Float64Array } {
  const rows = rowsOf(features);
  const mean = rows.transposedTimes(new Float64Array(rows.count).fill(1 / rows.count));
  const first = axis(rows, mean, 1, []);
  const second = axis(rows, mean, 2, [first]);
  return { x: scaled(project(rows, mean, first)), y: scaled(project(rows, mean, second)) };
}

interface Rows {
  readonly count: number;
  readonly width: number;
  times(v: Float64Array): Float64Array;
  transposedTimes(u: Float64Array): Float64Array;
}

function axis(rows: Rows, mean: Float64Array, seed: number, others: Float64Array[]): Float64Array {
  const draw = generator(seed);
  let v: Float64Array = Float64Array.from({ length: rows.width }, () => draw.nextIndex(2001) / 1000 - 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const other of others) subtract(v, other, dot(v, other));
    const u = project(rows, mean, normalise(v));
    v = rows.transposedTimes(u);
    subtract(
      v,
      mean,
      u.reduce((sum, value) => sum + value, 0),
    );
  }
  for (const other of others) subtract(v, other, dot(v, other));
  return normalise(v);
}

function project(rows: Rows, mean: Float64Array, v: Float64Array): Float64Array {
  const shift = dot(mean, v);
  return rows.times(v).map((value) => value - shift);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function subtract(v: Float64Array, other: Float64Array, factor: number): void {
  for (let i = 0; i < v.length; i++) v[i] -= factor * other[i];
}

function normalise(v: Float64Array): Float64Array {
  const length = Math.sqrt(dot(v, v)) || 1;
  return v.map((value) => value / length);
}

function scaled(values: Float64Array): Float64Array {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most === 0 ? values : values.map((value) => value / most);
}

/** Dense, sparse or grouped features behind one face; groups stand side by side. */
function rowsOf(features: Features): Rows {
  if ("groups" in features) return sideBySide(features.groups.map(rowsOf), features.rows);
  const { rows: count, cols: width } = features;
  const visit = (row: number, each: (column: number, value: number) => void) => {
    if ("starts" in features) {
      for (let at = features.starts[row]; at < features.starts[row + 1]; at++)
        each(features.columns[at], features.values[at]);
    } else {
      for (let c = 0; c < width; c++) each(c, features.data[row * width + c]);
    }
  };
  return {
    count,
    width,
    times: (v) => {
      const u = new Float64Array(count);
      for (let i = 0; i < count; i++)
        visit(i, (c, value) => {
          u[i] += value * v[c];
        });
      return u;
    },
    transposedTimes: (u) => {
      const v = new Float64Array(width);
      for (let i = 0; i < count; i++)
        visit(i, (c, value) => {
          v[c] += value * u[i];
        });
      return v;
    },
  };
}

function sideBySide(parts: Rows[], count: number): Rows {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + part.width, 0));
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  return {
    count,
    width,
    times: (v) => {
      const u = new Float64Array(count);
      parts.forEach((part, at) => {
        const own = part.times(v.subarray(starts[at], starts[at] + part.width));
        for (let i = 0; i < count; i++) u[i] += own[i];
      });
      return u;
    },
    transposedTimes: (u) => {
      const v = new Float64Array(width);
      parts.forEach((part, at) => {
        v.set(part.transposedTimes(u), starts[at]);
      });
      return v;
    },
  };
}
