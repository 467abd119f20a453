// What to try. A plan holds everything that decides the outcome of its runs; where and how fast they run is not part of it.
import type { Batch } from "@xpal/core";
import type { PaperStrategy } from "../paper/strategies/paper-settings.ts";
import type { DatasetCard, StrategyCard } from "../records/experiment.ts";
import type { Dataset } from "../replay/dataset.ts";
import type { Recorded } from "../replay/measures.ts";
import type { LearnedKernelChoice, TaskOptions } from "../replay/task.ts";

/** A dataset and how it is split, compared and limited. */
export interface PlannedDataset {
  readonly dataset: Dataset;
  readonly card: DatasetCard;
  readonly options: TaskOptions;
  /** What is measured on it beside the plan's measures, such as the cost of errors where these have costs. */
  readonly measures?: readonly Recorded[];
}

/** A kernel that a strategy has instead of its dataset's, to choose by and to be tested with; the dataset's is its base. */
export type StrategyKernel = LearnedKernelChoice;

/** Where a strategy comes from: the paper's own settings, the library with options, or a module of the user. */
export type StrategySource =
  | { readonly kind: "paper"; readonly key: PaperStrategy }
  | {
      readonly kind: "library";
      readonly name: string;
      readonly options: Readonly<Record<string, unknown>>;
      /** The dataset's kernel by default. */
      readonly kernel?: StrategyKernel;
      /** What the risk is the mean of, to choose by and to decide by; all items by default. */
      readonly measure?: "balanced";
      /** Whether it chooses by gain per cost of the label; xPAL only, on datasets that tell these costs. */
      readonly perCost?: true;
      /** How many labels are asked for at once, and how they are chosen; one at a time by default. */
      readonly batch?: { readonly size: number; readonly how: Batch };
    }
  | {
      readonly kind: "module";
      /** An absolute path. */
      readonly path: string;
      /** The hash of the file: another text is another strategy. */
      readonly hash: string;
      readonly options: Readonly<Record<string, unknown>>;
    };

/** A strategy of a plan. */
export interface PlannedStrategy extends StrategyCard {
  readonly source: StrategySource;
}

/** What to compare: datasets, strategies, repetitions and measures. */
export interface Plan {
  readonly title: string;
  /** The key of the strategy that the others are compared with. */
  readonly reference: string;
  readonly repetitions: number;
  /** The most labels a run asks for. */
  readonly budget: number;
  /** Whether its datasets are the paper's where they have its names, so that the report puts its values beside ours. */
  readonly paper: boolean;
  /** What is measured beside the error. */
  readonly measures: readonly Recorded[];
  /** What is measured without being asked for: runs that were stored without it are still those of the plan. */
  readonly unasked?: readonly Recorded[];
  readonly datasets: readonly PlannedDataset[];
  readonly strategies: readonly PlannedStrategy[];
}
