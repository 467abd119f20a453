// The first MONK's problem (Thrun et al., "The MONK's problems", CMU-CS-91-197, 1991) by its rule. OpenML 333 holds
// these 432 rows and, before them, the 124 of them that were drawn for training.
import { makeTable, type Table } from "../../table/table.ts";

const VALUE_COUNTS = [3, 3, 2, 3, 4, 2];

/**
 * All 432 robots of six attributes; the class is 1 where attr1 equals attr2 or attr5 is 1, else 0.
 * @example monks().rows // 432
 */
export function monks(): Table {
  let robots: string[][] = [[]];
  for (const count of VALUE_COUNTS) {
    const values = Array.from({ length: count }, (_, v) => String(v + 1));
    robots = robots.flatMap((robot) => values.map((value) => [...robot, value]));
  }
  const columns = VALUE_COUNTS.map((count, d) => ({
    name: `attr${d + 1}`,
    type: "text" as const,
    values: robots.map((robot) => robot[d]),
    categories: Array.from({ length: count }, (_, v) => String(v + 1)),
  }));
  const isMonk = (robot: string[]) => robot[0] === robot[1] || robot[4] === "1";
  const classes = {
    name: "class",
    type: "text" as const,
    values: robots.map((robot) => (isMonk(robot) ? "1" : "0")),
    categories: ["0", "1"],
  };
  return makeTable([...columns, classes], { target: "class", source: "monks" });
}
