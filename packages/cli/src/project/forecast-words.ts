// A forecast in words: never more than it can promise, and never of something else than what it counts.
import type { Forecast } from "xpal";
import { amount } from "../terminal/amount.ts";
import type { RiskName } from "./worth.ts";

/** Below this chance a target counts as out of reach. */
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

function sentence({ target, level, more, chance }: Forecast, open: number, of: Foreseen): string {
  const goal = of === "error" ? `${percent(target)} error` : `a mean cost of ${costWords(target)}`;
  const sure = `${percent(level)} sure`;
  if (chance < LIKELY) {
    return `${goal[0].toUpperCase()}${goal.slice(1)} is probably out of reach with these rows: the chance to get there before three in four of them are labelled is ${foreseenWords(chance, "error")}.`;
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

/** Smaller shares are said to be smaller than this. */
const LEAST_SHARE = 1e-4;

/** A number of a forecast as it is printed. */
export function foreseenWords(value: number, of: Foreseen): string {
  if (of === "error" && value > 0 && value < LEAST_SHARE) return `less than ${percent(LEAST_SHARE)}`;
  return of === "error" ? percent(value) : costWords(value);
}

function costWords(cost: number): string {
  return String(Number(cost.toPrecision(3)));
}

/** A share as a percentage with no more digits than it needs. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
