// Answers that are sent again because nobody heard that they were stored. What the server itself writes into an answer, and
// whether it would still be allowed, depends on what others have done since: the stored one counts.
import type { StudioEvent } from "../../protocol/events.ts";
import type { OpenProject } from "./open-project.ts";

/** Those of the events that are stored answers of this person, by their ids: where in the log they are. */
export async function sentAgain(
  project: OpenProject,
  name: string | null,
  events: readonly StudioEvent[],
): Promise<Map<string, number>> {
  const stored = await project.find(events.map(({ id }) => id));
  const again = events.flatMap((event): [string, number][] => {
    const found = stored.get(event.id);
    if (found?.kind !== "answer" || event.kind !== "answer" || found.body.by !== name) return [];
    return found.body.item === event.body.item && found.body.to === event.body.to ? [[event.id, found.sequence]] : [];
  });
  return new Map(again);
}
