// The formats in which labels leave, each made of one row after the other; names follow what the other program expects.
import { type CsvCell, type WriteCsvOptions, writeRecords } from "@xpal/data";
import type { ProjectAbout } from "../projects/project-about.ts";
import { StudioError } from "../studio-error.ts";
import { type DecimalMark, numberText } from "./decimal-mark.ts";
import { exportParquet } from "./export-parquet.ts";
import type { ExportRow } from "./export-rows.ts";
import type { BodyParts } from "./stream-of.ts";

/** A file to download. */
interface ExportedFile {
  readonly ending: string;
  readonly type: string;
  readonly body: BodyParts;
}

/** What may be asked of an export. */
export interface ExportOptions {
  /** Text that a spreadsheet would run: kept, or behind an apostrophe. */
  readonly formulas?: "keep" | "neutralise" | undefined;
  /** What stands before the fraction of numbers in a delimited text; a point by default. */
  readonly decimal?: DecimalMark | undefined;
}

/** The rows can be gone through more than once. */
type Writer = (rows: Iterable<ExportRow>, about: ProjectAbout, options?: ExportOptions) => ExportedFile;

const json = "application/json";
const lines = "application/jsonl";

/** All formats by name. */
export const exportFormats: Readonly<Record<string, Writer>> = {
  csv: (rows, about, options) => ({
    ending: "csv",
    type: "text/csv; charset=utf-8",
    body: csv(
      each(withoutMade(rows, about), (row) => asWritten(flat(row, about, guardOf(options)), row, options?.decimal)),
      { formulas: options?.formulas ?? "keep", lineEnd: about.lineEnd },
    ),
  }),
  jsonl: (rows, about) => ({
    ending: "jsonl",
    type: lines,
    body: jsonLines(each(rows, (row) => flat(row, about))),
  }),
  parquet: (rows, about) => ({
    ending: "parquet",
    type: "application/vnd.apache.parquet",
    body: exportParquet(each(rows, (row) => flat(row, about))),
  }),
  "label-studio": (rows, about) => ({
    ending: "label-studio.json",
    type: json,
    body: jsonList(each(withoutMade(rows, about), (row) => labelStudio(row, about))),
  }),
  argilla: (rows, about) => ({
    ending: "argilla.json",
    type: json,
    body: argillaList(withoutMade(rows, about)),
  }),
  doccano: (rows, about) => ({
    ending: "doccano.jsonl",
    type: lines,
    body: jsonLines(
      each(kept(rows), (row) => {
        const image = about.view.image;
        const label = row.label === null ? [] : [row.label];
        const who = row.by === null ? {} : { annotator: row.by };
        return image === null
          ? { text: textOf(row, about), label, ...who }
          : { filename: row.cells[image], label, ...who };
      }),
    ),
  }),
  fasttext: (rows, about) => ({
    ending: "fasttext.txt",
    type: "text/plain; charset=utf-8",
    body: each(
      only(rows, ({ label }) => label !== null),
      (row) => `__label__${row.label?.replace(/\s+/g, "_")} ${textOf(row, about).replace(/\s+/g, " ")}\n`,
    ),
  }),
  huggingface: (rows, about) => ({
    ending: "huggingface.jsonl",
    type: lines,
    body: jsonLines(
      each(kept(rows), (row) =>
        withOurs(row.cells, {
          label: row.label === null ? -1 : about.classes.indexOf(row.label),
          label_name: row.label,
          annotator: row.by,
        }),
      ),
    ),
  }),
  imagefolder: (rows, about) => {
    const image = about.view.image;
    if (image === null) throw new StudioError("bad-argument", "an image folder needs a column with images");
    const listed = only(rows, (row) => row.label !== null);
    const table = each(listed, (row) => ({ file_name: row.cells[image], label: row.label, annotator: row.by }));
    return { ending: "imagefolder.csv", type: "text/csv; charset=utf-8", body: csv(table) };
  },
};

type Flat = Readonly<Record<string, unknown>>;

/** The item's own columns and its label under their names, then what we know of the answer. */
function flat(row: ExportRow, { recipe }: ProjectAbout, more: Flat = {}): Flat {
  const column = recipe.label?.column;
  const labelled =
    column === undefined ? withOurs(row.cells, { label: row.label }) : { ...row.cells, [column]: row.label };
  return withOurs(labelled, {
    status: row.status,
    annotator: row.by,
    answered_at: row.at,
    seconds: row.seconds,
    answer_order: row.order,
    expected_gain: row.gain,
    asked_as: row.asked,
    label_source: row.source,
    predicted: row.predicted,
    probability: row.probability,
    predicted_from: row.status === "labelled" ? "other labels" : "all labels",
    ...combinedOf(row),
    ...more,
  });
}

/** The columns of a file with ours behind them, under names that clash with none of theirs. */
function withOurs(theirs: Flat, ours: Flat): Flat {
  const all: Record<string, unknown> = { ...theirs };
  for (const [name, value] of Object.entries(ours)) {
    let free = name;
    while (Object.hasOwn(all, free)) free = `xpal_${free}`;
    all[free] = value;
  }
  return all;
}

/** What all answers together say, in a project where they are weighed. */
function combinedOf({ combined }: ExportRow): Flat {
  return combined === undefined ? {} : { combined_label: combined.label, combined_probability: combined.probability };
}

/** Cells as they were written, and all numbers with one decimal mark, for formats that have only text. */
function asWritten(cells: Flat, { written }: ExportRow, decimal: DecimalMark = "."): Flat {
  const texts = Object.entries(cells).map(([name, value]) => {
    const text = Object.hasOwn(written, name) ? written[name] : undefined;
    return [name, typeof value === "number" ? numberText(value, text, decimal) : (text ?? value)];
  });
  return Object.fromEntries(texts);
}

/** Hundreds of numbers that were made of an image or text are no column of anybody's file; formats for programs keep them. */
function withoutMade(rows: Iterable<ExportRow>, about: ProjectAbout): Iterable<ExportRow> {
  const made = madeVectors(about);
  return each(rows, (row) => {
    const cells = Object.entries(row.cells).filter(([name, value]) => !(made.has(name) && Array.isArray(value)));
    return { ...row, cells: Object.fromEntries(cells) };
  });
}

/** The columns that such vectors are in: those of the recipe, and those of images that the person has left out of it. */
function madeVectors({ recipe, view }: ProjectAbout): Set<string> {
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  const made = encoders.flatMap((encoder) =>
    encoder.kind === "vector" && (encoder.images ?? encoder.embedded) !== undefined ? [encoder.column] : [],
  );
  return new Set([...made, ...(view.image === null ? [] : ["pixels", `${view.image} features`])]);
}

/** Says in the file that its texts stand behind apostrophes, so that they are taken off when it comes back. */
function guardOf(options: ExportOptions | undefined): Flat {
  return options?.formulas === "neutralise" ? { formulas: "apostrophe" } : {};
}

function kept(rows: Iterable<ExportRow>): Iterable<ExportRow> {
  return only(rows, ({ status }) => status !== "discarded");
}

/** What becomes of each row, made when it is asked for. */
function each<A, B>(rows: Iterable<A>, made: (row: A) => B): Iterable<B> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) yield made(row);
    },
  };
}

function only<A>(rows: Iterable<A>, isWanted: (row: A) => boolean): Iterable<A> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) if (isWanted(row)) yield row;
    },
  };
}

function* csv(rows: Iterable<Flat>, how: WriteCsvOptions = {}): Generator<string> {
  let names: string[] | undefined;
  for (const row of rows) {
    if (names === undefined) {
      names = Object.keys(row);
      yield writeRecords(names, [], how);
    }
    const cells = names.map((name) => (row[name] ?? null) as CsvCell);
    yield writeRecords(names, [cells], { ...how, header: false });
  }
  if (names === undefined) yield writeRecords([], [], how);
}

function* jsonLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** As `JSON.stringify` writes a list with an indent of 1. */
async function* jsonList(rows: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = "[";
  for await (const row of rows) {
    yield `${before}\n ${JSON.stringify(row, null, 1).replaceAll("\n", "\n ")}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "\n]";
}

function textOf(row: ExportRow, { view }: ProjectAbout): string {
  const names = view.texts.length > 0 ? view.texts : Object.keys(row.cells);
  if (view.texts.length > 0) return names.map((name) => String(row.cells[name] ?? "")).join("\n");
  return names.map((name) => `${name}: ${row.cells[name] ?? ""}`).join(", ");
}

function labelStudio(row: ExportRow, { view }: ProjectAbout): unknown {
  const [shown, kind] = view.image !== null ? [view.image, "image"] : [view.texts[0] ?? "row", "text"];
  const choice = (value: string) => ({
    from_name: "label",
    to_name: kind,
    type: "choices",
    value: { choices: [value] },
  });
  return {
    id: row.item + 1,
    data: shown === "row" ? withOurs(row.cells, { row: row.cells }) : row.cells,
    // One annotation per person; the first is the one that counts.
    annotations: row.opinions.map(({ by, label, at, seconds }, place) => ({
      id: (row.item + 1) * 1000 + place,
      result: label === null ? [] : [{ id: `xpal-${row.item}-${place}`, ...choice(label) }],
      was_cancelled: label === null,
      ground_truth: false,
      lead_time: seconds,
      ...(at === null ? {} : { created_at: at }),
      ...(by === null ? {} : { created_username: by }),
    })),
    predictions: [{ model_version: "xpal", score: row.probability, result: [choice(row.predicted)] }],
    meta: {
      status: row.status,
      order: row.order,
      expected_gain: row.gain,
      asked_as: row.asked,
      label_source: row.source,
      ...combinedOf(row),
    },
  };
}

function argillaList(rows: Iterable<ExportRow>): AsyncGenerator<string> {
  const ids = new Map<string, string>();
  return jsonList(
    (async function* () {
      for (const row of rows) {
        for (const { by } of row.opinions) if (!ids.has(by ?? FILE)) ids.set(by ?? FILE, await userId(by ?? FILE));
        yield argilla(row, ids);
      }
    })(),
  );
}

function argilla(row: ExportRow, ids: ReadonlyMap<string, string>): unknown {
  const fields = Object.fromEntries(
    Object.entries(row.cells).map(([name, value]) => [name, value === null ? "" : String(value)]),
  );
  return {
    id: String(row.item),
    fields,
    metadata: {
      order: row.order,
      expected_gain: row.gain,
      asked_as: row.asked,
      status: row.status,
      label_source: row.source,
      annotator: row.by,
      seconds: row.seconds,
      answered_at: row.at,
      ...combinedOf(row),
    },
    suggestions: { label: { value: row.predicted, score: row.probability, agent: "xpal" } },
    responses:
      row.label === null
        ? {}
        : {
            label: row.opinions
              .filter(({ label }) => label !== null)
              .map(({ by, label }) => ({ value: label, user_id: ids.get(by ?? FILE) })),
          },
    vectors: {},
    status: row.label === null ? "pending" : "completed",
  };
}

/** Who gave the labels that came with a file. */
const FILE = "the file";

/** An id for a person; the same name is the same user, in every export. */
async function userId(name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`xpal annotator ${name}`));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
