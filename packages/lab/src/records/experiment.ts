// What an experiment leaves behind, as plain data: everything that tables, figures and the report are made of. The
// runner writes it, the report reads it; neither knows the other.

/** One run: a strategy on one repetition of a dataset. */
export interface RunRecord {
  /** Names the run by what went in: hash of data and options, dataset, strategy, repetition. */
  readonly key: string;
  readonly dataset: string;
  /** The strategy's key, as in `StrategyCard`. */
  readonly strategy: string;
  /** 1, 2, ... */
  readonly repetition: number;
  /** The seed of the run's generators after splitting. */
  readonly seed: number;
  /** The version of xpal that did the run; absent where it was not kept. */
  readonly version?: string;
  /** Test errors after 0, 1, 2, ... labels. */
  readonly errors: readonly number[];
  /** Their mean. */
  readonly aulc: number;
  /** The items asked for, in order: positions in the training part. */
  readonly picks: readonly number[];
  /** How long each query took. */
  readonly seconds: readonly number[];
  /** Other measures after 0, 1, 2, ... labels, by name ("balancedError", "macroF1", "logLoss", "brier", "calibrationError"). */
  readonly measures?: Readonly<Record<string, readonly number[]>>;
  /** How sure and how right the classifier was at some label counts. */
  readonly reliability?: readonly ReliabilityRecord[];
  /** What the learned kernel had learned at some label counts. */
  readonly weights?: WeightsRecord;
  /** How much each feature column counted for the kernel at the end. */
  readonly columns?: ColumnsRecord;
  /** What stop rules look at, at 0, 5, 10, ... labels. */
  readonly stopping?: StopRecord;
}

/** Test rows in bins of equal width by the probability of the predicted class; lists by bin. */
export interface ReliabilityRecord {
  readonly labels: number;
  readonly count: readonly number[];
  /** How many were predicted rightly. */
  readonly hits: readonly number[];
  /** The sums of their probabilities, to four decimals. */
  readonly confidence: readonly number[];
}

/** The weights of a kernel's members along a run; before the first label count its base kernel served. */
export interface WeightsRecord {
  readonly members: readonly { readonly scale: number; readonly locality: number; readonly view?: number }[];
  readonly labels: readonly number[];
  /** Per label count the members' weights in thousandths. */
  readonly thousandths: readonly (readonly number[])[];
}

/** What column weights were learned by the end of a run; absent where none were. */
export interface ColumnsRecord {
  /** On how many labelled items they were fitted. */
  readonly fittedOn: number;
  /** The share of the kernel that was measured by them, in thousandths. */
  readonly share: number;
  /** The weight of a squared difference in each feature column, relative to the given features. */
  readonly weights: readonly number[];
  /** The variance of each feature column in the training part: how much it counts without weights. */
  readonly variances: readonly number[];
}

/**
 * A run as stop rules see it: lists at 0, 5, 10, ... labels, but for `foretoldWrong`, which has one number per label. Where
 * errors have costs, `costs` are those in the table and `openAtCost` how many open items are predicted at each, one state
 * behind the other; expected, left-out and foretold losses and gains are then shares of the largest cost.
 */
export type StopRecord = Readonly<
  Record<
    | "open"
    | "openWrong"
    | "expected"
    | "uncertainty"
    | "entropy"
    | "kappa"
    | "gain"
    | "ahead"
    | "leftOutWrong"
    | "foretoldWrong",
    readonly number[]
  >
> &
  Readonly<Partial<Record<"costs" | "blindCost" | "openAtCost", readonly number[]>>>;

/** A dataset as the tables show it. */
export interface DatasetCard {
  readonly name: string;
  readonly kernel: string;
  readonly instances: number;
  readonly features: number;
  readonly classes: readonly string[];
  readonly classCounts: readonly number[];
  /** The table's columns and how many feature columns each became, where they are known. */
  readonly columns?: readonly { readonly name: string; readonly features: number }[];
  readonly openmlId?: number;
  /** The name the paper prints. */
  readonly paperName?: string;
}

/** A strategy as the tables show it. */
export interface StrategyCard {
  /** Short and unique: "xpal", "pal", "us", "alce", "qbc", "eer", "rand", "xpal1", "greedyAll", or a plan's own. */
  readonly key: string;
  /** As printed: "xPAL". */
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether it is a baseline that is shown all labels; not needed for the key "greedyAll", which always is. */
  readonly knowsLabels?: boolean;
}

/** One time that somebody worked on a plan. */
export interface SessionRecord {
  readonly version: string;
  readonly node: string;
  readonly machine: string;
  /** Absent where others did the runs, such as workers on a queue. */
  readonly threads?: number;
  /** Until it ended, or was last heard of. */
  readonly seconds: number;
  /** How many runs it finished; absent where that was not kept. */
  readonly runs?: number;
}

/**
 * Where and how it ran; the only part that differs between two runs of the same plan. Version, machine and threads are those
 * of the last session.
 */
export interface Environment {
  readonly version: string;
  readonly node: string;
  readonly machine: string;
  /** Absent where others did the runs, such as workers on a queue, or no session was kept. */
  readonly threads?: number;
  /** How long all runs together took, on the wall. */
  readonly seconds: number;
  readonly finishedAt: string;
  /** All sessions that did runs, in the order in which they began; absent where they were not kept. */
  readonly sessions?: readonly SessionRecord[];
}

/** An experiment, finished or not. */
export interface Experiment {
  readonly title: string;
  /** The strategy that the others are compared with. */
  readonly reference: string;
  readonly repetitions: number;
  readonly budget: number;
  readonly datasets: readonly DatasetCard[];
  readonly strategies: readonly StrategyCard[];
  /** Per dataset and strategy the hash of all that decides their runs; absent where it was not kept. */
  readonly contents?: readonly (readonly string[])[];
  readonly records: readonly RunRecord[];
  readonly environment: Environment;
}
