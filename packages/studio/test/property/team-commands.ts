// The commands of the model-based test: what people and fate do to a project that two servers share. The specification is
// below, in `Team`: who was handed which item, and what was acknowledged to whom.
import { randomUUID } from "node:crypto";
import { openStore, type Store, StoreError } from "@xpal/store";
import fc from "fast-check";
import { expect } from "vitest";
import type { StudioEvent } from "../../src/protocol/events.ts";
import { apply, nothing } from "../../src/protocol/fold.ts";
import { nextItems } from "../../src/server/projects/next-items.ts";
import { OpenProject } from "../../src/server/projects/open-project.ts";
import { readLog } from "../../src/server/projects/read-log.ts";
import { GONE_MS, type WindowData } from "../../src/server/projects/reservations.ts";
import { firstOpenItems } from "./first-open-items.ts";

/** The classes that the project of the team begins with. */
export const CLASSES = ["no", "yes"];

interface Server {
  readonly store: Store;
  readonly project: OpenProject;
}

interface Person {
  readonly name: string;
  readonly window: string;
  server: number;
  /** What the person may answer, and when the server last heard of them. */
  held: Set<number>;
  seen: number;
  /** Sent, but the answer of the server was lost. */
  unheard: StudioEvent[];
  /** Own answers that were acknowledged and not taken back. */
  done: string[];
  /** What the person is doing: one thing after the other. */
  busy: Promise<void>;
}

/** The servers, the people, and what must be true of them. */
export class Team {
  readonly #url: string;
  readonly #id: string;
  readonly servers: Server[] = [];
  readonly people: Person[];
  readonly #sent = new Map<string, StudioEvent>();
  readonly #acknowledged = new Map<string, number>();
  #now = 0;

  private constructor(url: string, id: string, people: number) {
    this.#url = url;
    this.#id = id;
    this.people = Array.from({ length: people }, (_, at) => ({
      name: `person ${at}`,
      window: `window-${at}`,
      ...{ server: at % 2, held: new Set<number>(), seen: 0, unheard: [], done: [], busy: Promise.resolve() },
    }));
  }

  static async open(url: string, id: string, people: number): Promise<Team> {
    const team = new Team(url, id, people);
    for (const at of [0, 1]) team.servers[at] = await team.#start();
    return team;
  }

  async #start(): Promise<Server> {
    const store = await openStore(this.#url);
    const options = { clock: () => new Date(this.#now), shared: store };
    return { store, project: await OpenProject.open(store, this.#id, firstOpenItems, options) };
  }

  /** A server dies with whatever it was doing, and another one takes its place. */
  async crash(at: number): Promise<void> {
    const { store, project } = this.servers[at];
    this.servers[at] = await this.#start();
    await store.close();
    await project.close().catch(() => {});
  }

  goToOther(at: number): void {
    this.people[at].server = 1 - this.people[at].server;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Lets a person do something when they have done what they are at. */
  #then(at: number, work: (person: Person) => Promise<void>): Promise<void> {
    const person = this.people[at];
    person.busy = person.busy.then(() => work(person));
    return person.busy;
  }

  /** A person asks for items; nobody else may have them, unless they were not heard of for too long. */
  ask(at: number, count: number): Promise<void> {
    return this.#then(at, (person) => this.#ask(person, count));
  }

  async #ask(person: Person, count: number): Promise<void> {
    const { project } = this.servers[person.server];
    const next = await nextItems(project, count, person.window, () => new AbortController().signal).catch(ifDead);
    if (next === undefined) return;
    const { held } = next;
    person.held = new Set(held);
    person.seen = this.#now;
    for (const other of this.people) {
      if (other === person) continue;
      if (this.#now - other.seen >= GONE_MS) other.held.clear();
      for (const item of held)
        expect(other.held, `${person.name} was given ${item} of ${other.name}`).not.toContain(item);
    }
  }

  answer(at: number, to: number, isLost: boolean): Promise<void> {
    return this.#then(at, (person) => this.#answer(person, to, isLost));
  }

  async #answer(person: Person, to: number, isLost: boolean): Promise<void> {
    const [item] = person.held;
    if (item === undefined) return;
    person.held.delete(item);
    const { state } = this.servers[person.server].project;
    const was = state.facts.get(item)?.event ?? null;
    const event = {
      id: randomUUID(),
      kind: "answer" as const,
      at: iso(this.#now),
      body: { item, to, was, by: person.name },
    };
    await this.#send(person, [event], isLost);
  }

  undo(at: number, isLost: boolean): Promise<void> {
    return this.#then(at, (person) => this.#undo(person, isLost));
  }

  async #undo(person: Person, isLost: boolean): Promise<void> {
    const of = person.done.pop();
    if (of === undefined) return;
    await this.#send(
      person,
      [{ id: randomUUID(), kind: "undo", at: iso(this.#now), body: { of, by: person.name } }],
      isLost,
    );
  }

  /** What a person did not hear of is sent again, perhaps to the other server. */
  sendAgain(at: number): Promise<void> {
    return this.#then(at, async (person) => {
      if (person.unheard.length > 0) await this.#send(person, person.unheard.splice(0), false);
    });
  }

  async #send(person: Person, events: StudioEvent[], isLost: boolean): Promise<void> {
    for (const event of events) this.#sent.set(event.id, event);
    const heard = await this.servers[person.server].project.submit(events).catch(ifDead);
    if (isLost || heard === undefined) {
      person.unheard.push(...events);
      return;
    }
    for (const [i, { id, sequence }] of heard.results.entries()) {
      if (sequence === null) continue;
      const before = this.#acknowledged.get(id);
      expect(before ?? sequence, "an event keeps its number").toBe(sequence);
      this.#acknowledged.set(id, sequence);
      if (events[i].kind === "answer") person.done.push(id);
    }
  }

  /** Everything that must be true at any moment at which nothing is under way. */
  async check(): Promise<void> {
    const { events: log, faults } = await readLog(this.servers[0].store, this.#id);
    expect(faults).toEqual([]);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, at) => at + 1));
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
    for (const [id, sequence] of this.#acknowledged) {
      expect(log[sequence - 1], "what was acknowledged is where it was said to be").toMatchObject({
        ...this.#sent.get(id),
        sequence,
      });
    }
    for (const { id } of log) expect(this.#sent.has(id), "nothing is in the log that nobody sent").toBe(true);
    const replayed = nothing(CLASSES);
    for (const event of log) apply(replayed, event);
    for (const { project } of this.servers) {
      await project.catchUp();
      expect(project.state).toEqual(replayed);
    }
    const rows = await this.servers[1].store.leases.change(this.#id, log.length, ({ leases }) => ({ result: leases }));
    const items = rows.flatMap(({ held }) => {
      const { shown, ahead, queue, seen } = held as unknown as WindowData;
      return this.#now - seen >= GONE_MS ? [] : [...new Set([...(shown === null ? [] : [shown]), ...ahead, ...queue])];
    });
    const open = items.filter((item) => !replayed.facts.has(item));
    expect(new Set(open).size, "no item is leased twice").toBe(open.length);
  }

  async close(): Promise<void> {
    for (const { store, project } of this.servers) {
      await project.close();
      await store.close();
    }
  }
}

/** A server that died in the middle answers nothing. */
function ifDead(error: unknown): undefined {
  if (error instanceof StoreError && ["closed", "failed", "unreachable"].includes(error.code)) return undefined;
  throw error;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** One thing that happens. */
export interface Act {
  readonly what: string;
  do(team: Team): Promise<void>;
}

const act = (what: string, work: Act["do"]): Act => ({ what, do: work });

/** Things that happen, by themselves or several at a time. */
export function acts(people: number): fc.Arbitrary<Act> {
  const who = fc.nat(people - 1);
  const isLost = fc.nat(4).map((n) => n === 0);
  const single = fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(who, fc.integer({ min: 1, max: 4 }))
        .map(([p, n]) => act(`${p} asks for ${n}`, (t) => t.ask(p, n))),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(who, fc.nat(1), isLost)
        .map(([p, to, lost]) => act(`${p} answers ${to}${lost ? ", unheard" : ""}`, (t) => t.answer(p, to, lost))),
    },
    { weight: 2, arbitrary: fc.tuple(who, isLost).map(([p, lost]) => act(`${p} takes back`, (t) => t.undo(p, lost))) },
    { weight: 2, arbitrary: who.map((p) => act(`${p} sends again`, (t) => t.sendAgain(p))) },
  );
  const delayed = fc.tuple(single, fc.nat(8)).map(([one, ms]) =>
    act(`${one.what} after ${ms} ms`, async (team) => {
      await new Promise((done) => setTimeout(done, ms));
      await one.do(team);
    }),
  );
  const together = fc
    .array(delayed, { minLength: 2, maxLength: 5 })
    .map((all) =>
      act(
        `[${all.map(({ what }) => what).join("; ")}]`,
        async (t) => void (await Promise.all(all.map((a) => a.do(t)))),
      ),
    );
  const fate = fc.oneof(
    fc.tuple(fc.nat(1), together).map(([at, during]) =>
      act(`server ${at} dies during ${during.what}`, async (t) => {
        await Promise.all([during.do(t), t.crash(at)]);
      }),
    ),
    fc.nat(1).map((at) => act(`server ${at} dies`, (t) => t.crash(at))),
    fc.constantFrom(GONE_MS / 2, GONE_MS).map((ms) => act(`${ms} ms pass`, async (t) => t.pass(ms))),
    who.map((p) => act(`${p} goes to the other server`, async (t) => t.goToOther(p))),
  );
  return fc.oneof({ weight: 5, arbitrary: single }, { weight: 4, arbitrary: together }, { weight: 2, arbitrary: fate });
}
