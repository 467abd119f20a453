// The states of a recorded run, as stop rules and forecasts see them.
import type { StopState } from "xpal";
import type { StopRecord } from "../../records/experiment.ts";
import { TRACE_EVERY } from "../../replay/stop-trace.ts";

/** The state at a recorded place, with the audits that were drawn until then. */
export function stateAt(record: StopRecord, place: number, audits: readonly (0 | 1)[]): StopState {
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
    asked: record.foretoldWrong.slice(0, trained) as (0 | 1)[],
  };
}

/** The share of wrong predictions among the open items at a recorded place; 0 where none is left. */
export function openErrorAt({ open, openWrong }: StopRecord, place: number): number {
  return open[place] === 0 ? 0 : openWrong[place] / open[place];
}
