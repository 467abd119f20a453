// Who does the work. A job is one repetition on one dataset: its strategies share the split, the kernel values and the
// test part. The pool of threads in this process is one runner; a queue over many machines can be another.
import type { Outcome } from "../replay/run-strategy.ts";

/** A piece of work: positions in the plan's lists. */
export interface Job {
  readonly dataset: number;
  readonly repetition: number;
  readonly strategies: readonly number[];
}

/** What is heard from a job while it runs; `strategy` is the position in the plan's list. */
export type JobEvent =
  | { readonly kind: "outcome"; readonly strategy: number; readonly outcome: Outcome }
  | { readonly kind: "failure"; readonly strategy: number; readonly sentence: string }
  | { readonly kind: "progress"; readonly strategy: number; readonly labelCount: number; readonly aulc: number };

/** A place where jobs are done. */
export interface JobRunner {
  /** How many jobs it can do at a time. */
  readonly threads: number;
  /**
   * Does a job and tells what comes of it as it comes; it resolves after the last event.
   * @throws XpalError "cancelled" if the runner was closed meanwhile.
   */
  run(job: Job, listen: (event: JobEvent) => void): Promise<void>;
  /** Ends at once whatever is running. */
  close(): Promise<void>;
}
