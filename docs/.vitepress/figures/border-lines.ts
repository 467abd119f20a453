// The border between two classes as line segments: where the probability crosses one half, by marching squares. The outermost
// cells are continued to the edge of the plane, so that the line ends there.

/** A piece of the border, in parts of the plane's width. */
export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

type Place = readonly [x: number, y: number];

/** The segments; `chance` has one number for the middle of each of cells x cells cells, row by row. */
export function borderLines(chance: ArrayLike<number>, cells: number): Segment[] {
  const inside = (i: number) => Math.min(cells - 1, Math.max(0, i));
  const value = (column: number, row: number) => (chance[inside(row) * cells + inside(column)] as number) - 0.5;
  const place = (i: number) => (i < 0 ? 0 : i >= cells ? 1 : (i + 0.5) / cells);
  const segments: Segment[] = [];
  for (let row = -1; row < cells; row++) {
    for (let column = -1; column < cells; column++) {
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ] as const;
      const values = corners.map(([c, r]) => value(c, r));
      const crossings: Place[] = [];
      corners.forEach(([c, r], i) => {
        const [from, to] = [values[i] as number, values[(i + 1) % 4] as number];
        if (from > 0 === to > 0) return;
        const [nextC, nextR] = corners[(i + 1) % 4] as readonly [number, number];
        const share = from / (from - to);
        const between = (a: number, b: number) => place(a) + share * (place(b) - place(a));
        crossings.push([between(c, nextC), between(r, nextR)]);
      });
      // Four crossings: whether the first corner is cut off alone is told by the middle.
      const middle = values.reduce((sum, one) => sum + one, 0) > 0;
      const isAlone = crossings.length === 4 && middle !== (values[0] as number) > 0;
      const turned = isAlone ? [...crossings.slice(1), crossings[0] as Place] : crossings;
      for (let i = 0; i + 1 < turned.length; i += 2) {
        segments.push([...(turned[i] as Place), ...(turned[i + 1] as Place)]);
      }
    }
  }
  return segments;
}
