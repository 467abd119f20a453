// A forecast in words: an estimate by the model, never called sure, and never of something else than what it counts.

import type { Forecast } from "@xpal/core";
import { chanceWords } from "@xpal/data/words";
import { amount } from "../terminal/amount.ts";
import type { RiskName } from "./worth.ts";

/** Below this chance no number of labels is named: it would not be reached in most cases. */
export const LIKELY = 0.5;

/** What a forecast is of: the share of rows that are predicted wrongly, or where errors have costs the mean cost of a row. */
export type Foreseen = "error" | "mean cost";

/** What is forecast where labels are chosen for this. */
export function foreseen(risk: RiskName): Foreseen {
  return risk === "cost" || risk === "balanced cost" ? "mean cost" : "error";
}

/** What is to be expected, in a sentence or two; `risk` is what labels are chosen for. */
export function forecastWords(found: Forecast, open: number, risk: RiskName = "error rate"): string {
  return [sentence(found, open, foreseen(risk)), ...notTheRisk(risk)].join(" ");
}

/** A forecast is of the mean over all rows, whatever else decides. */
function notTheRisk(risk: RiskName): string[] {
  if (risk === "balanced error") {
    return ["This counts the rows that are predicted wrongly, not the balanced error."];
  }
  return risk === "balanced cost" ? ["This is the mean cost over all rows, not the balanced cost."] : [];
}

function sentence({ target, more, chance }: Forecast, open: number, of: Foreseen): string {
  const goal = of === "error" ? percent(target) : costWords(target);
  const named = of === "error" ? `an error of ${goal}` : `a mean cost of ${goal}`;
  if (chance < LIKELY) {
    return `${named[0].toUpperCase()}${named.slice(1)} before three in four of these rows are labelled: ${chanceWords(chance)} (estimated chance ${foreseenWords(chance, "error")}).`;
  }
  if (more.median === 0) {
    const late = more.high === 0 ? "" : `; it may take ${upTo(more.high, open)}`;
    return `The estimated ${of} of the open rows is ${goal} or less already (rough${late}).`;
  }
  const range = more.high >= open ? `${more.low} or more` : `${more.low} to ${more.high}`;
  return `About ${amount(more.median, "more label")} to an estimated ${of} of ${goal} (rough: ${range}).`;
}

function upTo(high: number, open: number): string {
  return high >= open ? "all rows" : amount(high, "more label");
}

/** Smaller shares are said to be smaller than this. */
const MIN_SHARE = 1e-4;

/** A number of a forecast as it is printed. */
export function foreseenWords(value: number, of: Foreseen): string {
  if (of === "error" && value > 0 && value < MIN_SHARE) return `less than ${percent(MIN_SHARE)}`;
  return of === "error" ? percent(value) : costWords(value);
}

function costWords(cost: number): string {
  return String(Number(cost.toPrecision(3)));
}

/** A share as a percentage with no more digits than it needs. */
function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
