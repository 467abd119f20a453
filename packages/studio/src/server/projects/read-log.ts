// Events as the store keeps them become events that can be folded. Nothing is taken on trust: a log may be older than
// this program, or have come from elsewhere.
import type { EventDraft, Store } from "@xpal/store";
import { type LoggedEvent, loggedSchema } from "../../protocol/events.ts";
import { outsideOf } from "../../protocol/fold.ts";
import { StudioError } from "../studio-error.ts";
import type { ProjectAbout } from "./project-about.ts";

/** The events of a project behind a place of its log. */
export async function readLog(store: Store, id: string, about: ProjectAbout, after = 0): Promise<LoggedEvent[]> {
  return (await store.events.read(id, { after })).map((event) => loggedEvent(event, about));
}

/**
 * One event, checked against its project.
 * @throws StudioError "damaged" if it is not one that this program can fold.
 */
export function loggedEvent(event: EventDraft & { readonly sequence: number }, about: ProjectAbout): LoggedEvent {
  const parsed = loggedSchema.safeParse(event);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    const where = path.length === 0 ? "" : `${path.join(".")}: `;
    throw damaged(event, `${where}${message.charAt(0).toLowerCase()}${message.slice(1)}`);
  }
  const logged = parsed.data as LoggedEvent;
  const outside = outsideOf(logged, { itemCount: about.itemCount, classCount: about.classes.length });
  if (outside !== null) throw damaged(event, outside);
  return logged;
}

function damaged({ sequence, kind }: { sequence: number; kind: string }, why: string): StudioError {
  return new StudioError("damaged", `event ${sequence} (${JSON.stringify(kind)}) of the log cannot be read: ${why}`);
}
