// The share of checks holds by the count of answers, however fast they come and whoever chose the items: the real questions of a
// page against the real drawing of the server, with a delay between them.
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Asked, LoggedEvent } from "../../../src/protocol/events.ts";
import { apply, nothing } from "../../../src/protocol/fold.ts";
import { localLeases } from "../../../src/server/projects/item-leases.ts";
import { nextItems } from "../../../src/server/projects/next-items.ts";
import type { OpenProject } from "../../../src/server/projects/open-project.ts";
import { Questions } from "../../../src/web/label/questions.ts";

const ITEMS = 1797;
const ANSWERS = 420;

/** A project whose model prefers low numbers. */
function projectOf() {
  const state = nothing();
  const isOpen = (item: number) => item < ITEMS && !state.facts.has(item);
  const open = () => Array.from({ length: ITEMS }, (_, item) => item).filter(isOpen);
  const windows = new Set<string>();
  const project = {
    leases: localLeases(() => 0, { count: () => ITEMS - state.facts.size, has: isOpen }),
    ranked: {
      isAlone: (window: string) => windows.add(window).size === 1,
      current: async () => ({ sequence: state.sequence, at: 0, items: open().slice(0, 60), twins: new Map() }),
      now: async (count: number, without: readonly number[]) => {
        const items = open().filter((item) => !without.includes(item));
        return { sequence: state.sequence, at: 0, items: items.slice(0, count), twins: new Map() };
      },
    },
    ...{ state, isOpen, itemCount: ITEMS, about: { seed: 7 }, now: () => 0 },
    get openCount() {
      return ITEMS - state.facts.size;
    },
  } as unknown as OpenProject;
  const add = (kind: string, body: object) => {
    const sequence = state.sequence + 1;
    apply(state, { sequence, id: `event-${sequence}`, at: "2026-01-31T12:00:00.000Z", kind, body } as LoggedEvent);
  };
  const answer = (item: number, from: Asked["from"], by = "Ann") =>
    add("answer", { item, to: item % 10, was: null, asked: { from }, by });
  const checks = () => [...state.facts.values()].filter(({ drawn }) => drawn !== undefined).length;
  return { project, state, add, answer, checks, isOpen };
}

const never = () => new AbortController().signal;

/** Somebody who answers as fast as items come; what the server says arrives some answers later. */
class FastHands {
  readonly questions: Questions;
  readonly #late: { after: number; send: () => void }[] = [];
  readonly #own = new Map<number, Asked["from"]>();
  #answers = 0;
  #shown: { readonly item: number; readonly from: Asked["from"] } | null = null;

  constructor(window: string, { project, isOpen, answer }: ReturnType<typeof projectOf>, delay: number) {
    vi.stubGlobal("fetch", (path: string) => {
      const { searchParams } = new URL(path, "http://localhost");
      const back = searchParams.get("back")?.split(",").map(Number);
      const next = nextItems(project, Number(searchParams.get("count")), searchParams.get("window") ?? "", never, back);
      return new Promise<Response>((done) => {
        this.#late.push({
          after: this.#answers + delay,
          send: () => void next.then((one) => done(Response.json(one))),
        });
      });
    });
    this.questions = new Questions("/p", window, {
      isOpen: (item) => isOpen(item) && !this.#own.has(item),
      opened: () => {},
      isHere: () => true,
      fetchItems: async () => {},
    });
    this.#answer = answer;
  }

  readonly #answer: (item: number, from: Asked["from"]) => void;

  async answerNext(): Promise<void> {
    if (this.#shown === null) this.#shown = await this.#best();
    const { item, from } = this.#shown;
    this.#own.set(item, from);
    this.#answers++;
    this.#answer(item, from);
    if (this.questions.isLow) void this.questions.fill();
    await this.#deliver((one) => one.after <= this.#answers);
    this.#shown = this.questions.after(item, 0);
  }

  async #best() {
    const best = this.questions.best();
    await this.#deliver(() => true);
    const { suggestions } = await best;
    return suggestions[0];
  }

  async #deliver(isThere: (one: { after: number }) => boolean): Promise<void> {
    for (const one of this.#late.filter(isThere)) {
      this.#late.splice(this.#late.indexOf(one), 1);
      one.send();
    }
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
  }
}

afterEach(() => void vi.unstubAllGlobals());

describe("420 answers have 42 checks, to within one", () => {
  test.each([0, 6, 15, 40])("at full speed, where one had 1: the server is %i answers late", async (delay) => {
    const made = projectOf();
    const hands = new FastHands("a", made, delay);
    while (made.state.facts.size < ANSWERS) await hands.answerNext();
    expect(Math.abs(made.checks() - 42)).toBeLessThanOrEqual(1);
  });

  test("where every other item is one that the person picked", async () => {
    const made = projectOf();
    const hands = new FastHands("a", made, 6);
    for (let item = ITEMS - 1; made.state.facts.size < ANSWERS; item--) {
      await hands.answerNext();
      if (made.isOpen(item)) made.answer(item, "own");
      void hands.questions.fill(); // as for each item that is looked at
    }
    expect(Math.abs(made.checks() - 42)).toBeLessThanOrEqual(1);
  });

  test("where two people take turns", async () => {
    const made = projectOf();
    const ask = async (window: string) => (await nextItems(made.project, 3, window, never)).suggestions[0];
    while (made.state.facts.size < ANSWERS) {
      for (const window of ["a", "b"]) {
        const { item, from } = await ask(window);
        made.answer(item, from, window);
      }
    }
    expect(Math.abs(made.checks() - 42)).toBeLessThanOrEqual(1);
  });

  test.each([1, 20])("where a program takes %i at a time by the REST API", async (count) => {
    const made = projectOf();
    while (made.state.facts.size < ANSWERS) {
      const { suggestions } = await nextItems(made.project, count, "api-1", never);
      for (const { item, from } of suggestions) made.answer(item, from, "robot");
    }
    expect(Math.abs(made.checks() - 42)).toBeLessThanOrEqual(1);
  });
});

test("60 checks in a row are no debt: the share holds from where it was set", async () => {
  const made = projectOf();
  for (let item = 0; item < 20; item++) made.answer(item, "best");
  made.add("settings", { measuring: true });
  for (let i = 0; i < 60; i++) {
    const { suggestions } = await nextItems(made.project, 1, "a", never);
    expect(suggestions[0].from).toBe("check");
    made.answer(suggestions[0].item, "check");
  }
  made.add("settings", { measuring: false });
  const before = made.checks();
  const hands = new FastHands("a", made, 0);
  while (made.state.facts.size < 180) await hands.answerNext();
  expect(Math.abs(made.checks() - before - 10)).toBeLessThanOrEqual(1);
});

test("labels that a file or a program brought owe no check, and one item counts once", () => {
  const { state, add, answer } = projectOf();
  add("import", {
    answers: [
      [1, 0],
      [2, 1],
    ],
  });
  answer(3, "best", "program gpt");
  answer(4, "best");
  add("answer", { item: 4, to: 2, was: "event-3", asked: { from: "second" }, by: "Ben" });
  answer(5, "check");
  add("change", { items: [5], to: 1 });
  expect(state.asked).toEqual({ answers: 2, checks: 1, since: { answers: 0, checks: 0 } });
  add("undo", { of: "event-3", by: "Ann" });
  expect(state.asked).toMatchObject({ answers: 2 });
});
