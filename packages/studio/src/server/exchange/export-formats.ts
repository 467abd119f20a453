// The formats in which labels leave. Each is a pure function of the rows; names follow what the other program expects.
import { type CsvCell, writeRecords } from "@xpal/data";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { ProjectAbout } from "../projects/project-about.ts";
import { StudioError } from "../studio-error.ts";
import type { ExportRow } from "./export-rows.ts";

/** A file to download. */
interface ExportedFile {
  readonly ending: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** What may be asked of an export. */
interface ExportOptions {
  /** Text that a spreadsheet would run: kept, or behind an apostrophe. */
  readonly formulas?: "keep" | "neutralise" | undefined;
}

type Writer = (
  rows: readonly ExportRow[],
  about: ProjectAbout,
  options?: ExportOptions,
) => ExportedFile | Promise<ExportedFile>;

const json = "application/json";
const lines = "application/jsonl";

/** All formats by name. */
export const exportFormats: Readonly<Record<string, Writer>> = {
  csv: (rows, about, options) => ({
    ending: "csv",
    type: "text/csv; charset=utf-8",
    body: csv(
      rows.map((row) => ({ ...flat(asWritten(withoutPixels(row, about)), about), ...guardOf(options) })),
      options,
    ),
  }),
  jsonl: (rows, about) => ({ ending: "jsonl", type: lines, body: jsonLines(rows.map((row) => flat(row, about))) }),
  parquet: (rows, about) => ({
    ending: "parquet",
    type: "application/vnd.apache.parquet",
    body: parquet(rows.map((row) => flat(row, about))),
  }),
  "label-studio": (rows, about) => ({
    ending: "label-studio.json",
    type: json,
    body: JSON.stringify(
      rows.map((row) => labelStudio(withoutPixels(row, about), about)),
      null,
      1,
    ),
  }),
  argilla: async (rows) => {
    const ids = await userIds(rows);
    const records = rows.map((row) => argilla(row, ids));
    return { ending: "argilla.json", type: json, body: JSON.stringify(records, null, 1) };
  },
  doccano: (rows, about) => ({
    ending: "doccano.jsonl",
    type: lines,
    body: jsonLines(
      kept(rows).map((row) => {
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
    body: rows
      .filter((row) => row.label !== null)
      .map((row) => `__label__${row.label?.replace(/\s+/g, "_")} ${textOf(row, about).replace(/\s+/g, " ")}\n`)
      .join(""),
  }),
  huggingface: (rows, about) => ({
    ending: "huggingface.jsonl",
    type: lines,
    body: jsonLines(
      kept(rows).map((row) => ({
        ...row.cells,
        label: row.label === null ? -1 : about.classes.indexOf(row.label),
        label_name: row.label,
        annotator: row.by,
      })),
    ),
  }),
  imagefolder: (rows, about) => {
    const image = about.view.image;
    if (image === null) throw new StudioError("bad-argument", "an image folder needs a column with pictures");
    const listed = rows.filter((row) => row.label !== null);
    const table = listed.map((row) => ({ file_name: row.cells[image], label: row.label, annotator: row.by }));
    return { ending: "imagefolder.csv", type: "text/csv; charset=utf-8", body: csv(table) };
  },
};

type Flat = Readonly<Record<string, unknown>>;

/** Own columns under their names; ours behind, under names that clash with none of them. */
function flat(row: ExportRow, { recipe }: ProjectAbout): Flat {
  const ours = {
    [recipe.label?.column ?? "label"]: row.label,
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
  };
  const renamed = Object.entries(ours).map(([name, value]) => [name in row.cells ? `xpal_${name}` : name, value]);
  return { ...row.cells, ...Object.fromEntries(renamed) };
}

/** What all answers together say, in a project where they are weighed. */
function combinedOf({ combined }: ExportRow): Flat {
  return combined === undefined ? {} : { combined_label: combined.label, combined_probability: combined.probability };
}

/** Cells as they were written, for formats that have only text. */
function asWritten(row: ExportRow): ExportRow {
  return { ...row, cells: { ...row.cells, ...row.written } };
}

/** The colours that the page measured in a picture are no column of anybody's file; formats for programs keep them. */
function withoutPixels(row: ExportRow, { view }: ProjectAbout): ExportRow {
  if (view.image === null || !Array.isArray(row.cells.pixels)) return row;
  const { pixels: _, ...cells } = row.cells;
  return { ...row, cells };
}

/** Says in the file that its texts stand behind apostrophes, so that they are taken off when it comes back. */
function guardOf(options: ExportOptions | undefined): Flat {
  return options?.formulas === "neutralise" ? { formulas: "apostrophe" } : {};
}

function kept(rows: readonly ExportRow[]): readonly ExportRow[] {
  return rows.filter(({ status }) => status !== "discarded");
}

function csv(rows: readonly Flat[], { formulas = "keep" }: ExportOptions = {}): string {
  const names = Object.keys(rows[0] ?? {});
  return writeRecords(
    names,
    rows.map((row) => names.map((name) => (row[name] ?? null) as CsvCell)),
    { formulas },
  );
}

function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function parquet(rows: readonly Flat[]): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  const columnData = names.map((name) => {
    const values = rows.map((row) => row[name] ?? null);
    const numeric = values.every((value) => value === null || typeof value === "number");
    if (numeric && values.some((value) => value !== null)) return { name, data: values, type: "DOUBLE" as const };
    const texts = values.map((value) => (value === null || typeof value === "string" ? value : JSON.stringify(value)));
    return { name, data: texts, type: "STRING" as const };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
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
    data: { ...row.cells, ...(shown === "row" ? { row: row.cells } : {}) },
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

/** An id for each person; the same name is the same user, in every export. */
async function userIds(rows: readonly ExportRow[]): Promise<Map<string, string>> {
  const names = new Set(rows.flatMap(({ opinions }) => opinions.map(({ by }) => by ?? FILE)));
  return new Map(await Promise.all([...names].map(async (name) => [name, await userId(name)] as const)));
}

async function userId(name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`xpal annotator ${name}`));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
