// How far an experiment has come: counted, and extrapolated from the pace so far.
import type { Plan } from "../plan/plan.ts";
import type { Job, JobEvent } from "./job-runner.ts";

/** A run that is going on. */
export interface RunningCell {
  readonly dataset: string;
  readonly strategy: string;
  readonly repetition: number;
  readonly labelCount: number;
  /** The mean test error so far. */
  readonly aulc: number;
}

/** How far an experiment is. */
export interface Progress {
  /** All runs of the plan. */
  readonly total: number;
  /** Those that are finished, by whomever. */
  readonly done: number;
  /** Those that this call finished. */
  readonly finished: number;
  readonly failed: number;
  /** Since the beginning of this call, in seconds. */
  readonly seconds: number;
  /** Runs per second that this call finished. */
  readonly rate: number;
  /** Undefined until something was finished. */
  readonly secondsLeft: number | undefined;
  readonly running: readonly RunningCell[];
  /** How many worker processes are at it, where a queue is worked on. */
  readonly workers?: number;
}

/** Keeps count of a plan's runs. */
export class Tally {
  readonly #plan: Plan;
  readonly #total: number;
  readonly #running = new Map<Job, RunningCell>();
  /** Finished by whomever. */
  done: number;
  /** Finished by this call. */
  finished = 0;
  failed = 0;

  constructor(plan: Plan, total: number, already: number) {
    this.#plan = plan;
    this.#total = total;
    this.done = already;
  }

  hear(job: Job, event: JobEvent): void {
    if (event.kind !== "progress") {
      this.#running.delete(job);
      return;
    }
    this.#running.set(job, {
      dataset: this.#plan.datasets[job.dataset].card.name,
      strategy: this.#plan.strategies[event.strategy].key,
      repetition: job.repetition,
      labelCount: event.labelCount,
      aulc: event.aulc,
    });
  }

  end(job: Job): void {
    this.#running.delete(job);
  }

  at(seconds: number): Progress {
    const rate = seconds > 0 ? this.finished / seconds : 0;
    return {
      total: this.#total,
      done: this.done,
      finished: this.finished,
      failed: this.failed,
      seconds,
      rate,
      secondsLeft: rate > 0 ? (this.#total - this.done - this.failed) / rate : undefined,
      running: [...this.#running.values()],
    };
  }
}
