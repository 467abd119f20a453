// Texts of the page that asks.
import { MIN_ANSWERS_FOR_ESTIMATE } from "@xpal/core";
import { costOf, counted, few, itemsOf, percent, whole } from "../format.ts";

export const label = {
  loading: "Choosing the best item",
  inHand: (count: number) =>
    `Others are answering the last ${count === 1 ? "item" : `${whole.format(count)} items`}. One that becomes free is shown here.`,
  done: "Everything is labelled.",
  doneAbout: "Look through your answers in Review, or download them in Export.",
  skip: "Don't know",
  discard: "Not usable",
  undo: "Undo",
  undoOf: (name: string | null) => (name === null ? "Undo" : `Undo ${name}`),
  undone: (name: string | null) => (name === null ? "Undone" : `Undone: ${name}`),
  heard: (name: string, next: string) => (next === "" ? `${name}.` : `${name}. Next: ${next}`),
  question: "Which class is it?",
  questionName: "What do you want to decide?",
  editQuestion: "Change the question",
  recent: "Recent",
  recentNone: "Your last answers appear here.",
  change: "Show it again, to change the answer",
  clash: (name: string, share: number) => `model: ${name} ${percent(share)}`,
  answered: (count: number, all: number) => `${whole.format(count)} of ${whole.format(all)}`,
  wrong: (checks: number | null) => (checks === null ? "wrong, estimated" : `wrong, ${counted(checks, "check")}`),
  whyCheck: "A random check: it measures how often the model is wrong.",
  whyBetween: (one: string, other: string) => `Between ${one} and ${other}`,
  whySure: (name: string, share: number) => `Probably ${name} (${percent(share)})`,
  whyFlips: (count: number) => (count === 0 ? "" : `; its answer settles about ${counted(count, "other")}`),
  more: "More",
  redo: "Redo",
  previous: "Previous",
  next: "Back to the next question",
  jump: "Number of the item to go to",
  item: (item: number) => `Item ${whole.format(item + 1)}`,
  was: (by: string | null, name: string) => `${by ?? "You"} said ${name}`,
  second: "Somebody else has answered this one. Their answer stays hidden until you have given yours.",
  secondShort: "second opinion",
  check: "A check: drawn at random, to measure how often the model is wrong.",
  checkShort: "check",
  queue: "A good one, chosen before the last answers were known. The best is being computed.",
  queueAged: (seconds: number) =>
    `A good one, from a ranking that was ${seconds < 1 ? "less than a second" : `${few.format(seconds)} s`} old when it was handed out. The next ranking is being computed.`,
  filter: "Type to find a class",
  findOne: (count: number) => `${whole.format(count)} classes: scroll, or find one by typing`,
  worth: "What this answer is worth",
  worthOf: (count: number) => itemsOf(count),
  worthAbout: "expected to be corrected by this answer",
  worthCost: (cost: number) => costOf(cost),
  worthCostAbout: "of cost expected to be saved by this answer",
  worthBalanced: (gain: number) => `${few.format(100 * gain)} points`,
  worthBalancedAbout: (hasCosts: boolean) =>
    `of ${hasCosts ? "balanced cost" : "balanced error"} expected to be saved by this answer; all classes count the same`,
  labelCosts: (cost: number) =>
    `The label of this item costs ${costOf(cost)}; items are chosen by what they bring per cost.`,
  worthNone: "This answer alone is not expected to change a prediction. It still counts as evidence.",
  perAnswer: "What each answer would do",
  details: "Details",
  likely: (share: number) => `${percent(share)} likely`,
  flips: (count: number) => `changes ${whole.format(count)}`,
  flipsAbout: (name: string, count: number) =>
    `"${name}" would change ${whole.format(count)} ${count === 1 ? "prediction" : "predictions, such as"}:`,
  flipsNone: (name: string) => `"${name}" would change no prediction.`,
  flipsHint: "Point at an answer to see which predictions it would change.",
  why: "Why this item",
  typical: (share: number) =>
    share > 0.66
      ? "Many items look like it, so its answer helps with many."
      : share > 0.33
        ? "A fair number of items look like it."
        : "Few items look like it.",
  nearest: "Your answers to the most similar items",
  noneNear: "Nothing else is labelled yet.",
  noneNearBest: "Nothing is labelled yet: this item tells the model most about the others.",
  guessHidden: "Somebody else has answered this one, so the model's guess is not shown.",
  guess: (name: string, share: number) => `The model would guess ${name} (${percent(share)} likely by its estimate).`,
  progress: "Progress",
  labelled: "labelled",
  aside: "set aside",
  left: "left",
  pace: (seconds: number) => `${few.format(seconds)} s per answer`,
  estimated: "Estimated error",
  estimatedAbout: "A rough estimate by the model. Checks measure the error.",
  tooEarly: "too early to tell",
  tooEarlyAbout: `An estimate needs ${MIN_ANSWERS_FOR_ESTIMATE} labels, and two labels each of two classes.`,
  real: "True error",
  checked: "Checked error",
  checkedCost: (cost: number) => `These predictions cost ${costOf(cost)} an item.`,
  checkedAbout: (low: number, high: number, count: number) =>
    `between ${percent(low)} and ${percent(high)}, 95 % confidence, from the last ${count} checks, predicted before you answered`,
  guidelines: "Guidelines",
  noGuidelines: "No guidelines yet. Write down under Settings how to decide doubtful cases.",
  edit: "Edit",
  save: "Save",
  close: "Close",
  zoomIn: "Larger",
  zoomOut: "Smaller",
  noImage: "This image cannot be shown.",
  unusual: "unusual value",
  hide: "Hide column",
  showAll: (count: number) => `Show ${count} hidden`,
  answers: "Answers",
};

export const stop = {
  title: "When to stop",
  costs: "Or by costs",
  labelCost: "One label costs",
  errorCost: "One wrong prediction costs",
  unit: "Both in the same unit: seconds, cents, whatever counts.",
  unitOfTable: "In the unit of the costs of errors, under Settings.",
  limit: (most: number) => `A cost is a number from 0 to ${whole.format(most)}.`,
  enter: "Enter both to be told when the next label no longer pays.",
  pays: (value: number, cost: number) =>
    `Go on: the next label is worth about ${costOf(value)} and costs ${costOf(cost)}.`,
  over: (value: number, cost: number) =>
    `The next label is worth about ${costOf(value)} and costs ${costOf(cost)}: it no longer pays.`,
  soon: (labels: number, count: number) =>
    `The next ${labels} labels together are expected to put ${itemsOf(count)} right.`,
  soonCost: (labels: number, cost: number) =>
    `The next ${labels} labels together are expected to save a cost of ${costOf(cost)}.`,
  balanced: "All classes count the same, so a wrong prediction of a rare item weighs more than one of the others.",
  checked: (value: number, low: number, high: number, count: number) =>
    `If you stop now: about ${percent(1 - value)} right, between ${percent(1 - high)} and ${percent(1 - low)} (95 % confidence, from ${count} checks).`,
  estimated: (error: number) => `If you stop now: about ${percent(1 - error)} right, by the model's rough estimate.`,
  tooEarly: "If you stop now: it is too early to tell how much would be right.",
  blind: (value: number, estimated: number) =>
    `${percent(value)} of the checks were predicted wrongly, and the model estimates ${percent(estimated)}: it may have missed something. Label some more.`,
  agree: (count: number) => `${count} checks do not contradict the model's estimate.`,
  fewChecks: (count: number, enough: number) =>
    `${count === 0 ? "No check has" : count === 1 ? "One check has" : `${count} checks have`} measured the error lately; ${enough} are needed. Their share is set under Settings.`,
};
