// Whether a column is named like an id. The name is read word by word, so that "paid", "bid", "acid" and "fluid" are
// what they say.

import { nameWords } from "../formats/cells/name-words.ts";

/** Words that mean an id when they are the whole name. */
const WHOLE: ReadonlySet<string> = new Set([
  "id",
  "ids",
  "uuid",
  "guid",
  "key",
  "index",
  "idx",
  "nr",
  "no",
  "row",
  "kundennummer",
  "kundennr",
]);

/** Words that mean an id at the end of a name, as in "customer_id" and "customerKey". */
const LAST: ReadonlySet<string> = new Set(["id", "uuid", "guid", "key", "nr", "nummer"]);

/** Names that are written as one word often enough to be known. */
const JOINED =
  /^(?:user|item|row|record|sample|customer|client|order|ticket|case|doc|document|image|img|file|patient|product|object|post|tweet|message|msg|session|account|transaction|subject|question)(?:id|uuid|key)$/;

/**
 * Whether a name says that its column holds ids.
 * @example [namesId("customerID"), namesId("order_id"), namesId("paid")] // [true, true, false]
 */
export function namesId(name: string): boolean {
  const words = nameWords(name);
  if (words.length === 0) return false;
  const last = words[words.length - 1];
  if (words.length === 1) return WHOLE.has(last) || JOINED.test(last);
  return LAST.has(last) || words[0] === "id" || words[0] === "uuid" || JOINED.test(last);
}

/**
 * Whether a name says that its column names persons or things, which may occur in several rows.
 * @example [namesEntity("customer_id"), namesEntity("row"), namesEntity("key")] // [true, false, false]
 */
export function namesEntity(name: string): boolean {
  const words = nameWords(name);
  const last = words[words.length - 1] ?? "";
  return /^(?:id|ids|uuid|guid|kundennummer|kundennr)$/.test(last) || words[0] === "id" || JOINED.test(last);
}

/** The index of a data frame as pandas writes or reads it. */
const PANDAS_INDEX = /^(?:index|unnamed: 0(?:\.\d+)*|__index_level_\d+__)$/i;

/** What a first column without a name is called here. */
const FIRST_UNNAMED = "column1";

/**
 * Whether a name is that of a data frame's index: what pandas calls it, or "column1" for a first column without a name.
 * @example [namesIndex("Unnamed: 0"), namesIndex("id")] // [true, false]
 */
export function namesIndex(name: string): boolean {
  return PANDAS_INDEX.test(name.trim()) || isUnnamed(name);
}

/** Whether this is what a first column without a name is called. */
export function isUnnamed(name: string): boolean {
  return name === FIRST_UNNAMED;
}
