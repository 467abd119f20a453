// Texts of the first page and of the page that reads a file.
import { counted, whole } from "../format.ts";

export const home = {
  projects: "Your projects",
  none: "Nothing here yet. Drop a file, or try the demo.",
  demo: "Try the demo",
  demoAbout:
    "1,797 handwritten digits. Keys 0 to 9. The true answers stay hidden; they are used only to draw the true error.",
  drop: "Drop a file or a folder",
  notDropped:
    "This browser did not let the page read what was dropped. Choose the file or folder by its button instead.",
  dropAbout:
    "CSV, TSV, JSON, JSONL, Parquet, Arrow, Excel, ARFF, NPY, text files, images (zip or folder), or a project.",
  choose: "Choose a file",
  folder: "Choose a folder",
  paste: "Paste a table",
  pasteAbout: "Rows from a spreadsheet or lines of text. The next page asks whether the first line names the columns.",
  onServer: "A file on the server's machine",
  onServerAbout: (folders: readonly string[]) =>
    `Read in place, without an upload; it may be larger than memory. Only files in ${folders.join(" or ")} can be named: the server was started with --files for ${folders.length === 1 ? "it" : "them"}. A folder of Parquet parts is one table.`,
  onServerPath: "Path of the file",
  onServerNone: "Name a file first.",
  onServerRead: "Read it",
  use: "Use this",
  useNone: "Paste something first.",
  cancel: "Cancel",
  doing: {
    packing: "Packing the files",
    uploading: "Uploading",
    receiving: "Uploading",
    unpacking: "Unpacking the archive",
    reading: "Reading the file",
    downloading: "Downloading the model",
    describing: "Encoding the items with the model",
    looking: "Looking at the columns",
    preparing: "Preparing the items",
    ended: "Done",
  },
  progress: (labelled: number, items: number) => `${whole.format(labelled)} of ${whole.format(items)} labelled`,
  waiting: (count: number) =>
    `${counted(count, "answer")} ${count === 1 ? "waits" : "wait"} in this browser to be sent.`,
  rejected: (count: number) =>
    `${counted(count, "answer was", "answers were")} not accepted. Open the project to decide about ${count === 1 ? "it" : "them"}.`,
  damaged: (why: string) => `This project is damaged: ${why}. The command "xpal studio rebuild" lists what is wrong.`,
  about: (classes: number) => counted(classes, "class", "classes"),
  rename: "Rename",
  renameTo: "New name",
  archive: "Archive",
  unarchive: "Take out of the archive",
  archived: (count: number) => `Archive (${whole.format(count)})`,
  remove: "Remove",
  removeSure: (title: string) => `Remove "${title}"? It stays in the bin for 30 days.`,
  more: (title: string) => `More for ${title}`,
  others: "Other datasets to try:",
  privacy: "Everything stays on this machine.",
  privacyServer: "Everything stays on the server of this studio.",
};

export const importing = {
  title: "How should this be read?",
  name: "Name of the project",
  label: "Label column",
  noLabel: "no label column: start without labels",
  classes: "Classes",
  classesAbout: "One per line, at least two. You can add, rename and merge classes later.",
  phrases: "What each class means",
  phrasesExample: "billing: bills and payments",
  phrasesAbout:
    "Optional, for texts in English: a class, a colon and a phrase per line. Saves about the first 30 answers.",
  classesOf: (count: number) => `${whole.format(count)} found in the label column.`,
  labels: (count: number, rows: number) =>
    count === rows
      ? `Every row has a label already. What are the labels for?`
      : `The file has ${counted(count, "label")} for ${counted(rows, "row")}.`,
  keep: (count: number, all: boolean) =>
    all
      ? "Keep them, for review, export and predicting new rows: no question is left to ask"
      : `Keep the ${counted(count, "label")} and ask about the rest`,
  hide: (all: boolean) =>
    all
      ? "Hide them: start without labels, and use them only to measure how often the model is wrong"
      : "Hide them from the model, and use them only to measure how often it is wrong",
  choose: "Choose what the labels are for.",
  duplicates: (count: number) => `Leave out ${counted(count, "row that repeats", "rows that repeat")} another one`,
  pixels: (width: number, height: number) => `Draw the numbers as an image of ${width} x ${height} pixels`,
  columns: "Columns",
  column: "Column",
  use: "Use as",
  why: "Why",
  samples: "First values",
  missing: "missing",
  start: "Start labelling",
  cancel: "Cancel",
  rows: (rows: number, columns: number) => `${counted(rows, "row")}, ${counted(columns, "column")}`,
  notices: "Worth knowing",
  making: "Preparing the items",
  format: "How the file is read",
  header: "First line",
  headers: { true: "names the columns", false: "is data already" } as Record<string, string>,
  delimiter: "Separator",
  delimiters: {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "bar",
    " ": "space",
    none: "none: each line is one item",
  } as Record<string, string>,
  encoding: "Characters",
  sheet: "Sheet",
  guessed: "as found",
  undecided: "choose",
  decimal: "Decimal mark",
  decimals: { ".": "point, as in 1,234.5", ",": "comma, as in 1.234,5" },
  dateOrder: "Dates such as 01/02/2024",
  dateOrders: { day: "day first", month: "month first" },
  missingWords: "Words for missing values",
  missingExample: "such as none, 999",
  ragged: "Lines that do not fit",
  raggedSkip: "leave them out",
  raggedLines: "read each line as one item",
  /** What can be done about a file that cannot be read without a decision. */
  troubles: {
    ragged:
      "Leave these lines out, read each line as one item, or choose another separator. The columns below are those without these lines.",
    decimal: "Choose which mark stands before the fraction. The columns below are those with a point.",
  },
  embed: "Encode texts or images with a model",
  embedModel: "Model in ONNX",
  embedAbout:
    "English texts are encoded without a choice here. For other languages or images: a name on huggingface.co, such as onnx-community/dinov2-small for photos (24 MB), or a folder that was named at the start with --models. The items stay on this machine.",
  embedUse: "Use this model",
  embedDownload: "Download it and use it",
  embedDrop: "Without a model",
  /** Why the start button is grey. */
  needReading: {
    ragged: "Decide what becomes of the lines that do not fit.",
    decimal: "Choose the decimal mark.",
  },
  needName: "Give the project a name.",
  needClasses: (count: number) =>
    count === 0 ? "Name at least two classes." : "Name one more class: one alone leaves nothing to decide.",
  needRows: "A project needs at least two rows.",
  needFeature: "Choose at least one column that the model can learn from: a number, category, text or vector.",
  repeated: (name: string) => `The class "${name}" is listed twice.`,
  roles: {
    numeric: "number",
    categorical: "category",
    text: "text",
    image: "image",
    vector: "vector",
    id: "id, not learned from",
    ignored: "ignored",
    label: "label",
  } as Record<string, string>,
};

export const rows = {
  title: "Add rows",
  about:
    "A file with the same columns, which is read as the project's file was. Rows that the project has already are left out; labels for them can be taken.",
  choose: "Choose a file",
  found: (added: number, repeats: number, labelled: number) =>
    `${counted(added, "new row")}${labelled > 0 ? `, ${whole.format(labelled)} of them with a label` : ""}${repeats > 0 ? `; ${counted(repeats, "row is", "rows are")} here already and left out` : ""}.`,
  labelsLeft: (count: number, open: number, other: number, unknown: number) =>
    [
      `${counted(count, "row that is", "rows that are")} here already ${count === 1 ? "has" : "have"} a label in the file.`,
      ...(open > 0
        ? [`${whole.format(open)} of them ${open === 1 ? "is" : "are"} not answered here yet and can take it.`]
        : []),
      ...(other > 0
        ? [`${whole.format(other)} of them ${other === 1 ? "has" : "have"} another answer here, which stays.`]
        : []),
      ...(unknown > 0
        ? [`${whole.format(unknown)} of them ${unknown === 1 ? "has" : "have"} a label that is no class here.`]
        : []),
    ].join(" "),
  alsoLabels: (count: number) => `Also take ${counted(count, "label")} for rows that are here and not answered yet`,
  takeLabels: (count: number) => `Take ${counted(count, "label")}`,
  labelsTaken: (count: number) =>
    count === 0
      ? "No label was taken: all these rows were answered meanwhile."
      : `${counted(count, "label")} taken. Undo on the label page takes ${count === 1 ? "it" : "them"} back.`,
  unknown: (names: readonly string[]) =>
    `No class of this project: ${names.join(", ")}. These labels are left out; add the classes first to keep them.`,
  unused: (names: readonly string[]) => `Columns that the project does not have are left out: ${names.join(", ")}.`,
  renamed: (count: number) =>
    `${counted(count, "image has", "images have")} the name of another image of this project and will get a number: name (2).png.`,
  none: "All rows of this file are here already.",
  add: (count: number) => `Add ${counted(count, "row")}`,
  added: (count: number) => `${counted(count, "row")} added.`,
};
