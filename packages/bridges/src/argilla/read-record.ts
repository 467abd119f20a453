// A record of Argilla as an item: its fields as cells, its responses as what people have settled on.
import { type BridgeItem, type Opinion, settledAnswer, timeOf } from "../bridge-item.ts";
import type { ArgillaDataset, Json } from "./argilla-api.ts";

/** The cell with the vector of a record. */
export const VECTOR = "xpal vector";

/** Reads a record. */
export function readRecord(
  record: Json,
  { question }: Pick<ArgillaDataset, "question">,
  vector: string | undefined,
): BridgeItem {
  const opinions = listOf(record.responses).flatMap((response) => opinionOf(response, question));
  const vectors = (record.vectors ?? {}) as Json;
  const cells = {
    id: String(record.id),
    ...(record.external_id === undefined || record.external_id === null ? {} : { external_id: record.external_id }),
    ...((record.fields ?? {}) as Json),
    ...(vector === undefined || vectors[vector] === undefined ? {} : { [VECTOR]: vectors[vector] }),
  };
  return { id: String(record.id), cells, ...settledAnswer(opinions) };
}

function opinionOf(response: Json, { name, classes }: ArgillaDataset["question"]): Opinion[] {
  const at = Math.max(timeOf(response.inserted_at), timeOf(response.updated_at));
  if (response.status === "discarded") return [{ label: null, at }];
  const values = (response.values ?? {}) as Readonly<Record<string, { value?: unknown } | undefined>>;
  const label = values[name]?.value;
  // A draft is not said yet.
  if (response.status !== "submitted" || typeof label !== "string" || !classes.includes(label)) return [];
  return [{ label, at }];
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
