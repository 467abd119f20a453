// What other windows do, as it happens.
import type { LoggedEvent } from "../../protocol/events.ts";
import { live as open } from "./api.ts";
import type { Live } from "./host.ts";

/** What is heard. */
export interface LiveListener {
  events(events: readonly LoggedEvent[]): void;
  /** The connection broke. It is not restored automatically: the caller first asks the server what is wrong. */
  lost(): void;
}

/**
 * Receives the events after a position of the log.
 * @param window The window that listens; as long as it does, it keeps the items that it has in hand.
 */
export function listenLive(project: string, window: string, after: number, listener: LiveListener): Live {
  const live = open(`/api/projects/${project}/live?after=${after}&window=${window}`);
  live.addEventListener("events", (message) => listener.events(JSON.parse((message as MessageEvent<string>).data)));
  live.addEventListener("error", () => {
    live.close();
    listener.lost();
  });
  return live;
}
