import type { UsefulnessOptions } from "../analysis/maps/usefulness-maps.ts";
import type { ComputationTime } from "../records/computation-time.ts";

/** What a report shows besides the experiment. */
export interface ReportOptions {
  /** Whether to compare with the paper's printed values; by default wherever names and numbers of instances are its own. */
  readonly paper?: boolean;
  /** The study of computation time against pool size; left out by default. */
  readonly computationTimes?: readonly ComputationTime[];
  /** The usefulness maps of the two-dimensional example: how to draw them, or false to leave them out. */
  readonly maps?: UsefulnessOptions | false;
  /** What else is worth knowing: one sentence each, such as a dataset that could not be had. */
  readonly remarks?: readonly string[];
  /** Names in the output folder that belong to the caller, such as its store; they are left alone. */
  readonly besides?: readonly string[];
}
