// How rows that join a project are read: as the project's file was. What was chosen for that file comes first; what was found
// out there, such as a first line of data, counts where the new file alone would be read otherwise and then lacks columns.
import type { Table } from "@xpal/data";
import type { Reading } from "../../protocol/import-messages.ts";
import type { ProjectAbout, StoredReading } from "../projects/project-about.ts";
import type { ReadingOffer } from "./source-reading.ts";

/** What a project remembers of how its file was read; nothing of formats that are read in one way only. */
export function storedReading(table: Table, reading: Reading, offered: ReadingOffer | null): StoredReading {
  if (offered === null) return {};
  const { separator, ragged, decimal, dateOrder, missing } = reading;
  const { header = !table.notices.some(({ code }) => code === "no-header"), sheet } = offered.now;
  const kept = Object.entries({ header, sheet, separator, ragged, decimal, dateOrder, missing }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(kept);
}

/** The ways to try, in this order, each once. */
export function readingsFor({ reading: { header, sheet, ...how } }: ProjectAbout): Reading[] {
  const named = sheet === undefined ? {} : { sheet };
  const headed = header === undefined ? {} : { header };
  const { decimal, dateOrder, missing } = how;
  const cells = Object.entries({ decimal, dateOrder, missing }).filter(([, value]) => value !== undefined);
  const marked: Reading = Object.fromEntries(cells);
  const ways: Reading[] = [{ ...how, ...named }, { ...how, ...named, ...headed }, marked, { ...marked, ...headed }];
  const written = ways.map((way) => JSON.stringify(way));
  return ways.filter((_, at) => written.indexOf(written[at]) === at);
}
