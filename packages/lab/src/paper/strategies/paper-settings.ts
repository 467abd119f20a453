// The strategies of the paper's evaluation under the keys of its tables: which of the library's they are, and the options
// that the paper's code used. Runs are stored under these keys, so they stay.
import { type StrategyName, strategyNamed } from "@xpal/core";
import type { StrategyCard } from "../../records/experiment.ts";

interface PaperSetting {
  readonly name: StrategyName;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where the symbol of the strategy does not say all. */
  readonly title?: string;
}

const SETTINGS = {
  xpal: { name: "xpal", options: { evaluationPrior: 0.001, candidatePrior: 0.001 } },
  pal: { name: "pal", options: { labelCount: 2, prior: 1 } },
  us: { name: "us", options: { measure: "leastConfidence" } },
  alce: { name: "alce", options: { ridge: 1 } },
  qbc: { name: "qbc", options: { memberCount: 25 } },
  eer: { name: "eer", options: { loss: "zeroOne", epsilon: 0.001 } },
  rand: { name: "random", options: {} },
  xpal1: { name: "xpal", options: { evaluationPrior: 1, candidatePrior: 1 }, title: "xPAL, prior 1" },
  greedyAll: { name: "greedyAll", options: {} },
} as const satisfies Record<string, PaperSetting>;

/** A strategy of the paper. */
export type PaperStrategy = keyof typeof SETTINGS;

/**
 * The keys: the seven of the tables, xPAL with prior 1, and the baseline that knows all labels.
 * @example PAPER_STRATEGIES.length // 9
 */
export const PAPER_STRATEGIES: readonly PaperStrategy[] = Object.keys(SETTINGS) as PaperStrategy[];

/** What the paper's setting of a key is. */
export function paperSetting(key: PaperStrategy): PaperSetting {
  return SETTINGS[key];
}

/** The key that a name or alias of the catalogue has in the paper's tables: "rand" for "random". */
export function paperKey(name: string): PaperStrategy | undefined {
  const sameStrategy = (key: PaperStrategy) => {
    const { name: own, aliases } = strategyNamed(SETTINGS[key].name);
    return (own === key || aliases.includes(key)) && (own === name || aliases.includes(name));
  };
  return PAPER_STRATEGIES.find((key) => key === name) ?? PAPER_STRATEGIES.find(sameStrategy);
}

/** All names that stand for a strategy with the paper's settings: the keys, and the library's names where they differ. */
export const PAPER_NAMES: readonly string[] = [
  ...new Set([...PAPER_STRATEGIES, ...PAPER_STRATEGIES.map((key) => SETTINGS[key].name)]),
];

/** How reports name a strategy of the paper, and its options as they list them. */
export function paperCard(key: PaperStrategy): StrategyCard {
  const { name, options, title = strategyNamed(name).symbol }: PaperSetting = SETTINGS[key];
  return { key, title, options };
}
