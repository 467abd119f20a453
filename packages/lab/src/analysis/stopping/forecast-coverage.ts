// How often forecasts on recorded runs were right: at some label counts the labels to a target are forecast and compared
// with what the run needed. Under costs a target is a mean cost, told as a share of the blind cost. Where a run ends before the target is reached, an interval that goes beyond its end is right.
import { type Forecast, type ForecastAudit, forecast, generator } from "@xpal/core";
import type { StopRecord } from "../../records/experiment.ts";
import { TRACE_EVERY } from "../../replay/stop-trace.ts";
import { TARGETS } from "./compared-rules.ts";
import type { TracedRun } from "./replay-rule.ts";
import { drawnLoss, openErrorAt, urnAt } from "./stop-states.ts";

/** One forecast and what came. */
export interface ForecastOutcome {
  readonly dataset: string;
  readonly repetition: number;
  readonly labels: number;
  readonly target: number;
  /** Whether random items were among the answers, one in ten. */
  readonly audited: boolean;
  readonly more: Forecast["more"];
  /** Further labels that it took; null where the run ended before. */
  readonly took: number | null;
  readonly covered: boolean;
}

/** The label counts at which forecasts are judged. */
export const FORECAST_AT = [20, 50, 100] as const;
const AUDIT_SHARE = 0.1;
/** The mean over this many recorded states is what the model expects of itself; as in `forecastState`. */
const STATES = 3;

/** All forecasts on some runs, without audits and with one in ten. */
export function forecastOutcomes(runs: readonly TracedRun[]): ForecastOutcome[] {
  return runs.flatMap((run) =>
    FORECAST_AT.flatMap((labels) => {
      const last = run.stopping.open.length - 1;
      if (labels / TRACE_EVERY >= last) return [];
      return [false, true].flatMap((audited) =>
        TARGETS.map((target): ForecastOutcome => {
          const state = { ...stateOf(run.stopping, labels), audits: audited ? drawnAudits(run, labels) : [] };
          const { more } = forecast(state, { target: target * blindShare(run.stopping) });
          const took = labelsTaken(run.stopping, labels, target * blindShare(run.stopping));
          const end = last * TRACE_EVERY - labels;
          const covered = took === null ? more.high >= end : isBetween(took, more);
          const { dataset, repetition } = run;
          return { dataset, repetition, labels, target, audited, more, took, covered };
        }),
      );
    }),
  );
}

/** The blind cost as a share of the largest; 1 where all errors cost the same. */
function blindShare({ costs, blindCost }: StopRecord): number {
  return costs === undefined || blindCost === undefined ? 1 : blindCost[0] / costs[costs.length - 1];
}

function stateOf(record: StopRecord, labels: number) {
  const { open, expected } = record;
  const place = labels / TRACE_EVERY;
  const latest = expected.slice(place - STATES + 1, place + 1);
  const expectedError = latest.reduce((sum, one) => sum + one, 0) / latest.length;
  const state = { labels, items: open[0], expectedError };
  // Losses are shares of the largest cost, which is 1 then.
  return record.costs === undefined ? state : { ...state, costs: { largest: 1, blind: blindShare(record) } };
}

/** Runs are recorded at every fifth label, so what was reached within the last five counts from there. */
function isBetween(took: number, { low, high }: Forecast["more"]): boolean {
  const before = Math.max(0, took - TRACE_EVERY + 1);
  return took >= low && before <= high;
}

/** Further labels until the error among the open items is at most the target. */
function labelsTaken(record: StopRecord, labels: number, target: number): number | null {
  for (let place = labels / TRACE_EVERY; place < record.open.length; place++) {
    if (openErrorAt(record, place) <= target) return place * TRACE_EVERY - labels;
  }
  return null;
}

/** Audits as they would have come among the first labels. */
function drawnAudits(run: TracedRun, labels: number): ForecastAudit[] {
  const chance = generator(run.seed, 1000 + run.repetition);
  return Array.from({ length: labels }, (_, at) => at)
    .filter(() => chance.nextUnit() < AUDIT_SHARE)
    .map((at) => {
      const urn = urnAt(run.stopping, Math.floor(at / TRACE_EVERY));
      const loss = drawnLoss(urn, chance.nextUnit());
      return run.stopping.costs === undefined ? { labels: at, wrong: loss > 0 } : { labels: at, cost: loss };
    });
}
