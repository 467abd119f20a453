// Answers one by one jump too much to be read: each point is the median of ten.

const WINDOW = 10;

/** A value with its position, from 1. */
export type Point = readonly [at: number, value: number];

/** The median of each ten consecutive values, at the position of the last of them; empty with fewer than ten. */
export function runningMedian(points: readonly Point[]): Point[] {
  return points.slice(WINDOW - 1).map(([at], i) => {
    const values = points.slice(i, i + WINDOW).map(([, value]) => value);
    return [at, median(values)] as const;
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
