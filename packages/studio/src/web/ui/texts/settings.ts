// Texts of the settings.
import { costOf, counted } from "../format.ts";

export const settings = {
  project: "Project",
  title: "Name of the project",
  people: "Who answers",
  name: "Your name",
  nameAbout: "Stored with each of your answers. Each window has its own, so several people can work on a project.",
  second: "Items asked twice",
  secondAbout:
    "This share of your questions is about items that somebody else has answered. Their answer is not shown, so that your agreement can be measured.",
  weigh: "Weigh answers by who gave them",
  weighAbout:
    "Once a reviewer has decided ten disputes, the model learns from each answer as far as its author can be trusted (Insights shows how far), and asks again where a second opinion is worth more than a new item. Answers stay as they were given; exports have both.",
  press: "press…",
  pressAbout: "Press the key that should answer, or Escape.",
  taken: (name: string) => `That key belongs to ${name}.`,
  reserved: "That key does something else already.",
  costs: "Costs",
  costsAbout: 'With these, "When to stop" on the label page says when the next label no longer pays.',
  checks: "Checks",
  checksAbout: "Random items that measure how often the model is wrong. With 10 %, one question in ten is a check.",
  highlight: "Highlight words in texts",
  highlightAbout: "separated by commas",
  guidelines: "Guidelines (Markdown)",
  guidelinesAbout: "How to decide doubtful cases. Everybody who answers can open them with g.",
  model: "Model",
  models: {
    learn: [
      "Learned kernel",
      "Learns from your answers which columns matter and what counts as similar; needs the fewest labels.",
    ],
    paper: [
      "The paper's",
      "Always compares items in the same way, as published; faster, and better if that way already suits the data.",
    ],
  } as Readonly<Record<"learn" | "paper", readonly [string, string]>>,
  modelAbout: "You may switch at any time: no answer is lost, and predictions, worth and curve are computed again.",
};

export const errorCosts = {
  title: "What errors cost",
  about:
    "Rows: the true class. Columns: the predicted class. Items are then chosen, predicted and counted by cost instead of by the number of errors.",
  corner: "true \\ predicted",
  right: "right: costs nothing",
  cell: (is: string, called: string) => `Predicting ${called} for ${is} costs`,
  equal: "All errors cost the same: the number of errors counts.",
  always: (name: string) =>
    `Predicting ${name} for every item never costs more than anything else, so no label can change a prediction.`,
  later:
    "Errors with a class that is added later cost 1 until you enter another cost. A renamed class keeps its costs; a merged one has those of the class that it went into.",
  notFollowed: "What was set here is not followed:",
  stillCount: "Costs that were entered while there were fewer classes still count; errors with other classes cost 1.",
  clear: "Let all errors cost the same",
  tooMany: (most: number) => `The table is for up to ${most} classes; the command takes larger ones with --costs.`,
};

export const measure = {
  title: "What counts as good",
  choices: {
    mean: ["All items count the same", "The share of wrong predictions, or the mean cost of an item, is to be small."],
    balanced: [
      "All classes count the same",
      "For rare classes: the mean of the classes' own errors is to be small. Finds rare items sooner, and raises more false alarms.",
    ],
  } as Readonly<Record<"mean" | "balanced", readonly [string, string]>>,
};

export const labelCostRule = {
  title: "Where items differ: what the label of an item costs",
  example: "a column, or a formula such as 2 + 1.5 * words(body) / 100",
  about:
    "In minutes or money. Items are then chosen by what they bring per cost. A column given here on its own is not used to compare items.",
  found: (least: number, mean: number, largest: number) =>
    `Labels of the open items cost ${costOf(least)} to ${costOf(largest)}, ${costOf(mean)} on average. Items are chosen by what they bring per cost.`,
};

export const classes = {
  title: "Classes",
  about: "Change them at any time: labels follow, and Undo takes a change back.",
  steps: {
    add: (name: string) => `added ${name}`,
    rename: (name: string) => `renamed a class to ${name}`,
    describe: (name: string) => `changed what ${name} means`,
    merge: (name: string, into: string) => `merged ${name} into ${into}`,
    retire: (name: string) => `retired ${name}`,
    restore: (name: string) => `restored ${name}`,
    order: "changed the order of the classes",
  },
  moved: { undo: (step: string) => `Undone: ${step}.`, redo: (step: string) => `Done again: ${step}.` },
  toMove: { undo: (step: string) => `Undo: ${step}`, redo: (step: string) => `Redo: ${step}` },
  noneToMove: {
    undo: "You have no change of the classes to undo. Undo on the label page takes answers back.",
    redo: "You have no change of the classes to redo.",
  },
  one: "Class",
  add: "Add",
  addAbout: "Add a class",
  newName: "Name of the new class",
  needName: "Type a name first.",
  name: (name: string) => `Name of ${name}`,
  key: (name: string) => `Key of ${name}`,
  keyAbout: "Change the key",
  labels: (count: number) => counted(count, "label"),
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  more: "More",
  text: "What it means",
  textAbout: "Shown when pointing at the answer, and with the guidelines.",
  merge: "Merge into",
  mergeInto: (count: number) => (count === 0 ? "Merge" : `Merge and move ${counted(count, "label")}`),
  mergeNone: "Choose the class that takes its labels.",
  retire: (count: number) => (count === 0 ? "Retire" : `Retire and open ${counted(count, "item")} again`),
  tooFew: "A project needs at least two classes.",
  gone: "No longer in use",
  merged: (name: string) => `merged into ${name}`,
  retired: "retired",
  restore: "Restore",
};
