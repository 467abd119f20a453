// Exports of other labelling programs, as flat tables with a column of labels: Label Studio, Argilla, doccano, fastText.
import { parseTable, type Table } from "@xpal/data";
import { StudioError } from "../studio-error.ts";

type Record_ = Record<string, unknown>;

const ENDINGS = /\.(json|jsonl|txt)$/i;

/** Whether a file of this name may be an export of another program. */
export function maybeForeign(name: string): boolean {
  return ENDINGS.test(name);
}

/** A record of such a file: the columns of the item, its label, and what a studio wrote beside them. */
interface Foreign {
  readonly cells: Record_;
  readonly label: unknown;
  readonly own?: Record_;
}

/**
 * The table in a file of another program; null when the file is not of a known shape.
 * @throws StudioError if a line of fastText has several labels.
 */
export async function foreignTable(name: string, text: string): Promise<Table | null> {
  const ending = ENDINGS.exec(name)?.[0].toLowerCase() ?? "";
  const rows = ending === ".txt" ? fastText(text) : records(text, ending)?.map(read);
  if (rows === undefined || rows === null || rows.length === 0 || rows.some((row) => row === null)) return null;
  const found = rows as Foreign[];
  const taken = new Set(found.flatMap(({ cells }) => Object.keys(cells)));
  const target = freeName("label", taken);
  const ours = ({ own = {} }: Foreign) =>
    Object.fromEntries(Object.entries(own).map(([name, value]) => [freeName(name, taken), value]));
  const lines = found.map((row) => JSON.stringify({ ...row.cells, [target]: row.label, ...ours(row) })).join("\n");
  return { ...(await parseTable(new TextEncoder().encode(lines), "rows.jsonl")), target };
}

/** A name for a column of ours that no column of the items has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`xpal_${name}`, taken) : name;
}

function records(text: string, ending: string): unknown[] | undefined {
  try {
    if (ending === ".json") {
      const parsed: unknown = JSON.parse(text);
      return Array.isArray(parsed) ? parsed : undefined;
    }
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

function read(record: unknown): Foreign | null {
  if (record === null || typeof record !== "object") return null;
  const { data, annotations, fields, responses, metadata, meta, text, label } = record as Record_;
  if (isObject(data) && Array.isArray(annotations)) {
    return { cells: withoutWhole(data), label: labelStudioChoice(annotations), own: ownCells(meta, annotations[0]) };
  }
  if (isObject(fields) && isObject(responses)) {
    const [first] = (Object.values(responses)[0] as { value?: unknown }[] | undefined) ?? [];
    return { cells: fields, label: first?.value ?? null, own: ownCells(metadata, undefined) };
  }
  if (typeof text === "string" && Array.isArray(label) && label.length <= 1)
    return { cells: { text }, label: label[0] ?? null };
  return null;
}

/** The cells of an item without the whole of it once more, which exports have for the table view of Label Studio. */
function withoutWhole(data: Record_): Record_ {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => !(/^(?:xpal_)*row$/.test(name) && isObject(value))),
  );
}

/** What a studio wrote beside the answer, as the columns that its flat exports have. */
function ownCells(meta: unknown, annotation: unknown): Record_ {
  if (!isObject(meta) || typeof meta.status !== "string" || !("asked_as" in meta)) return {};
  const { lead_time = null, created_at = null, created_username = null } = isObject(annotation) ? annotation : {};
  return {
    xpal_status: meta.status,
    xpal_annotator: meta.annotator ?? created_username,
    xpal_answered_at: meta.answered_at ?? created_at,
    xpal_seconds: meta.seconds ?? lead_time,
    xpal_answer_order: meta.order ?? null,
    xpal_expected_gain: meta.expected_gain ?? null,
    xpal_asked_as: meta.asked_as,
    xpal_predicted: null,
    xpal_probability: null,
    ...("label_source" in meta ? { xpal_label_source: meta.label_source, xpal_predicted_from: null } : {}),
  };
}

function labelStudioChoice(annotations: readonly unknown[]): unknown {
  const [first] = annotations as { was_cancelled?: boolean; result?: { value?: { choices?: unknown[] } }[] }[];
  if (first?.was_cancelled) return null;
  return first?.result?.find(({ value }) => value?.choices !== undefined)?.value?.choices?.[0] ?? null;
}

function fastText(text: string): Foreign[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  if (!lines.some((line) => line.startsWith("__label__"))) return null;
  return lines.map((line, at) => {
    const [, label = null, rest = line] = /^__label__(\S+)\s*(.*)$/.exec(line) ?? [];
    if (label !== null && rest.startsWith("__label__")) {
      const way = "keep one label on each line";
      throw new StudioError(
        "bad-argument",
        `line ${at + 1} of the file has several labels, but an item has one; ${way}`,
      );
    }
    return { cells: { text: rest }, label };
  });
}

function isObject(value: unknown): value is Record_ {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
