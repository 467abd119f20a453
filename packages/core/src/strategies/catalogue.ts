// The one list of strategies: what each is called, what it needs to know and how it is made. The command, plans, reports,
// legends and stored learners all read it.
import { checkOneOf, checkOptions } from "../check.ts";
import type { Measure } from "../classifier/measure.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { type Matrix, matrix, numbersFromJSON } from "../matrix.ts";
import { type AlceOptions, alce } from "./alce.ts";
import { type EerOptions, eer } from "./eer.ts";
import { greedyAll } from "./greedy-all.ts";
import { type PalOptions, pal } from "./pal.ts";
import { type QbcOptions, qbc } from "./qbc.ts";
import { random } from "./random.ts";
import type { Strategy } from "./strategy.ts";
import { us } from "./us.ts";
import { type XpalOptions, xpal } from "./xpal.ts";

/** The name of a strategy of this library. */
export type StrategyName = "xpal" | "pal" | "us" | "alce" | "qbc" | "eer" | "random" | "greedyAll";

/** A strategy that can be asked for by name. */
export interface StrategyEntry {
  readonly name: StrategyName;
  /** Other names it is known by. */
  readonly aliases: readonly string[];
  /** As tables and legends print it: "US". */
  readonly symbol: string;
  /** As a sentence says it: "uncertainty". */
  readonly title: string;
  /**
   * What it looks at besides the labels: frequencies and similarities of any kernel, the columns themselves, or the true
   * class of every item.
   */
  readonly needs: "similarities" | "features" | "truth";
  /** The kernel that it compares items with: the pool's, or one of its own. */
  readonly defaultKernel: "pool" | "rbf";
  /** The options to use with a kernel and a measure of the risk where nothing else is asked for. */
  optionsFor(kernel: Kernel, measure?: Measure): Readonly<Record<string, unknown>>;
  /**
   * The strategy, with options as `strategy.toJSON()` writes them.
   * @throws XpalError if an option is unknown or out of range.
   */
  make(options?: Readonly<Record<string, unknown>>): Strategy;
}

const USUAL = { aliases: [], needs: "similarities", defaultKernel: "pool", optionsFor: () => ({}) } as const;

/**
 * All strategies, in the order of the paper's tables.
 * @example strategyCatalogue.map(({ symbol }) => symbol).slice(0, 3) // ["xPAL", "PAL", "US"]
 */
export const strategyCatalogue: readonly StrategyEntry[] = [
  {
    ...USUAL,
    ...{ name: "xpal", symbol: "xPAL", title: "xPAL" },
    // The learned kernel is least sure where it has no labels, so the candidate's own risk counts.
    // A rare class needs a prior that does not count it out where it was not met yet (decision 0211).
    optionsFor: ({ stateAt }, measure) => ({
      ...(stateAt === undefined ? {} : { ownRisk: 1 }),
      ...(measure === "balanced" ? { evaluationPrior: 0.1, candidatePrior: 0.1 } : {}),
    }),
    make: (options) => xpal(options as XpalOptions),
  },
  { ...USUAL, name: "pal", symbol: "PAL", title: "PAL", make: (options) => pal(options as PalOptions) },
  { ...USUAL, name: "us", symbol: "US", title: "uncertainty", make: (options) => us(options) },
  {
    ...USUAL,
    ...{ name: "alce", symbol: "ALCE", title: "ALCE", needs: "features", defaultKernel: "rbf" },
    make: (options) => alce(alceOptions(options)),
  },
  {
    ...USUAL,
    ...{ name: "qbc", symbol: "QBC", title: "QBC", needs: "features" },
    make: (options) => qbc(options as QbcOptions),
  },
  { ...USUAL, name: "eer", symbol: "EER", title: "EER", make: (options) => eer(options as EerOptions) },
  { ...USUAL, name: "random", aliases: ["rand"], symbol: "RAND", title: "random", make: checkedRandom },
  {
    ...USUAL,
    ...{ name: "greedyAll", symbol: "GREEDY-ALL", title: "greedy with all labels", needs: "truth" },
    make: (options) => greedyAll(options as unknown as { truth: [] }),
  },
];

/**
 * The strategy with this name or alias.
 * @throws XpalError if the name is unknown; the message offers the nearest name.
 * @example strategyNamed("rand").name // "random"
 */
export function strategyNamed(name: string): StrategyEntry {
  const names = strategyCatalogue.map((entry) => entry.name);
  return findStrategy(name) ?? strategyNamed(checkOneOf("strategyNamed", "name", name, names));
}

/** The strategy with this name or alias, or undefined. */
export function findStrategy(name: string): StrategyEntry | undefined {
  return strategyCatalogue.find((entry) => entry.name === name || entry.aliases.includes(name));
}

function checkedRandom(options?: Readonly<Record<string, unknown>>): Strategy {
  checkOptions("random", options, []);
  return random();
}

/** Matrices come back from JSON with plain lists of numbers. */
function alceOptions({ cost, classPoints, predictionPoints, ...rest }: Record<string, unknown> = {}): AlceOptions {
  return {
    ...rest,
    ...(cost === undefined ? {} : { cost: read("cost", cost) }),
    ...(classPoints === undefined
      ? {}
      : {
          embedding: {
            classPoints: read("classPoints", classPoints),
            predictionPoints: read("predictionPoints", predictionPoints),
          },
        }),
  };
}

function read(argument: string, json: unknown): Matrix {
  const { rows, cols, data } = (json ?? {}) as { rows: number; cols: number; data: number[] };
  return matrix(rows, cols, numbersFromJSON("alce", `${argument}.data`, data));
}
