// Telling something once, however many servers notice it. A server that is killed while it tells leaves a mark that it had begun:
// after a minute the next that notices tells it.
import { type JsonValue, type Records, StoreError } from "@xpal/store";

const TOLD = "told";
/** Telling is storing some records; a server that has not finished after this long is no longer there. */
const TELLING_MS = 60_000;

/**
 * Tells something unless it was told already or is being told.
 * @param key What it is, as one name.
 * @param tell Stores what is to be told.
 */
export async function tellOnce(records: Records, key: string, now: Date, tell: () => Promise<void>): Promise<void> {
  const found = await records.get(TOLD, key);
  if (found !== undefined && !wasGivenUp(found.value, now)) return;
  const begun = await putUnlessStale(records, key, now.getTime(), found?.revision ?? 0);
  if (begun === null) return;
  await tell();
  await putUnlessStale(records, key, null, begun);
}

/** What was told is no longer so: it may be told again. */
export async function untell(records: Records, key: string): Promise<void> {
  await records.remove(TOLD, key);
}

/** Whether somebody began to tell it, at the time that is stored, and did not finish; null is stored once it was told. */
function wasGivenUp(begun: JsonValue, now: Date): boolean {
  return typeof begun === "number" && begun + TELLING_MS <= now.getTime();
}

async function putUnlessStale(
  records: Records,
  key: string,
  value: number | null,
  revision: number,
): Promise<number | null> {
  try {
    return await records.put(TOLD, key, value, { revision });
  } catch (error) {
    if (error instanceof StoreError && error.code === "stale") return null;
    throw error;
  }
}
