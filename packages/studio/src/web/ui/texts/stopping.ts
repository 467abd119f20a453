// Texts of the guarantee to stop on, and of the forecast.
import { chanceWords, type Guaranteed, guaranteeWords, target as named } from "@xpal/data/words";
import type { Forecast } from "../../../protocol/messages.ts";
import { counted, percent, whole } from "../format.ts";

/** What is guaranteed or forecast: a share of wrong items, or where errors have costs what an item costs on average. */
export type OfWhat = "error" | "cost";
/** Costs may be far below 1: three digits, wherever they begin. */
const costText = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const amount = { error: percent, cost: (cost: number) => costText.format(cost) };
const goal = { error: named, cost: amount.cost };
const goalText = {
  error: (target: number) => `an error of ${goal.error(target)}`,
  cost: (target: number) => `a mean cost of ${goal.cost(target)}`,
};

export const guarantee = {
  target: {
    error: "Stop when at most this share of the open items is wrong",
    cost: "Stop when the predictions of the open items cost at most this much each, on average",
  },
  enter: "Enter a target to see how many checks can guarantee it.",
  waiting: "Being computed.",
  limit: {
    error: (most: number) => `A target is a number above 0 and up to ${100 * most} %.`,
    cost: (most: number) => `A target is a cost above 0 and up to ${whole.format(most)}.`,
  },
  words: (of: OfWhat, found: Guaranteed, seconds: number | null) =>
    guaranteeWords(found, { of, noun: "item", seconds }),
  measuring: (count: number) => `Only checks are asked: ${counted(count, "right one")} to go.`,
  measure: "Ask for checks now",
  back: "Back to the most useful items",
  record: {
    error: (datasets: number, held: number, stops: number) =>
      stops === 0
        ? `On ${datasets} datasets this guarantee was never given.`
        : `On ${datasets} datasets this guarantee held ${whole.format(held)} times of ${whole.format(stops)}.`,
    cost: (datasets: number, held: number, stops: number) =>
      `On ${datasets} datasets, where missing the rarest class cost five times as much as missing the most frequent one, guarantees of a mean cost held ${whole.format(held)} times of ${whole.format(stops)}.`,
  },
  balanced: {
    error: "This counts all items the same: the share of wrong ones, not the balanced error.",
    cost: "This counts all items the same: the mean cost of an item, not that of a class.",
  },
  restsTitle: "What this rests on",
  rests:
    "A check is a random item that is predicted before you answer it. If the error were above the bound, so few wrong predictions would occur in fewer than 5 of 100 projects, however often you look. This assumes that more labels do not make the model worse, and that your answers are right. It applies to the items of this project only.",
};

/** Below this chance no number of labels is named: it would not be reached in most cases. */
const LIKELY = 0.5;

export const forecast = {
  title: "How many more labels?",
  waiting: "Being computed.",
  few: (labels: number, fewest: number) =>
    labels < fewest
      ? `Too early to tell: a forecast needs ${fewest} labels; there are ${labels}.`
      : "Too early to tell: a forecast needs two labels of a second class.",
  sentence: (of: OfWhat, { target, more, chance }: Forecast, open: number) => {
    const reached = `${goalText[of](target)}`;
    if (chance < LIKELY) {
      return `${reached[0].toUpperCase()}${reached.slice(1)} before three in four of the items are labelled: ${chanceWords(chance)} (estimated chance ${percent(chance)}).`;
    }
    if (more.median === 0) {
      const late = more.high === 0 ? "" : `; it may take ${counted(more.high, "more label")}`;
      return `The estimated ${of === "error" ? "error" : "mean cost"} of the open items is ${goal[of](target)} or less already (rough${late}).`;
    }
    const range =
      more.high >= open
        ? `${whole.format(more.low)} or more`
        : `${whole.format(more.low)} to ${whole.format(more.high)}`;
    return `About ${counted(more.median, "more label")} to an estimated ${reached.replace(/^an? /, "")} (rough: ${range}).`;
  },
  about: {
    error:
      'The error is the share of open items that are predicted wrongly. Here it is estimated by the model, and the true one may lie outside of the range: only checks can guarantee an error. The target is the one under "When to stop", or 5 %.',
    cost: 'The mean cost is what the prediction of an open item costs on average, by the table of costs. Here it is estimated by the model, and the true one may lie outside of the range: only checks can guarantee it. The target is the one under "When to stop", or 5 % of what it can cost at most to predict one class for all items, taking the class for which this is lowest.',
  },
  middle: "estimated",
  band: "rough range",
  target: (of: OfWhat, target: number) => `target ${goal[of](target)}`,
  axis: amount,
};
