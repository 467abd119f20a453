import type { Reading } from "../../protocol/import-messages.ts";

/** How a file is to be read, as an address says it; what is not decided is left out. */
export function readingQuery(reading: Reading): [name: string, value: string][] {
  return Object.entries(reading).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [[name, value === true ? "1" : value === false ? "0" : String(value)]];
  });
}
