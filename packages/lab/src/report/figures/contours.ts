// The region of a grid where a function is at least a threshold, as a path: marching squares with straight
// interpolation. A ring of positions just outside, lying on the border itself, closes regions that touch the border.

/** Places on the grid, in units of its cells, as closed loops. */
export function regionAbove(values: ArrayLike<number>, size: number, threshold: number): [number, number][][] {
  const inside = (i: number, j: number) =>
    i >= 0 && j >= 0 && i < size && j < size && values[j * size + i] >= threshold;
  const next = new Map<string, string>();
  for (let j = -1; j < size; j++) {
    for (let i = -1; i < size; i++) linkCell(i, j, inside, next);
  }
  const loops: [number, number][][] = [];
  while (next.size > 0) {
    const [start] = next.keys();
    const loop: [number, number][] = [];
    for (let edge: string | undefined = start; edge !== undefined && next.has(edge); ) {
      loop.push(crossing(edge, values, size, threshold));
      const following = next.get(edge);
      next.delete(edge);
      edge = following;
    }
    loops.push(loop);
  }
  return loops;
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Round the cell: where the walk leaves the region, the outline runs back to where it had entered it. */
function linkCell(i: number, j: number, inside: (i: number, j: number) => boolean, next: Map<string, string>): void {
  const within = CORNERS.map(([di, dj]) => inside(i + di, j + dj));
  for (let c = 0; c < 4; c++) {
    if (!within[c] || within[(c + 1) % 4]) continue;
    let entered = c;
    while (within[(entered + 3) % 4]) entered = (entered + 3) % 4;
    next.set(edgeOf(i, j, c), edgeOf(i, j, (entered + 3) % 4));
  }
}

/** The edge from corner c to the next, named the same from both its cells. */
function edgeOf(i: number, j: number, c: number): string {
  if (c === 0) return `h ${i} ${j}`;
  if (c === 1) return `v ${i + 1} ${j}`;
  return c === 2 ? `h ${i} ${j + 1}` : `v ${i} ${j}`;
}

function crossing(edge: string, values: ArrayLike<number>, size: number, threshold: number): [number, number] {
  const [kind, column, row] = edge.split(" ");
  const [i, j] = [Number(column), Number(row)];
  const along = kind === "h" ? i : j;
  const across = clamp(kind === "h" ? j : i, size);
  const step = kind === "h" ? 1 : size;
  const from = kind === "h" ? j * size + i : j * size + i;
  let share = 0.5;
  if (along >= 0 && along < size - 1) share = (threshold - values[from]) / (values[from + step] - values[from]);
  const place = clamp(along + (along < 0 ? 1 : along >= size - 1 ? 0 : share), size);
  return kind === "h" ? [place, across] : [across, place];
}

function clamp(value: number, size: number): number {
  return Math.min(size - 1, Math.max(0, value));
}
