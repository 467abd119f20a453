// What records are told: their place in the order as metadata, which people sort by, and the predicted class as a suggestion.
// Metadata are replaced as a whole, so what was there goes along.
import type { Ranking } from "../ranked-pool.ts";
import type { Json, RecordUpdate } from "./argilla-api.ts";
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

/** What is to be changed: records whose place is another one than they have. */
export function recordUpdates(
  { order, predictions }: Ranking,
  records: readonly Json[],
  { question, blind }: SuggestionStyle,
): RecordUpdate[] {
  const places = new Map(order.map((id, place) => [id, place + 1]));
  return records.flatMap((record): RecordUpdate[] => {
    const id = String(record.id);
    const { [ORDER]: before, ...rest } = (record.metadata ?? {}) as Json;
    const place = places.get(id);
    if (place === undefined) return before === undefined || before === null ? [] : [{ id, metadata: rest }];
    const prediction = blind ? undefined : predictions.get(id);
    const suggestion =
      prediction === undefined
        ? undefined
        : {
            question_id: question,
            ...{ value: prediction.label, score: prediction.probability, agent: AGENT, type: "model" },
          };
    const had = listOf(record.suggestions).find((one) => one.question_id === question);
    // A suggestion of somebody else is theirs.
    const isOurs = had === undefined || had.agent === AGENT;
    const isSame =
      before === place &&
      (suggestion === undefined || !isOurs || (had?.value === suggestion.value && had.score === suggestion.score));
    if (isSame) return [];
    const suggestions = suggestion === undefined || !isOurs ? {} : { suggestions: [suggestion] };
    return [{ id, metadata: { ...rest, [ORDER]: place }, ...suggestions }];
  });
}
