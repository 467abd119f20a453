// The log of each project. Appending takes the project's row first, so that writers queue there and the numbers have
// no gaps; ids make a repeated append harmless.
import { checksumOfEvent } from "./checksum.ts";
import { type Connection, guarded, guardedWrite } from "./connection.ts";
import { checkName, checkTime, encodeJson, readJson } from "./encode-json.ts";
import { changedEvent, faultsOfLog, type NumberedRow } from "./faults-of-log.ts";
import { noProject } from "./files.ts";
import type { EventDraft, EventRange, Events, ExaminedLog, StoredEvent } from "./store.ts";
import { reject, StoreError } from "./store-error.ts";
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
      return guardedWrite(connection, "events.append", () =>
        db.transaction().execute((transaction) => appendEvents(connection, transaction, project, rows, after)),
      );
    },
    read: (project, range = {}) => {
      checkRange(range);
      return guarded(connection, "events.read", async () => {
        return eventsBehind(db, project, range.after ?? 0, range.limit);
      });
    },
    examine: (project, after = 0) => {
      checkCount("events.examine", "after", after, 0);
      return guarded(connection, "events.examine", () => examine(db, project, after));
    },
    watch: (listener) => guarded(connection, "events.watch", () => connection.watch(listener)),
  };
}

/** The events of a log behind a position. */
export async function eventsBehind(db: Tabled, project: string, after: number, limit?: number): Promise<StoredEvent[]> {
  const query = db.selectFrom("event").selectAll().where("project", "=", project).orderBy("sequence");
  const later = query.where("sequence", ">", after);
  const rows = await (limit === undefined ? later : later.limit(limit)).execute();
  return rows.map((row, at) => {
    if (row.sequence !== after + 1 + at) throw damaged(project, `lacks event ${after + 1 + at}`);
    return decode(row);
  });
}

/** The events of a log behind a position and the last number of its project, in one statement: both are of one moment. */
async function examine(db: Tabled, project: string, after: number): Promise<ExaminedLog> {
  const rows = await db
    .selectFrom("project")
    .leftJoin("event", (join) => join.onRef("event.project", "=", "project.id").on("event.sequence", ">", after))
    .select(["project.last", "event.sequence", "event.id", "event.kind", "event.at", "event.body", "event.checksum"])
    .where("project.id", "=", project)
    .orderBy("event.sequence")
    .execute();
  const found = rows.flatMap(({ last: _, ...row }) => (row.sequence === null ? [] : [{ project, ...row } as EventRow]));
  const numbers = found.map(numbered);
  const events = found.filter((_, at) => numbers[at].fault === null).map(eventOf);
  return { events, faults: faultsOfLog(numbers, after, rows[0]?.last ?? after) };
}

/** The number of an event, and whether it is what was written. */
export function numbered(row: EventRow): NumberedRow {
  return { sequence: row.sequence, fault: isEventAsWritten(row) ? null : changedEvent(row.sequence) };
}

type EventRow = Tables["event"];
type Unplaced = Omit<EventRow, "sequence" | "checksum">;

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
    reject(who, argument, `must be an integer of at least ${least}`, value);
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
    .where("binned", "is", null)
    .returning("last")
    .executeTakeFirst();
  if (held === undefined) throw noProject("events.append", project);
  const known = await eventsById(db, project, rows, held.last);
  if (rows.length > 0) checkEnd(project, held.last, known.values());
  let last = held.last;
  const fresh: EventRow[] = [];
  const placed = rows.map((row) => {
    const there = known.get(row.id);
    if (there !== undefined) return checkSame(there, row);
    const unsigned = { ...row, sequence: ++last };
    const event = { ...unsigned, checksum: checksumOfEvent(unsigned) };
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
  return placed.map(eventOf);
}

/** Those of the rows that the log has, and what it has from a number on. */
async function eventsById(
  db: Tabled,
  project: string,
  rows: readonly Unplaced[],
  from: number,
): Promise<Map<string, EventRow>> {
  const known = new Map<string, EventRow>();
  const log = db.selectFrom("event").selectAll().where("project", "=", project);
  const end = log.where("sequence", ">=", from);
  for (let i = 0; i < rows.length; i += CHUNK) {
    const ids = rows.slice(i, i + CHUNK).map((row) => row.id);
    const there = log.where("id", "in", ids);
    for (const row of await (i === 0 ? there.unionAll(end) : there).execute()) known.set(row.id, row);
  }
  return known;
}

/** A log that does not end where its project says has lost events, or the project's row has: no number is given twice. */
function checkEnd(project: string, last: number, known: Iterable<EventRow>): void {
  let end = 0;
  for (const { sequence } of known) end = Math.max(end, sequence);
  if (end !== last) throw damaged(project, `must end with event ${last}, its last number`);
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

function isEventAsWritten(row: EventRow): boolean {
  return row.checksum === checksumOfEvent(row);
}

function decode(row: EventRow): StoredEvent {
  if (!isEventAsWritten(row)) throw damaged(row.project, `cannot be read: ${changedEvent(row.sequence)}`);
  return eventOf(row);
}

function eventOf({ sequence, id, kind, at, body }: EventRow): StoredEvent {
  return { sequence, id, kind, at, body: readJson(body) };
}

function damaged(project: string, rule: string): StoreError {
  const argument = `the log of project ${project}`;
  return new StoreError("damaged", { who: "events", argument, rule, wayOut: "restore a backup of the store" });
}
