// What records are told: their place in the order as metadata, which people sort by, and the predicted class as a suggestion.
// Metadata are replaced as a whole, so what was there goes along, and they are left out where the place stays.
import type { ItemPrediction, Ranking } from "../ranked-pool.ts";
import type { Json, RecordChange, RecordUpdate } from "./argilla-api.ts";
import { listOf } from "./read-record.ts";

/** The metadata property with the place in the order, from 1. */
export const ORDER = "xpal_order";
/** Who suggests. */
const AGENT = "xpal";

/** How suggestions are written. */
export interface SuggestionStyle {
  /** The id of the question. */
  readonly question: string;
  /** Whether the predicted class is left out, so that it leads nobody. */
  readonly blind: boolean;
}

/** How a ranking changes records: those that have another place or another suggestion of ours. */
export function recordChange({ order, predictions }: Ranking, { question, blind }: SuggestionStyle): RecordChange {
  const places = new Map(order.map((id, place) => [id, place + 1]));
  return (record) => {
    const id = String(record.id);
    const { [ORDER]: before, ...rest } = (record.metadata ?? {}) as Json;
    const place = places.get(id);
    if (place === undefined) return before === undefined || before === null ? null : { id, metadata: rest };
    const metadata = before === place ? {} : { metadata: { ...rest, [ORDER]: place } };
    const prediction = blind ? undefined : predictions.get(id);
    const suggestions = prediction === undefined ? {} : suggestionOf(prediction, question, record);
    const update = { id, ...metadata, ...suggestions };
    return Object.keys(update).length === 1 ? null : update;
  };
}

/** The suggestion to write: none where it is there already, or where somebody else has made one. */
function suggestionOf(
  { label, probability }: ItemPrediction,
  question: string,
  record: Json,
): Pick<RecordUpdate, "suggestions"> {
  const had = listOf(record.suggestions).find((one) => one.question_id === question);
  const isSame = had?.value === label && had.score === probability;
  if (had !== undefined && (had.agent !== AGENT || isSame)) return {};
  return {
    suggestions: [{ question_id: question, value: label, score: probability, agent: AGENT, type: "model" }],
  };
}
