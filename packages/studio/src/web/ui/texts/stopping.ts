// Texts of the promise to stop on, and of the forecast.
import type { Forecast } from "../../../protocol/messages.ts";
import { counted, few, percent, whole } from "../format.ts";

/** What is promised: a share of wrong items, or where errors have costs what an item costs on average. */
export type Promises = "error" | "cost";
const amount = { error: percent, cost: (cost: number) => few.format(cost) };
const claim = {
  error: (bound: number) => `at most ${percent(bound)} of the open items are wrong (95 % sure)`,
  cost: (bound: number) => `the open items cost at most ${few.format(bound)} each on average (95 % sure)`,
};

export const promise = {
  target: {
    error: "Stop when at most so many of the open items are wrong",
    cost: "Stop when the predictions of the open items cost at most so much each, on average",
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
  bound: (of: Promises, bound: number | null, count: number, wrong: number) =>
    bound === null
      ? `No random item has measured the ${of} so far.`
      : `${counted(count, "random item")}, ${wrong} predicted wrongly: ${claim[of](bound)}.`,
  measure: "Measure with random items",
  back: "Back to the most useful items",
  record: (datasets: number, held: number, stops: number) =>
    stops === 0
      ? `On ${datasets} datasets this promise was never made.`
      : `On ${datasets} datasets this promise held ${whole.format(held)} times of ${whole.format(stops)}.`,
  recordOfErrors: "The record of this promise is of errors; for costs it follows from the same theorem.",
  restsTitle: "What this rests on",
  rests:
    "Random items are predicted before you answer them. If the error were above the target, so few wrong ones would come in fewer than 5 of 100 projects, however often you look. This supposes that more labels do not make the model worse, and it speaks of the items of this project: new ones from elsewhere may be harder.",
};

export const forecast = {
  title: "How many more labels?",
  waiting: "Being computed.",
  few: (labels: number, fewest: number) => `A forecast needs ${fewest} labels; there are ${labels}.`,
  sentence: ({ target, level, more, chance }: Forecast, open: number) => {
    const goal = `${percent(target)} error`;
    if (chance < 0.5) {
      return `${goal} is probably out of reach with these items: the chance to get there before three in four are labelled is ${percent(chance)}.`;
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
  about: (level: number) =>
    `The error is the share of open items that are predicted wrongly. On the paper's datasets at least ${percent(level)} of such intervals were right, at 20, 50 and 100 labels. The target is the one under "When to stop", or 5 %.`,
  underCosts:
    "Predictions follow the costs of errors here. The forecast counts wrong predictions, not what they cost, and was not tested under costs.",
  middle: "expected",
  band: "90 % sure",
  target: (target: number) => `target ${percent(target)}`,
};
