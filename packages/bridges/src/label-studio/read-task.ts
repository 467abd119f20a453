// A task of Label Studio as an item: its data as cells, its annotations as what people have settled on.
import { type BridgeItem, type Opinion, settledAnswer, timeOf } from "../bridge-item.ts";
import type { Json } from "./label-studio-api.ts";
import type { LabellingConfig } from "./labelling-config.ts";

/** A task that was read. */
export interface ReadTask {
  readonly id: number;
  readonly item: BridgeItem;
  /** The ids of all its annotations, also of those that are no answer. */
  readonly annotations: readonly number[];
}

/** The cell with the name of a task's image as it was before it was uploaded. */
const FILE = "file";

/** Reads a task; null if the value is not a task. */
export function readTask(task: Json, config: LabellingConfig): ReadTask | null {
  const id = Number(task.id);
  if (!Number.isSafeInteger(id)) return null;
  const annotations = listOf(task.annotations);
  const opinions = annotations.flatMap((annotation) => opinionOf(annotation, config));
  return {
    id,
    item: { id: String(id), cells: cellsOf(id, task.data, config), ...settledAnswer(opinions) },
    annotations: annotations.map((annotation) => Number(annotation.id)),
  };
}

function opinionOf(annotation: Json, { fromName, classes }: LabellingConfig): Opinion[] {
  const at = Math.max(timeOf(annotation.created_at), timeOf(annotation.updated_at));
  if (annotation.was_cancelled === true) return [{ label: null, at }];
  const result = listOf(annotation.result).find((one) => one.from_name === fromName);
  const chosen = (result?.value as { choices?: unknown } | undefined)?.choices;
  const [label, ...more] = Array.isArray(chosen) ? chosen : [];
  // Several choices at once, or one that the configuration no longer has, say nothing that could be learned.
  if (typeof label !== "string" || more.length > 0 || !classes.includes(label)) return [];
  return [{ label, at, decisive: annotation.ground_truth === true }];
}

/** All values of a task, and its number under `id`: files of vectors may name tasks by any of them. */
function cellsOf(id: number, data: unknown, { shown }: LabellingConfig): Record<string, unknown> {
  const cells: Record<string, unknown> = { id };
  const given = data !== null && typeof data === "object" ? (data as Json) : {};
  for (const [key, value] of Object.entries(given)) {
    const kind = shown.find((one) => one.key === key)?.kind;
    if (kind === "table" && value !== null && typeof value === "object" && !Array.isArray(value)) {
      for (const [name, cell] of Object.entries(value)) cells[`${key}.${name}`] = cell;
    } else if (kind === "html" && typeof value === "string") cells[key] = withoutTags(value);
    else cells[key] = value;
    if (kind === "media" && typeof value === "string" && !(FILE in given)) cells[FILE] = fileName(value);
  }
  return cells;
}

/**
 * The names of the cells that people see.
 * @param fields Names that were asked for instead.
 */
export function shownColumns(
  { shown }: LabellingConfig,
  fields: readonly string[] | undefined,
  items: readonly BridgeItem[],
): string[] {
  if (fields !== undefined) return [...fields];
  return shown.flatMap(({ key, kind }) => {
    if (kind !== "table") return [key];
    return [...new Set(items.flatMap(({ cells }) => Object.keys(cells).filter((name) => name.startsWith(`${key}.`))))];
  });
}

/** The name of a file without the folder, and without the eight characters that an upload puts before it. */
function fileName(address: string): string {
  const [path] = address.split(/[?#]/);
  const name = path.split("/").at(-1) ?? "";
  const plain = path.includes("/upload/") ? name.replace(/^[\da-f]{8}-/, "") : name;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value)
    ? value.filter((one): one is Json => one !== null && typeof one === "object" && !Array.isArray(one))
    : [];
}
