// What other windows do, as it happens.
import type { LoggedEvent } from "../../protocol/events.ts";

/** Hears of events behind a place of the log, and of each sign that the server is there. */
export function listenLive(
  project: string,
  after: number,
  heard: (events: readonly LoggedEvent[]) => void,
  alive: () => void,
): EventSource {
  const live = new EventSource(`/api/projects/${project}/live?after=${after}`);
  live.addEventListener("events", (message) => heard(JSON.parse((message as MessageEvent<string>).data)));
  live.addEventListener("here", alive);
  return live;
}
