// The states of a recorded run, as stop rules and forecasts see them.
import type { StopState } from "@xpal/core";
import type { StopRecord } from "../../records/experiment.ts";
import { TRACE_EVERY } from "../../replay/stop-trace.ts";

/** The state at a recorded place, with the audits that were drawn until then. */
export function stateAt(record: StopRecord, place: number, audits: readonly number[]): StopState {
  const trained = place * TRACE_EVERY;
  const share = (value: number) => Math.min(1, Math.max(0, value)); // rounded numbers may lie just outside
  return {
    labels: trained + audits.length,
    items: record.open[0],
    open: record.open[place],
    gain: record.gain[place],
    gainAhead: record.ahead[place],
    expectedError: share(record.expected[place]),
    leftOutError: trained === 0 ? null : record.leftOutWrong[place] / trained,
    entropy: share(record.entropy[place]),
    agreement: place === 0 ? null : Math.min(1, Math.max(-1, record.kappa[place])),
    audits,
    asked: record.foretoldWrong.slice(0, trained),
  };
}

/** The open items at a recorded place by what their predictions lose: those that lose nothing are the rest of `open`. */
export interface Urn {
  readonly open: number;
  readonly lots: readonly { readonly loss: number; readonly count: number }[];
}

/** What an audit at a recorded place is drawn from: wrong predictions lose 1, or their share of the largest cost. */
export function urnAt({ open, openWrong, costs, openAtCost }: StopRecord, place: number): Urn {
  const { [place]: all } = open;
  if (costs === undefined || openAtCost === undefined) {
    return { open: all, lots: [{ loss: 1, count: openWrong[place] }] };
  }
  const largest = costs[costs.length - 1];
  return {
    open: all,
    lots: costs.map((cost, at) => ({ loss: cost / largest, count: openAtCost[place * costs.length + at] })),
  };
}

/** The sum of the losses of the open items: the wrong ones, or under costs their cost with the largest as the unit. */
export function openLossAt(record: StopRecord, place: number): number {
  return urnAt(record, place).lots.reduce((sum, { loss, count }) => sum + loss * count, 0);
}

/** The share of wrong predictions among the open items at a recorded place, or their mean loss; 0 where none is left. */
export function openErrorAt(record: StopRecord, place: number): number {
  return record.open[place] === 0 ? 0 : openLossAt(record, place) / record.open[place];
}

/** The loss that a number between 0 and 1 draws from an urn. */
export function drawnLoss({ open, lots }: Urn, unit: number): number {
  let sum = 0;
  for (const { loss, count } of lots) {
    sum += count;
    if (unit * open < sum) return loss;
  }
  return 0;
}
