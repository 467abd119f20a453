// A forecast in words: never more than it can promise.
import type { Forecast } from "xpal";
import { amount } from "../terminal/amount.ts";
import type { RiskName } from "./worth.ts";

/** Below this chance a target counts as out of reach. */
export const LIKELY = 0.5;

/** What is to be expected, in a sentence or two; `risk` is what labels are chosen for. */
export function forecastWords(found: Forecast, open: number, risk: RiskName = "error rate"): string {
  return [sentence(found, open), ...notTheRisk(risk)].join(" ");
}

/** A forecast is of the share of wrong rows, whatever else decides. */
function notTheRisk(risk: RiskName): string[] {
  return risk === "error rate" ? [] : [`This counts the rows that are predicted wrongly, not the ${risk}.`];
}

function sentence({ target, level, more, chance }: Forecast, open: number): string {
  const goal = `${percent(target)} error`;
  const sure = `${percent(level)} sure`;
  if (chance < LIKELY) {
    return `${goal} is probably out of reach with these rows: the chance to get there before three in four of them are labelled is ${percent(chance)}.`;
  }
  if (more.high === 0) return `The model expects ${goal} or less among the unlabelled rows already (${sure}).`;
  if (more.median === 0) {
    return `The model expects ${goal} or less among the unlabelled rows already (${sure}: after ${upTo(more.high, open)} at most).`;
  }
  const range = more.high >= open ? `${more.low} or more` : `${more.low} to ${more.high}`;
  const labels = more.median === 1 ? "label" : "labels";
  return `About ${more.median} more ${labels} to ${goal} (${sure}: ${range}).`;
}

function upTo(high: number, open: number): string {
  return high >= open ? "all rows" : amount(high, "more label");
}

/** A share as a percentage with no more digits than it needs. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
