// Every English text of the page, in one place, ready to be translated.
import type { Learnt } from "../../protocol/messages.ts";

const few = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** A number of items as people say it. */
function items(count: number): string {
  if (count < 0.05) return "less than 0.1 items";
  const shown = count < 10 ? few.format(count) : whole.format(count);
  return `${shown} ${shown === "1" ? "item" : "items"}`;
}

/** A share in per cent. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : value.toFixed(0)}\u00a0%`;
}

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
  return locality < 1 ? "half relative to the neighbours'" : "relative to the neighbours'";
}

export const texts = {
  name: "xpal studio",
  slogan: "Label your data with as few labels as possible.",
  pages: { label: "Label", map: "Map", review: "Review", insights: "Insights", export: "Export", settings: "Settings" },
  home: {
    projects: "Your projects",
    none: "Nothing here yet. Drop a file, or try the demo.",
    demo: "Try the demo",
    demoAbout: "1,797 handwritten digits. Keys 0 to 9. The true answers stay hidden and only draw the real error.",
    drop: "Drop a file or a folder",
    dropAbout:
      "CSV, TSV, JSON, JSONL, Parquet, Arrow, Excel, ARFF, NPY, text files, pictures (zip or folder), or a project.",
    choose: "Choose a file",
    folder: "Choose a folder",
    paste: "Paste a table",
    pasteAbout: "Rows from a spreadsheet or lines of text; the first line names the columns.",
    use: "Use this",
    cancel: "Cancel",
    doing: {
      packing: "Packing the files",
      uploading: "Uploading",
      receiving: "Uploading",
      unpacking: "Unpacking the archive",
      reading: "Reading the file",
      looking: "Looking at the columns",
      preparing: "Preparing the items",
      ended: "Done",
    },
    about: (items: number, classes: number, answers: number) =>
      `${whole.format(items)} items, ${classes} classes, ${whole.format(answers)} ${answers === 1 ? "event" : "events"}`,
    remove: "Remove",
    removeSure: (title: string) => `Remove "${title}" with all its answers? This cannot be undone.`,
    others: "Other data sets to try:",
    privacy: "Everything stays on this machine.",
  },
  import: {
    title: "How should this be read?",
    name: "Name of the project",
    label: "Label column",
    noLabel: "none, I label from nothing",
    classes: "Classes",
    classesAbout: "One per line, at least two. More than the file has is fine.",
    keep: (count: number) => `Keep the ${whole.format(count)} labels that the file has`,
    hide: "Hide them from the model and use them only to draw the real error",
    duplicates: (count: number) =>
      `Leave out ${whole.format(count)} ${count === 1 ? "row that repeats" : "rows that repeat"} an earlier one`,
    pixels: (width: number, height: number) => `Draw the numbers as a picture of ${width} x ${height} pixels`,
    columns: "Columns",
    column: "Column",
    use: "Use as",
    why: "Why",
    samples: "First values",
    missing: "missing",
    start: "Start labelling",
    cancel: "Cancel",
    rows: (rows: number, columns: number) => `${whole.format(rows)} rows, ${whole.format(columns)} columns`,
    notices: "Worth knowing",
    making: "Preparing the items",
    roles: {
      numeric: "number",
      categorical: "category",
      text: "text",
      image: "picture",
      vector: "vector",
      id: "id, not learnt from",
      ignored: "ignored",
      label: "label",
    } as Record<string, string>,
  },
  label: {
    loading: "Choosing the best item",
    inHand: (count: number) =>
      `Others are answering the last ${count === 1 ? "item" : `${whole.format(count)} items`}. One that becomes free is shown here.`,
    done: "Everything is labelled.",
    doneAbout: "Look through your answers in Review, or take them with you in Export.",
    skip: "Don't know",
    discard: "Not usable",
    undo: "Undo",
    redo: "Redo",
    previous: "Previous",
    next: "Back to the next question",
    jump: "Number of the item to go to",
    item: (item: number) => `Item ${whole.format(item + 1)}`,
    was: (by: string | null, name: string) => `${by ?? "You"} said ${name}`,
    second: "Somebody else has answered this one. Their answer stays hidden until you have given yours.",
    secondShort: "second opinion",
    audit: "Audit: drawn at random to measure the error",
    auditShort: "random audit",
    queue: "A good one while the best is being computed",
    filter: "Type to find a class",
    worth: "What this answer is worth",
    worthOf: (count: number) => items(count),
    worthAbout: "expected to be put right by this answer",
    worthNone: "This answer alone is not expected to change a prediction. It still counts as evidence.",
    perAnswer: "What each answer would do",
    likely: (share: number) => `${percent(share)} likely`,
    flips: (count: number) => `changes ${whole.format(count)}`,
    flipsAbout: (name: string, count: number) => `"${name}" would change ${whole.format(count)} predictions, such as:`,
    why: "Why this item",
    typical: (share: number) =>
      `${share > 0.66 ? "Very typical: many items look like it" : share > 0.33 ? "Fairly typical" : "Rather special: few items look like it"} (${percent(share)} of the most typical).`,
    nearest: "Nearest labelled items",
    noneNear: "Nothing is labelled yet, so this is the most informative place to begin.",
    guess: (name: string, share: number) => `The model would guess ${name} (${percent(share)}).`,
    noGuess: "The model has no guess yet.",
    learnt: ({ labels, scales, localities }: Learnt) =>
      `Learnt from ${labels} answers: it compares items ${shares(scales.map(({ scale, share }) => ({ share, name: scaleName(scale) })))}, with distances ${shares(localities.map(({ locality, share }) => ({ share, name: localityName(locality) })))}.`,
    learnsSoon: "After a few answers the model begins to learn what counts as similar.",
    sample: (sample: number, items: number) =>
      `Chosen for what it tells about ${whole.format(sample)} random items that stand for all ${whole.format(items)}.`,
    progress: "Progress",
    labelled: "labelled",
    aside: "set aside",
    left: "left",
    pace: (seconds: number) => `${few.format(seconds)} s per answer`,
    expected: "Expected by the model",
    expectedAbout:
      "The model's own estimate, usually too high: it was asked about the hard items. Random audit items measure it.",
    real: "True error",
    measured: "Measured error",
    headMeasured: "Error, measured",
    headExpected: "Error, expected by the model",
    measuredAbout: (low: number, high: number, count: number) =>
      `${percent(low)} to ${percent(high)}, on the last ${count === 1 ? "random item" : `${count} random items`}, predicted before you answered`,
    measuredNone: "Random audit items measure it as you go.",
    measuredSoFar: (low: number, high: number, count: number) =>
      `So far ${count === 1 ? "one says" : `${count} say`} ${percent(low)} to ${percent(high)}.`,
    guidelines: "Guidelines",
    noGuidelines: "No guidelines yet. Write down how to decide doubtful cases.",
    edit: "Edit",
    save: "Save",
    close: "Close",
    zoomIn: "Larger",
    zoomOut: "Smaller",
    unusual: "unusual value",
    hide: "Hide column",
    showAll: (count: number) => `Show ${count} hidden`,
    answers: "Answers",
  },
  stop: {
    title: "When to stop",
    labelCost: "One label costs",
    errorCost: "One wrong prediction costs",
    unit: "in the same unit: seconds, cents, whatever counts",
    enter: "Enter both to be told when the next label no longer pays.",
    pays: (value: number, cost: number) =>
      `Go on: the next label is worth about ${few.format(value)} and costs ${few.format(cost)}.`,
    over: (value: number, cost: number) =>
      `The next label is worth about ${few.format(value)} and costs ${few.format(cost)}: it no longer pays.`,
    soon: (labels: number, count: number) =>
      `The next ${labels} labels together are expected to put ${items(count)} right.`,
    measured: (value: number, low: number, high: number, count: number) =>
      `If you stop now: about ${percent(1 - value)} right, between ${percent(1 - high)} and ${percent(1 - low)} (95 %, from ${count} random items).`,
    expected: (error: number) => `If you stop now: about ${percent(1 - error)} right, by the model's own estimate.`,
    sure: (count: number) => `How sure: fairly. ${count} random items do not contradict the model.`,
    blind: (value: number, expected: number) =>
      `How sure: not at all. Random items are wrong in ${percent(value)}, the model expects ${percent(expected)}: it may have missed something. Go on a while.`,
    unsure: (count: number, enough: number) =>
      `How sure: not very. ${count === 0 ? "No random item has" : count === 1 ? "One random item has" : `${count} random items have`} measured the error lately, and ${enough} would be needed; Settings has their share. A gain that looks few steps ahead can be small too early.`,
  },
  sync: {
    saved: "Saved",
    saving: (count: number) => `Saving ${count}`,
    offline: (count: number) => (count === 0 ? "Offline" : `Offline, ${count} waiting`),
    refused: (count: number, message: string) =>
      `${count === 1 ? "One answer was" : `${whole.format(count)} answers were`} not taken: ${message}.`,
    sendAgain: "Send again",
    further: "Keep as a further opinion",
    discard: "Discard",
    download: "Download",
    meanwhile: (by: string | null, name: string) =>
      `${by === null ? "In another window you" : by} answered this item meanwhile: ${name}. Answer it too, or go on.`,
    goOn: "Next item",
    unstored: "This browser stores no more. Keep this page open until everything is saved.",
    limit: (setting: string) => `This value is too large to be kept (${setting}).`,
    login: "You are logged out. Open the address that the program printed, then try again here.",
    gone: "This project was removed.",
    home: "Go to your projects",
  },
  map: {
    title: "All items",
    colour: "Colour by",
    prediction: "prediction",
    label: "label",
    usefulness: "usefulness",
    method: { pca: "principal plane", umap: "UMAP" },
    pending: "UMAP is being computed",
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
    unlabelled: "no label",
    useless: "little to gain",
    useful: "much to gain",
    describe: (count: number) => `Map of ${whole.format(count)} items. The same items are listed on the review page.`,
  },
  review: {
    show: "Show",
    labelled: "labelled",
    suspicious: "suspicious: the model says otherwise",
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
    search: "Search text",
    low: "only below 60 % sure",
    selected: (count: number) => `${whole.format(count)} selected`,
    selectAll: "Select all shown",
    clear: "Clear",
    relabel: "Change to",
    apply: "Apply",
    open: "Open again (no label)",
    none: "Nothing fits these filters.",
    more: "Show more",
    says: (name: string, share: number) => `model: ${name}, ${percent(share)}`,
    count: (count: number) => `${whole.format(count)} items`,
    fromMap: "chosen on the map",
    select: (item: number) => `Select item ${item + 1}`,
  },
  insights: {
    curve: "Error after each label",
    curveAbout:
      "What the model expects of itself, usually too much, and where the truth is known the share it gets wrong.",
    balance: "Answers per class",
    rate: "Seconds per answer",
    gain: "Worth of each answer, in items",
    confusion: "Confusion on audit items",
    confusionAbout: "Rows: your answer. Columns: what the model said before it.",
    noAudits: "No audit items yet. They come once in a while by themselves; the share is set under Settings.",
    random: "Honest comparison with random",
    randomAbout: (labels: number, tested: number, chosen: number, random: number) =>
      `Your first ${labels} answers are wrong on ${percent(chosen)} of ${tested} later audit items, as many random ones on ${percent(random)}. Chance alone can move either by ${percent(1 / Math.sqrt(tested))}.`,
    randomNone: "Needs some more audit answers.",
    engine: "How it was computed",
    model: "What the model has learnt",
    modelPaper: "The paper's model compares items as it did at the start. Settings offers one that learns this too.",
    sample: (sample: number, items: number) =>
      `With ${whole.format(items)} items, which question is best is judged by a random sample of ${whole.format(sample)} of them. The worth of an answer, predictions and errors are of all items.`,
    agreement: "Agreement with the model",
    agreementAbout: (agreed: number, of: number) => `The model had guessed ${agreed} of your last ${of} answers.`,
    people: "Agreement between people",
    peopleAbout: "On items that both put into a class. Kappa is 1 for full agreement and 0 for what chance would give.",
    peopleNone:
      "Nobody else has answered the same items yet. Under Settings, give each person a name and let some items be asked twice.",
    peopleHead: ["Who", "Items", "Agreed", "Kappa"],
    pair: (one: string, other: string) => `${one} and ${other}`,
    nothing: "Nothing to show before the first answers.",
    labels: "labels",
    error: "error",
    answer: "answer",
    seconds: "seconds",
    itemsUnit: "items",
  },
  export: {
    title: "Take your labels with you",
    answers: "Answers",
    predictions: "with predictions for the rest",
    formats: {
      csv: ["CSV", "All columns, label, status, time, gain, prediction. Opens in spreadsheets."],
      jsonl: ["JSON Lines", "One object per item, everything included."],
      parquet: ["Parquet", "For data frames and databases."],
      "label-studio": ["Label Studio", "Tasks with annotations and predictions."],
      argilla: ["Argilla", "Records with responses and suggestions."],
      doccano: ["doccano", "JSON Lines of text and label."],
      fasttext: ["fastText", "__label__ lines, labelled texts only."],
      huggingface: ["Hugging Face", "JSON Lines with text and label number, and the class names."],
      imagefolder: ["Image folder", "metadata.csv with file_name and label."],
    } as Record<string, [string, string]>,
    spans:
      "CoNLL, COCO, VOC and YOLO describe spans and boxes; a class per item does not fit them, so they are not offered.",
    model: "The model",
    modelAbout:
      "Items, kernel and recipe as JSON; for xpal predict and for the library, also in a browser. The adaptive model needs all items, the paper's the labelled ones.",
    project: "The whole project",
    projectAbout: "Items and every answer in one file. Drop it on the first page of another studio.",
    download: "Download",
  },
  who: (name: string) => `as ${name}`,
  settings: {
    people: "Who answers",
    name: "Your name",
    nameAbout: "Stands with each of your answers. Each window has its own, so several people can work on a project.",
    second: "Items asked twice",
    secondAbout:
      "This share of your questions are items that somebody else has answered, without showing how, to measure how far you agree.",
    keys: "Keys",
    keysAbout: "Click a key, then press the one you want.",
    press: "press…",
    taken: (name: string) => `taken by ${name}`,
    audit: "Random audit items",
    auditAbout: "measure the error without bias; 10 % is a good start.",
    highlight: "Highlight words in texts",
    highlightAbout: "separated by commas",
    guidelines: "Guidelines (Markdown)",
    model: "Model",
    models: {
      adaptive: ["Adaptive", "Learns from your answers what counts as similar; needs fewer labels on most data."],
      paper: [
        "The paper's",
        "Compares items the same way throughout, as published; faster, and better where that way is right already.",
      ],
    },
    modelAbout: "You may switch at any time: no answer is lost, and predictions, worth and curve are computed anew.",
  },
  help: {
    title: "Keys",
    close: "Close",
    rows: [
      ["0–9, a–z", "answer; the keys stand on the buttons"],
      ["Enter", "accept the model's guess"],
      ["Space", "don't know"],
      ["Delete", "not usable"],
      ["Backspace or Ctrl Z", "undo"],
      ["Ctrl Y", "redo"],
      ["← →", "previous, next"],
      ["#", "go to an item by its number"],
      ["/", "find a class by typing"],
      [".", "show what each answer would do"],
      ["+ −", "larger, smaller"],
      ["g", "guidelines, where g is no answer"],
      ["?", "this help"],
      ["Esc", "close"],
    ],
    swipe: "On a phone: tap an answer, swipe left for don't know, swipe right to undo.",
  },
  theme: { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
  menu: "Pages of the project",
  home_: "All projects",
  failed: "That did not work",
  retry: "Try again",
};
