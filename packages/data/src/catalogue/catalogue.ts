// The one list of datasets that can be had by name without a file: those that ship with the package and those made by a
// rule or from a seed. The command, plans of studies and quick runs all read it.
import { checkInteger, checkText, nearestName, reject } from "@xpal/core/check";
import type { Table } from "../table/table.ts";
import { bundled } from "./bundled/bundled.ts";
import { bundledSets } from "./bundled/bundled-set.ts";
import { balanceScale } from "./generate/balance-scale.ts";
import { checkerboard } from "./generate/checkerboard.ts";
import { clusters } from "./generate/clusters.ts";
import { exampleBlobs } from "./generate/example-blobs.ts";
import { pointsTable } from "./generate/labelled-points.ts";
import { monks } from "./generate/monks.ts";
import { moons } from "./generate/moons.ts";
import { rare } from "./generate/rare.ts";
import { ticTacToe } from "./generate/tic-tac-toe.ts";

/** What may be chosen about a dataset that is made from a seed. */
export interface MakeOptions {
  readonly seed?: number;
  /** How many points; only where `options` of the entry lists it. */
  readonly points?: number;
  /** How many classes; only where `options` of the entry lists it. */
  readonly classes?: number;
}

/** A dataset that can be opened by name. */
export interface CatalogueEntry {
  readonly name: string;
  /** Other names it is known by. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** For a heading or a button. */
  readonly shortTitle: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  /** "bundled", or "generated" by a rule or from a seed. */
  readonly source: "bundled" | "generated";
  readonly licence?: string;
  readonly attribution?: string;
  /** What may be chosen besides the seed. */
  readonly options: readonly ("points" | "classes")[];
  /** The table; its label column is `class`. */
  open(options?: MakeOptions): Promise<Table>;
}

/**
 * All datasets, bundled ones first.
 * @example catalogue.find(({ name }) => name === "iris")?.rows // 150
 */
export const catalogue: readonly CatalogueEntry[] = [
  ...bundledSets.map(
    ({ url: _, ...about }): CatalogueEntry => ({
      ...about,
      ...{ source: "bundled", aliases: [], options: [] },
      open: () => bundled(about.name),
    }),
  ),
  generated("example", "The paper's 2-D example: five blobs, the class is the blob's number modulo two", {
    ...{ rows: 100, features: 2, classes: 2, aliases: ["blobs"] },
    make: ({ seed }) => pointsTable(exampleBlobs({ seed })),
  }),
  generated("clusters", "Gaussian clusters at the corners of a hypercube, as in the paper's study of time", {
    ...{ rows: 500, features: 10, classes: 2, options: ["points", "classes"] },
    make: ({ seed, points = 500, classes }) =>
      pointsTable(clusters({ seed, pointCount: points, ...(classes === undefined ? {} : { classCount: classes }) })),
  }),
  generated("moons", "Two half circles that hold each other", {
    ...{ rows: 200, features: 2, classes: 2, options: ["points"] },
    make: ({ seed, points = 200 }) => pointsTable(moons({ seed, pointCount: points })),
  }),
  generated("checkerboard", "Points on a checkerboard, the class is the colour of the field", {
    ...{ rows: 400, features: 2, classes: 2, options: ["points"] },
    make: ({ seed, points = 400 }) => pointsTable(checkerboard({ seed, pointCount: points })),
  }),
  generated("rare", "A rare class: two points of a hundred, in two small groups at the edge of the others", {
    ...{ rows: 1000, features: 4, classes: 2, options: ["points"] },
    make: ({ seed, points = 1000 }) => pointsTable(rare({ seed, pointCount: points })),
  }),
  generated("tic-tac-toe", "All endgames of tic-tac-toe: has x won?", {
    ...{ rows: 958, features: 9, classes: 2 },
    make: () => ticTacToe(),
  }),
  generated("balance-scale", "To which side a scale tips", {
    ...{ rows: 625, features: 4, classes: 3 },
    make: () => balanceScale(),
  }),
  generated("monks-1", "The first MONK's problem, all 432 robots", {
    ...{ rows: 432, features: 6, classes: 2 },
    make: () => monks(),
  }),
];

/**
 * The dataset with this name or alias.
 * @throws XpalError if the name is unknown; the message offers the nearest name.
 * @example datasetNamed("blobs").name // "example"
 */
export function datasetNamed(name: string, who = "datasetNamed"): CatalogueEntry {
  checkText("datasetNamed", "name", name);
  const found = catalogue.find((entry) => entry.name === name || entry.aliases.includes(name));
  if (found !== undefined) return found;
  const names = catalogue.map((entry) => entry.name);
  const near = nearestName(name, [...names, ...catalogue.flatMap(({ aliases }) => aliases)]);
  const wayOut = near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`;
  reject(who, "the name", `must be one of ${names.join(", ")}`, name, wayOut);
}

interface Maker extends Pick<CatalogueEntry, "rows" | "features" | "classes"> {
  readonly aliases?: readonly string[];
  readonly options?: CatalogueEntry["options"];
  readonly make: (options: MakeOptions & { readonly seed: number }) => Table;
}

function generated(name: string, title: string, maker: Maker): CatalogueEntry {
  const { make, aliases = [], options = [], ...shape } = maker;
  return {
    ...{ name, title, shortTitle: name, ...shape, source: "generated", aliases, options },
    open: async (chosen = {}) => {
      for (const option of ["points", "classes"] as const) {
        if (chosen[option] === undefined || options.includes(option)) continue;
        reject("datasets", `the generator ${name}`, `must not be given ${option}`, chosen[option]);
      }
      const { seed = 1 } = chosen;
      checkInteger("datasets", "seed", seed, 0);
      return make({ ...chosen, seed });
    },
  };
}
