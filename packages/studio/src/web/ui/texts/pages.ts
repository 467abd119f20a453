// Texts of the map, the review, the insights and the export.
import { MIN_CHECKS } from "@xpal/core";
import type { Learned } from "../../../protocol/messages.ts";
import { counted, few, percent, whole } from "../format.ts";

export const map = {
  title: "All items",
  colour: "Colour by",
  prediction: "prediction",
  label: "label",
  usefulness: "usefulness",
  method: { components: "Arranged by the two main directions", neighbours: "Arranged by likeness" },
  pending: "a better layout is being computed",
  weighing: "usefulness is being computed",
  lasso: "Lasso",
  view: "View",
  whole: "Whole map",
  selected: (count: number) => `${whole.format(count)} chosen`,
  open: "Label these",
  review: "Review these",
  clear: "Clear",
  hint: "Drag to move, scroll or use + and − to zoom, click an item to open it.",
  current: "now asked",
  labelled: "labelled",
  chosen: "chosen",
  unlabelled: "no label",
  moreClasses: (count: number) => `and ${counted(count, "more class", "more classes")}`,
  useless: "little to gain",
  useful: "much to gain",
  describe: (count: number) => `Map of ${counted(count, "item")}. The same items are listed on the review page.`,
};

export const review = {
  show: "Show",
  labelled: "labelled",
  suspicious: "suspicious: the other labels say otherwise",
  disputed: "disputed: people differ",
  skipped: "don't know",
  discarded: "not usable",
  unlabelled: "not labelled",
  everything: "everything",
  class: "Class",
  any: "any",
  predicted: "Predicted",
  by: "Answered by",
  anybody: "anybody",
  sayingOf: (by: string, name: string) => `${by}: ${name}`,
  order: "Order",
  latest: "latest first",
  confidence: "least sure first",
  gain: "most useful first",
  contradiction: "most suspicious first",
  search: "Search text",
  unsearched: (message: string) => `The search has no answer: ${message}.`,
  low: "only below 60 % sure",
  selected: (count: number) => `${whole.format(count)} selected`,
  selectAll: (count: number) => (count === 1 ? "Select it" : `Select all ${whole.format(count)}`),
  clear: "Clear",
  relabel: "Change to",
  apply: "Apply",
  applyNone: "Choose what to change them to.",
  open: "Open again (no label)",
  none: "Nothing fits these filters.",
  unknown: "The model has not answered yet, and these filters need it.",
  noneSuspicious: "No label is suspicious: for no item do the other labels favour another class twice as strongly.",
  more: "Show more",
  says: (name: string, share: number) => `model: ${name}, ${percent(share)}`,
  count: (count: number) => counted(count, "item"),
  fromMap: "chosen on the map",
  select: (item: number) => `Select item ${item + 1}`,
};

export const insights = {
  curve: "Wrong predictions after each label",
  curveAbout:
    "Of all items, the labelled ones included; the forecast below is for the open items alone, which are wrong more often. The estimate by the model is rough; checks measure the error.",
  curveTruth: "The true error is known because the file had the labels; the model does not see them.",
  balance: "Labels per class",
  rate: "Seconds per answer, median of ten",
  rateShort: "median of ten answers",
  rateNone: "Needs ten answers that were given here.",
  gain: "What each answer was worth, in items",
  gainCost: "What each answer was worth: in cost; in items before costs were set",
  gainBalanced:
    "What each answer was worth: in balanced error times the items; in items before classes counted the same",
  gainShort: "median of ten answers",
  gainNone: "Needs ten answers that were given here.",
  confusion: "What the model mixes up",
  classMeasures: (balanced: number, f1: number) =>
    `Balanced error ${percent(balanced)}, the mean over the classes; macro F1 ${f1.toFixed(2)}.`,
  confusionAbout: "On checks. Rows: your answer. Columns: what the model had predicted.",
  fewChecks: (count: number) =>
    `${count === 0 ? "No check" : counted(count, "check")} so far; from ${MIN_CHECKS} on they tell how often the model is wrong.`,
  noChecks: "No checks yet. They are mixed in automatically; their share is set under Settings.",
  random: "Does asking the best questions help?",
  randomAbout: (labels: number, tested: number, chosen: number, random: number) =>
    `Learning from your first ${labels} answers gets ${percent(chosen)} of ${tested} later checks wrong, learning from ${labels} random ones ${percent(random)}. Chance alone can move either by ${percent(1 / Math.sqrt(tested))}.`,
  randomNone: `Needs at least ${2 * MIN_CHECKS} checks.`,
  details: "Details",
  engine: "How it was computed",
  model: "What counts as similar",
  modelPaper:
    "The paper's model always compares items in the same way. Under Settings you can choose a model that learns this too.",
  predictor: (words: string) => `Classes are predicted by ${words}, fitted to your answers.`,
  learnsSoon: "After a few answers the model begins to learn what counts as similar.",
  learned: ({ labels, scales, localities }: Learned) =>
    `Learned from ${labels} answers: it compares items ${shares(scales.map(({ scale, share }) => ({ share, name: scaleName(scale) })))}, with distances ${shares(localities.map(({ locality, share }) => ({ share, name: localityName(locality) })))}.`,
  drawn: (items: number, rows: number) =>
    `The file has ${whole.format(rows)} rows; ${whole.format(items)} of them, drawn at random, are the items here. Figures for all items refer to these.`,
  agreement: "How often the model was right",
  agreementAbout: (agreed: number, of: number) => `It had predicted ${agreed} of your last ${of} answers.`,
  agreementNone: "The model has not predicted any of your answers yet.",
  people: "Agreement between people",
  allAgree: (
    items: number,
    alpha: number | null,
    fleiss: { people: number; items: number; kappa: number | null } | null,
  ) =>
    [
      `Everybody together, on ${items} items: Krippendorff's alpha ${alpha === null ? "–" : alpha.toFixed(2)}`,
      ...(fleiss === null || fleiss.kappa === null
        ? []
        : [`Fleiss' kappa ${fleiss.kappa.toFixed(2)} on ${fleiss.items} items with ${fleiss.people} answers`]),
    ].join("; "),
  confusionOf: (name: string, items: number) => `Answers of ${name} against the answers that count, on ${items} items`,
  peopleAbout: "On items that both put into a class. Kappa is 1 for full agreement and 0 for what chance would give.",
  peopleNone:
    "Nobody else has answered the same items yet. Under Settings, give each person a name and let some items be asked twice.",
  peopleHead: ["Who", "Items", "Agreed", "Kappa"],
  pair: (one: string, other: string) => `${one} and ${other}`,
  trust: "How often each person is right",
  trustAbout:
    "Estimated from items that several people answered and disputes that a reviewer decided; in brackets the range that holds it with 90 % probability.",
  agreeOn: ([one, other]: readonly [string, string], agreed: number, items: number) =>
    `${one} and ${other} agree on ${agreed} of ${items}.`,
  trustLater: (decided: number, needed: number) =>
    `Agreement does not tell who is right. It can be told once a reviewer has decided ${needed} disputes of others in Review; ${decided} so far.`,
  trustHead: ["Who", "Compared", "Right", "More often than (95 % sure)"],
  nothing: "Nothing to show before the first answers.",
  labels: "labels",
  answer: "answers",
};

export const exporting = {
  title: "Export your labels",
  answers: "Answers",
  predictions: "with predictions for the rest",
  spreadsheets: "CSV for a spreadsheet: an apostrophe before texts that it would run as a formula",
  formats: {
    csv: ["CSV", "All columns, label, status, time, gain, prediction. Opens in spreadsheets."],
    jsonl: ["JSON Lines", "One object per item, everything included."],
    parquet: ["Parquet", "For data frames and databases."],
    "label-studio": ["Label Studio", "Tasks with annotations and predictions."],
    argilla: ["Argilla", "Records with responses and suggestions."],
    doccano: ["doccano", "JSON Lines of text and label."],
    fasttext: ["fastText", "__label__ lines, labelled texts only; spaces in names of classes become _."],
    huggingface: ["Hugging Face", "JSON Lines with text and label number, and the class names."],
    imagefolder: ["Image folder", "metadata.csv with file_name and label."],
  } as Record<string, [string, string]>,
  sampled: (items: number, rows: number) =>
    `The items are ${whole.format(items)} of the ${whole.format(rows)} rows of the file. Exports contain these, with the number of each row (from 0), by which they can be joined to the file. To predict every row, download the model below and run xpal predict MODEL FILE --out CLASSES.csv.`,
  spans:
    "CoNLL, COCO, VOC and YOLO describe spans and boxes; a class per item does not fit them, so they are not offered.",
  unsaved: (count: number) =>
    `${counted(count, "answer is", "answers are")} not stored yet, and exports do not contain ${count === 1 ? "it" : "them"}.`,
  model: "The model",
  modelAbout:
    "Items, kernel and recipe as JSON; for xpal predict and for the library, also in a browser. A model that learns what is similar needs all items, the paper's only the labelled ones.",
  project: "The whole project",
  projectAbout: "Items and every answer in one file. Drop it on the first page of another studio.",
  download: "Download",
};

/** Shares that matter, the largest first: "2 times more widely (61 %) or as widely as at the start (27 %)". */
function shares(parts: readonly { readonly share: number; readonly name: string }[]): string {
  const said = parts.filter(({ share }, at) => at === 0 || (share >= 0.15 && at < 2));
  return said.map(({ share, name }) => `${name} (${percent(share)})`).join(" or ");
}

function scaleName(scale: number): string {
  if (scale === 1) return "as widely as at the start";
  return scale > 1 ? `${few.format(scale)} times more narrowly` : `${few.format(1 / scale)} times more widely`;
}

function localityName(locality: number): string {
  if (locality === 0) return "as they are";
  return locality < 1
    ? "partly relative to how dense the neighbourhood is"
    : "relative to how dense the neighbourhood is";
}
