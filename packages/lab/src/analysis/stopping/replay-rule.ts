// One stop rule along one recorded run. Audits are drawn from the urn of open items, of which the record knows how many
// are predicted wrongly; they are paid for and, on the careful side, not learnt from.
import { generator, type StopRule, type StopState } from "xpal";
import type { RunRecord, StopRecord } from "../../records/experiment.ts";
import { TRACE_EVERY } from "../../replay/stop-trace.ts";
import { openErrorAt, stateAt } from "./stop-states.ts";

/** How a rule did on one run. */
export interface StopOutcome {
  readonly dataset: string;
  readonly repetition: number;
  /** Whether it stopped before the run ended. */
  readonly stopped: boolean;
  /** Labels that were spent, audits included, and the audits among them. */
  readonly labels: number;
  readonly audits: number;
  /** The error where it stopped: among the open items, and on the test rows. */
  readonly openError: number;
  readonly testError: number;
  /** Labels and wrong open items together, less the fewest that any stop would have had. */
  readonly regret: number;
}

/** A run that has a record for stop rules. */
export type TracedRun = RunRecord & { readonly stopping: StopRecord };

/** Replays a rule. */
export function replayRule(rule: StopRule, run: TracedRun): StopOutcome {
  const record = run.stopping;
  const chance = generator(run.seed, run.repetition);
  const audits: (0 | 1)[] = [];
  const states: StopState[] = [];
  const budget = run.errors.length - 1;
  const last = record.open.length - 1;
  for (let place = 0; place < last; place++) {
    let { [place]: open } = record.open;
    let { [place]: wrong } = record.openWrong;
    for (;;) {
      states.push(stateAt(record, place, [...audits]));
      const { stop, next } = rule.decide(states);
      if (stop) return outcome(run, place, audits.length, true);
      if (next === "label" || open === 0 || place * TRACE_EVERY + audits.length >= budget) break;
      const isWrong = chance.nextUnit() * open < wrong;
      audits.push(isWrong ? 1 : 0);
      open--;
      if (isWrong) wrong--;
    }
    if (place * TRACE_EVERY + audits.length >= budget) return outcome(run, place, audits.length, false);
  }
  return outcome(run, last, audits.length, false);
}

function outcome(run: TracedRun, place: number, audits: number, stopped: boolean): StopOutcome {
  const { dataset, repetition, stopping, errors } = run;
  const costs = stopping.openWrong.map((wrong, at) => wrong + at * TRACE_EVERY);
  return {
    ...{ dataset, repetition, stopped, audits },
    labels: place * TRACE_EVERY + audits,
    openError: openErrorAt(stopping, place),
    testError: errors[Math.min(place * TRACE_EVERY, errors.length - 1)],
    regret: costs[place] + audits - Math.min(...costs),
  };
}
