// One stop rule along one recorded run. Audits are drawn from the urn of open items, of which the record knows how many
// are predicted wrongly, or at which cost; they are paid for and, on the careful side, not learned from.
import { generator, type StopRule, type StopState } from "@xpal/core";
import type { RunRecord, StopRecord } from "../../records/experiment.ts";
import { TRACE_EVERY } from "../../replay/stop-trace.ts";
import { drawnLoss, openErrorAt, openLossAt, stateAt, urnAt } from "./stop-states.ts";

/** How a rule did on one run. */
export interface StopOutcome {
  readonly dataset: string;
  readonly repetition: number;
  /** Whether it stopped before the run ended. */
  readonly stopped: boolean;
  /** Labels that were spent, audits included, and the audits among them. */
  readonly labels: number;
  readonly audits: number;
  /** The error where it stopped: among the open items, and on the test rows; a mean loss where errors have costs. */
  readonly openError: number;
  readonly testError: number;
  /** Labels and wrong open items (or their losses) together, less the fewest that any stop would have had. */
  readonly regret: number;
}

/** A run that has a record for stop rules. */
export type TracedRun = RunRecord & { readonly stopping: StopRecord };

/** Replays a rule. */
export function replayRule(rule: StopRule, run: TracedRun): StopOutcome {
  const record = run.stopping;
  const chance = generator(run.seed, run.repetition);
  const audits: number[] = [];
  const states: StopState[] = [];
  const budget = run.errors.length - 1;
  const last = record.open.length - 1;
  for (let place = 0; place < last; place++) {
    let urn = urnAt(record, place);
    for (;;) {
      states.push(stateAt(record, place, [...audits]));
      const { stop, next } = rule.decide(states);
      if (stop) return outcome(run, place, audits.length, true);
      if (next === "label" || urn.open === 0 || place * TRACE_EVERY + audits.length >= budget) break;
      const loss = drawnLoss(urn, chance.nextUnit());
      audits.push(loss);
      urn = {
        open: urn.open - 1,
        lots: urn.lots.map((lot) => (lot.loss === loss ? { loss, count: lot.count - 1 } : lot)),
      };
    }
    if (place * TRACE_EVERY + audits.length >= budget) return outcome(run, place, audits.length, false);
  }
  return outcome(run, last, audits.length, false);
}

function outcome(run: TracedRun, place: number, audits: number, stopped: boolean): StopOutcome {
  const { dataset, repetition, stopping } = run;
  const spent = stopping.open.map((_, at) => openLossAt(stopping, at) + at * TRACE_EVERY);
  const tested = testLosses(run);
  return {
    ...{ dataset, repetition, stopped, audits },
    labels: place * TRACE_EVERY + audits,
    openError: openErrorAt(stopping, place),
    testError: tested[Math.min(place * TRACE_EVERY, tested.length - 1)],
    regret: spent[place] + audits - Math.min(...spent),
  };
}

/** What the predictions of the test rows lose on average along a run. */
function testLosses({ errors, measures, stopping: { costs } }: TracedRun): readonly number[] {
  if (costs === undefined || measures?.cost === undefined) return errors;
  const largest = costs[costs.length - 1];
  return measures.cost.map((cost) => cost / largest);
}
