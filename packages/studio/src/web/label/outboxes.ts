// The outboxes of this window, one per project and account. They stay when their page is left and go on until all is sent;
// none of them sends while somebody else is logged in, since the server stores everything in that person's name.
import type { StudioEvent } from "../../protocol/events.ts";
import type { EventsAnswer } from "../../protocol/messages.ts";
import { ApiError, post } from "../ui/api.ts";
import { isLoggedIn, session } from "../ui/me.svelte.ts";
import { Outbox } from "./outbox.ts";

const outboxes = new Map<string, Outbox>();

/** The outbox of a project for whoever is logged in. */
export function outboxOf(project: string): Outbox {
  const by = session.me?.name ?? null;
  const key = JSON.stringify([project, by]);
  const outbox = outboxes.get(key) ?? newOutbox(project, by);
  outboxes.set(key, outbox);
  outbox.takeUp();
  return outbox;
}

/** How much waits to be sent from this window, in all projects. */
export function waitingHere(): number {
  return [...outboxes.values()].reduce((sum, { events }) => sum + events.length, 0);
}

function newOutbox(project: string, by: string | null): Outbox {
  const send = async (events: readonly StudioEvent[]) => {
    if (!isLoggedIn(by)) throw new ApiError(401, "login", "somebody else is logged in");
    return post<EventsAnswer>(`/api/projects/${project}/events`, { events });
  };
  const outbox = new Outbox(project, { storage: localStorage, send, by });
  addEventListener("online", () => void outbox.resume());
  addEventListener("beforeunload", (event) => {
    if (outbox.state.unstored) event.preventDefault(); // what waits would be lost with this window
  });
  return outbox;
}
