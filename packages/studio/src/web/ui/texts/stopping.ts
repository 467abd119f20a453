// Texts of the promise to stop on, and of the forecast.
import type { Forecast } from "../../../protocol/messages.ts";
import { counted, percent, whole } from "../format.ts";

/** What is promised or forecast: a share of wrong items, or where errors have costs what an item costs on average. */
export type Promises = "error" | "cost";
/** Costs may be far below 1: three digits, wherever they begin. */
const costText = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const amount = { error: percent, cost: (cost: number) => costText.format(cost) };
const claim = {
  error: (bound: number) => `at most ${percent(bound)} of the open items are wrong (95 % sure)`,
  cost: (bound: number) => `the open items cost at most ${amount.cost(bound)} each on average (95 % sure)`,
};
const goalText = {
  error: (target: number) => `${percent(target)} error`,
  cost: (target: number) => `a mean cost of ${amount.cost(target)}`,
};

export const promise = {
  target: {
    error: "Stop when at most this share of the open items is wrong",
    cost: "Stop when the predictions of the open items cost at most this much each, on average",
  },
  enter: "Enter a target to be told when it can be promised.",
  limit: {
    error: (most: number) => `A target is a number above 0 and up to ${100 * most} %.`,
    cost: (most: number) => `A target is a cost above 0 and up to ${whole.format(most)}.`,
  },
  stop: (of: Promises, target: number) => `You can stop: ${claim[of](target)}.`,
  ready: (of: Promises, target: number, count: number) =>
    `The model expects ${amount[of](target)} or less. ${counted(count, "random item")}, all predicted rightly, would prove it.`,
  measuring: (count: number) => `Measuring with random items: ${counted(count, "right one")} to go.`,
  notYet: (of: Promises, target: number) => `Go on: ${amount[of](target)} is not in sight yet.`,
  beyond: (of: Promises, target: number, count: number, open: number) =>
    `${amount[of](target)} cannot be proved here: it takes ${counted(count, "more random item")}, all predicted rightly, and ${counted(open, "item is", "items are")} open.`,
  bound: (of: Promises, bound: number | null, count: number, wrong: number) =>
    bound === null
      ? `No random item has measured the ${of} so far.`
      : `${counted(count, "random item")}, ${wrong} predicted wrongly: ${claim[of](bound)}.`,
  measure: "Measure with random items",
  back: "Back to the most useful items",
  record: {
    error: (datasets: number, held: number, stops: number) =>
      stops === 0
        ? `On ${datasets} datasets this promise was never made.`
        : `On ${datasets} datasets this promise held ${whole.format(held)} times of ${whole.format(stops)}.`,
    cost: (datasets: number, held: number, stops: number) =>
      `On ${datasets} datasets, where missing the rarest class cost five times as much as missing the most frequent one, promises of a mean cost held ${whole.format(held)} times of ${whole.format(stops)}.`,
  },
  balanced: {
    error: "This counts all items the same: the share of wrong ones, not the balanced error.",
    cost: "This counts all items the same: the mean cost of an item, not that of a class.",
  },
  restsTitle: "What this rests on",
  rests:
    "Random items are predicted before you answer them. If the error were above the target, so few wrong predictions would occur in fewer than 5 of 100 projects, however often you look. This assumes that more labels do not make the model worse, and it applies to the items of this project only: items from elsewhere may be harder.",
};

export const forecast = {
  title: "How many more labels?",
  waiting: "Being computed.",
  few: (labels: number, fewest: number) => `A forecast needs ${fewest} labels; there are ${labels}.`,
  sentence: (of: Promises, { target, level, more, chance }: Forecast, open: number) => {
    const goal = goalText[of](target);
    if (chance < 0.5) {
      return `${goal[0].toUpperCase()}${goal.slice(1)} is probably out of reach with these items: the chance to get there before three in four are labelled is ${percent(chance)}.`;
    }
    if (more.median === 0) {
      const late = more.high === 0 ? "" : `: after ${counted(more.high, "more label")} at most`;
      return `The model expects ${goal} or less among the open items already (${percent(level)} sure${late}).`;
    }
    const range =
      more.high >= open
        ? `${whole.format(more.low)} or more`
        : `${whole.format(more.low)} to ${whole.format(more.high)}`;
    return `About ${counted(more.median, "more label")} to ${goal} (${percent(level)} sure: ${range}).`;
  },
  about: {
    error: (level: number) =>
      `The error is the share of open items that are predicted wrongly. On the paper's datasets at least ${percent(level)} of such intervals were right, at 20, 50 and 100 labels. The target is the one under "When to stop", or 5 %.`,
    cost: (level: number) =>
      `The mean cost is what the prediction of an open item costs on average, by the table of costs. On the paper's datasets under costs at least ${percent(level)} of such intervals were right, at 20, 50 and 100 labels. The target is the one under "When to stop", or 5 % of what it can cost at most to predict one class for all items, taking the class for which this is lowest.`,
  },
  middle: "expected",
  band: "90 % sure",
  target: (of: Promises, target: number) => `target ${amount[of](target)}`,
  axis: amount,
};
