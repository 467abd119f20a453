// The data sets that need no file: those that ship with the package and those made by a rule.
import {
  balanceScale,
  bundled,
  bundledSets,
  checkerboard,
  clusters,
  exampleBlobs,
  monks,
  moons,
  pointsTable,
  type Table,
  ticTacToe,
} from "@xpal/data";

/** A data set that can be had by name. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  /** "bundled", or "generated" by a rule or from a seed. */
  readonly source: "bundled" | "generated";
  readonly licence?: string;
  readonly attribution?: string;
  /** The table; its label column is `class`. */
  open(seed: number): Promise<Table>;
}

type Shape = readonly [rows: number, features: number, classes: number];

/** Everything there is, bundled sets first. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...bundledSets.map(
    ({ name, title, rows, features, classes, licence, attribution }): CatalogueEntry => ({
      ...{ name, title, rows, features, classes, licence, attribution },
      source: "bundled",
      open: () => bundled(name),
    }),
  ),
  generated(
    "example",
    "The paper's 2-D example: five blobs, the class is the blob's number modulo two",
    [100, 2, 2],
    (seed) => pointsTable(exampleBlobs({ seed })),
  ),
  generated(
    "clusters",
    "Gaussian clusters at the corners of a hypercube, as in the paper's study of time",
    [500, 10, 2],
    (seed) => pointsTable(clusters({ seed, pointCount: 500 })),
  ),
  generated("moons", "Two half circles that hold each other", [200, 2, 2], (seed) =>
    pointsTable(moons({ seed, pointCount: 200 })),
  ),
  generated("checkerboard", "Points on a checkerboard, the class is the colour of the field", [400, 2, 2], (seed) =>
    pointsTable(checkerboard({ seed, pointCount: 400 })),
  ),
  generated("tic-tac-toe", "All endgames of tic-tac-toe: has x won?", [958, 9, 2], () => ticTacToe()),
  generated("balance-scale", "To which side a scale tips", [625, 4, 3], () => balanceScale()),
  generated("monks-1", "The first MONK's problem, all 432 robots", [432, 6, 2], () => monks()),
];

function generated(
  name: string,
  title: string,
  [rows, features, classes]: Shape,
  make: (seed: number) => Table,
): CatalogueEntry {
  return { name, title, rows, features, classes, source: "generated", open: async (seed) => make(seed) };
}
