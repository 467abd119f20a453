// A log as the store keeps it, folded as far as it can be. Nothing is taken on trust: a disk may have lost or changed events,
// or they may have come from elsewhere. What cannot be folded is left out and named.
import { comparedColumns } from "@xpal/data";
import type { EventDraft } from "@xpal/store";
import { columnRejection } from "../../protocol/columns.ts";
import { type LoggedEvent, loggedSchema } from "../../protocol/events.ts";
import { apply, type Folded, nothing, outsideOf } from "../../protocol/fold.ts";
import { StudioError } from "../studio-error.ts";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

/** What is left of a log, and what is wrong with it. */
export interface LeftLog {
  readonly events: readonly LoggedEvent[];
  readonly faults: readonly string[];
}

/** What is left of the log of a project behind a position. */
export async function readLog(store: ProjectStore, id: string, after = 0): Promise<LeftLog> {
  const { events, faults } = await store.events.examine(id, after);
  const logged: LoggedEvent[] = [];
  const unknown: string[] = [];
  for (const event of events) {
    const fault = attempt(() => logged.push(parseEvent(event)));
    if (fault !== null) unknown.push(fault);
  }
  return { events: logged, faults: [...faults, ...unknown] };
}

/** The state of a log, and what of the log is not in it. */
export class FoldedLog {
  readonly state: Folded;
  /** The files of added rows, in their order. */
  readonly rowFiles: string[] = [];
  readonly #about: ProjectAbout;
  readonly #faults = new Set<string>();
  /** Whether an event before the next one is not in the state. */
  #isBroken = false;

  constructor(about: ProjectAbout) {
    this.#about = about;
    this.state = nothing(about.classes);
  }

  /** All that is wrong with the log. */
  get faults(): string[] {
    return [...this.#faults];
  }

  /** What is wrong with the log, in short; null for a sound one. */
  get damage(): string | null {
    const [first, ...more] = this.#faults;
    if (first === undefined) return null;
    return more.length === 0 ? first : `${first} (${more.length + 1} faults in all)`;
  }

  /** Folds what follows; returns the events that were folded, and the items that they concern. */
  take({ events, faults }: LeftLog): { folded: LoggedEvent[]; changed: Set<number> } {
    const { state } = this;
    this.note(faults);
    const folded: LoggedEvent[] = [];
    const changed = new Set<number>();
    for (const event of events) {
      if (event.sequence <= state.sequence) continue; // another call may have folded it while it was read
      this.#isBroken ||= event.sequence !== state.sequence + 1;
      const fault = this.#faultOf(event);
      if (fault === null) {
        for (const item of apply(state, event)) changed.add(item);
        if (event.kind === "rows") this.rowFiles.push(event.body.file);
        folded.push(event);
      } else {
        state.sequence = event.sequence;
        this.#isBroken = true;
        this.#faults.add(fault);
      }
    }
    return { folded, changed };
  }

  /** Remembers faults that were found. */
  note(faults: readonly string[]): void {
    for (const fault of faults) this.#faults.add(fault);
  }

  #faultOf(event: LoggedEvent): string | null {
    // Items are numbered in the order in which rows came: behind a gap nobody knows which numbers they had.
    if (event.kind === "rows" && this.#isBroken)
      return `event ${event.sequence} of the log added rows whose numbers are not known`;
    return attempt(() => checkInside(event, this.#about, this.state));
  }
}

/** The fault that some work finds; null for none. */
function attempt(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof StudioError && error.code === "damaged") return error.message;
    throw error;
  }
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

/** Rejects an event that names an item, a class or a column that its project does not have. */
function checkInside(event: LoggedEvent, about: ProjectAbout, state: Readonly<Folded>): void {
  const outside = outsideOf(event, state, about.itemCount + state.addedRows);
  if (outside !== null) throw damaged(event, outside);
  if (event.kind !== "column") return;
  const rejection = columnRejection(comparedColumns(about.recipe), state.columns, event.body);
  if (rejection !== null) throw damaged(event, rejection);
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
