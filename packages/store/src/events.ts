// The log of each project. Appending takes the project's row first, so that writers queue there and the numbers have
// no gaps; ids make a repeated append harmless.
import { type Connection, guarded } from "./connection.ts";
import { checkName, checkTime, encodeJson, readJson } from "./encode-json.ts";
import { noProject } from "./files.ts";
import type { EventDraft, EventRange, Events, StoredEvent } from "./store.ts";
import { refuse, StoreError } from "./store-error.ts";
import type { Tabled, Tables } from "./tables.ts";

/** Below the number of parameters that either database takes in one statement. */
const CHUNK = 500;

/** The logs of a store. */
export function eventsOf(connection: Connection): Events {
  const { db } = connection;
  return {
    append: (project, drafts, { after } = {}) => {
      const rows = checkEvents("events.append", project, drafts);
      if (after !== undefined) checkCount("events.append", "after", after, 0);
      return guarded(connection, "events.append", () =>
        db.transaction().execute((transaction) => appendEvents(connection, transaction, project, rows, after)),
      );
    },
    read: (project, range = {}) => {
      checkRange(range);
      return guarded(connection, "events.read", async () => {
        return eventsBehind(db, project, range.after ?? 0, range.limit);
      });
    },
    watch: (listener) => guarded(connection, "events.watch", () => connection.watch(listener)),
  };
}

/** The events of a log behind a position. */
export async function eventsBehind(db: Tabled, project: string, after: number, limit?: number): Promise<StoredEvent[]> {
  const query = db.selectFrom("event").selectAll().where("project", "=", project).orderBy("sequence");
  const later = query.where("sequence", ">", after);
  const rows = await (limit === undefined ? later : later.limit(limit)).execute();
  return rows.map(decode);
}

type EventRow = Tables["event"];
type Unplaced = Omit<EventRow, "sequence">;

/** Events as rows that only lack their numbers. */
export function checkEvents(who: string, project: string, drafts: readonly EventDraft[]): Unplaced[] {
  return drafts.map(({ id, kind, at, body }, place) => {
    checkName(who, `events[${place}].id`, id);
    checkName(who, `events[${place}].kind`, kind);
    checkTime(who, at);
    return { project, id, kind, at, body: encodeJson(who, `events[${place}].body`, body) };
  });
}

function checkRange({ after = 0, limit = 1 }: EventRange): void {
  checkCount("events.read", "after", after, 0);
  checkCount("events.read", "limit", limit, 1);
}

function checkCount(who: string, argument: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    refuse(who, argument, `must be an integer of at least ${least}`, value);
}

/** Appends rows inside a transaction. */
export async function appendEvents(
  { setLast }: Pick<Connection, "setLast">,
  db: Tabled,
  project: string,
  rows: readonly Unplaced[],
  after?: number,
): Promise<StoredEvent[]> {
  const held = await db
    .updateTable("project")
    .set((value) => ({ last: value.ref("last") }))
    .where("id", "=", project)
    .returning("last")
    .executeTakeFirst();
  if (held === undefined) throw noProject("events.append", project);
  const known = await eventsById(db, project, rows);
  let last = held.last;
  const fresh: EventRow[] = [];
  const placed = rows.map((row) => {
    const there = known.get(row.id);
    if (there !== undefined) return checkSame(there, row);
    const event = { ...row, sequence: ++last };
    known.set(row.id, event);
    fresh.push(event);
    return event;
  });
  if (fresh.length > 0 && after !== undefined && after !== held.last) throw stale(held.last, after);
  for (let i = 0; i < fresh.length; i += CHUNK) {
    await db
      .insertInto("event")
      .values(fresh.slice(i, i + CHUNK))
      .execute();
  }
  if (fresh.length > 0) await setLast(db, project, last);
  return placed.map(decode);
}

async function eventsById(db: Tabled, project: string, rows: readonly Unplaced[]): Promise<Map<string, EventRow>> {
  const known = new Map<string, EventRow>();
  for (let i = 0; i < rows.length; i += CHUNK) {
    const ids = rows.slice(i, i + CHUNK).map((row) => row.id);
    const there = db.selectFrom("event").selectAll().where("project", "=", project).where("id", "in", ids);
    for (const row of await there.execute()) known.set(row.id, row);
  }
  return known;
}

/** The time is left out: a client that sends again may stamp again, yet it is the same event. */
function checkSame(there: EventRow, row: Unplaced): EventRow {
  if (there.kind === row.kind && there.body === row.body) return there;
  throw new StoreError("conflict", {
    who: "events.append",
    argument: "id",
    rule: "must not belong to another event",
    value: row.id,
  });
}

/** The writer decided on a state of the log that is no longer the last one, or on a log that is not there. */
function stale(last: number, after: number): StoreError {
  return new StoreError("stale", {
    who: "events.append",
    argument: "after",
    rule: `must be the last number of the log, ${last}`,
    value: after,
    wayOut: "read the events after it and try again",
  });
}

function decode({ project, sequence, id, kind, at, body }: EventRow): StoredEvent {
  try {
    return { sequence, id, kind, at, body: readJson(body) };
  } catch {
    throw new StoreError("damaged", {
      who: "events.read",
      argument: `event ${sequence} of project ${project}`,
      rule: "cannot be read: its text is not JSON",
      wayOut: "restore a backup of the store",
    });
  }
}
