// Events as the store keeps them become events that can be folded. Nothing is taken on trust: a log may be older than
// this program, or have come from elsewhere.
import { comparedColumns } from "@xpal/data";
import type { EventDraft } from "@xpal/store";
import { columnRefusal } from "../../protocol/columns.ts";
import { type LoggedEvent, loggedSchema } from "../../protocol/events.ts";
import { type Folded, outsideOf, sizeOf } from "../../protocol/fold.ts";
import { StudioError } from "../studio-error.ts";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

/** The events of a project behind a position of its log. */
export async function readLog(store: ProjectStore, id: string, after = 0): Promise<LoggedEvent[]> {
  return (await store.events.read(id, { after })).map(parseEvent);
}

/**
 * One event, checked against its project as the events before it left it.
 * @throws StudioError "damaged" if it is not one that this program can fold.
 */
export function loggedEvent(
  event: EventDraft & { readonly sequence: number },
  about: ProjectAbout,
  state: Readonly<Folded>,
): LoggedEvent {
  const logged = parseEvent(event);
  checkInside(logged, about, state);
  return logged;
}

/** Refuses an event that names an item, a class or a column that its project does not have. */
export function checkInside(event: LoggedEvent, about: ProjectAbout, state: Readonly<Folded>): void {
  const outside = outsideOf(event, sizeOf(state, about));
  if (outside !== null) throw damaged(event, outside);
  if (event.kind !== "column") return;
  const refusal = columnRefusal(comparedColumns(about.recipe), state.columns, event.body);
  if (refusal !== null) throw damaged(event, refusal);
}

/**
 * An event as the store keeps it.
 * @throws StudioError "damaged" if it is not one that this program knows.
 */
export function parseEvent(event: EventDraft & { readonly sequence: number }): LoggedEvent {
  const parsed = loggedSchema.safeParse(event);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    const where = path.length === 0 ? "" : `${path.join(".")}: `;
    throw damaged(event, `${where}${message.charAt(0).toLowerCase()}${message.slice(1)}`);
  }
  return parsed.data as LoggedEvent;
}

function damaged({ sequence, kind }: { sequence: number; kind: string }, why: string): StudioError {
  return new StudioError("damaged", `event ${sequence} (${JSON.stringify(kind)}) of the log cannot be read: ${why}`);
}
