// Windows that show an item first and tell the server afterwards, as the page does, while requests and answers overtake one
// another. The page's own `Questions` talk to the server's own `nextItems`; what lies between is decided by fast-check.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Look } from "../../src/protocol/messages.ts";
import { localLeases } from "../../src/server/projects/item-leases.ts";
import { heldItems, itemAhead, nextItems } from "../../src/server/projects/next-items.ts";
import type { OpenProject } from "../../src/server/projects/open-project.ts";
import { Questions } from "../../src/web/label/questions.ts";

const never = new AbortController().signal;
const CLASSES = 2;
afterEach(() => vi.unstubAllGlobals());

/** One message on its way: a request to the server, then its answer to the page. */
interface Message {
  readonly window: string;
  readonly path: string;
  readonly body: unknown;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  answer: unknown;
  isAnswered: boolean;
}

/** A server whose ranking is another one with each question, and its messages. */
function server(count: number) {
  const open = new Set(Array.from({ length: count }, (_, item) => item));
  const leases = localLeases(() => 0, { count: () => open.size, has: (item) => open.has(item) });
  let turn = 0;
  const ranking = () => {
    const items = [...open];
    turn += 5;
    return items.map((_, at) => items[(at + turn) % items.length]);
  };
  const project = {
    leases,
    ranked: { isAlone: () => false, current: async () => ({ sequence: 0, at: 0, items: ranking(), twins: new Map() }) },
    state: { sequence: 0, settings: {}, asked: { answers: 50, checks: 4, since: { answers: 0, checks: 0 } } },
    ...{ itemCount: count, about: { seed: 0 }, now: () => 0 },
    isOpen: (item: number) => open.has(item),
    get openCount() {
      return open.size;
    },
    ask: async (_: string, { item, without }: { item: number; without: readonly number[] }) => {
      const next = ranking().find((one) => one !== item && !without.includes(one));
      return { sequence: 0, item, next: next === undefined ? null : { item: next, from: "best" } };
    },
  } as unknown as OpenProject;
  const messages: Message[] = [];
  vi.stubGlobal("fetch", (path: string, init: { signal?: AbortSignal; body?: string } = {}) => {
    const url = new URL(path, "http://localhost");
    const window = url.searchParams.get("window") ?? url.pathname.split("/").at(-1) ?? "";
    return new Promise<Response>((resolve, reject) => {
      const body = init.body === undefined ? null : JSON.parse(init.body);
      messages.push({ window, path, body, resolve, reject, answer: null, isAnswered: false });
      init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    });
  });
  const handle = async ({ path, body, window }: Message): Promise<unknown> => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    const number = (name: string) => Number(searchParams.get(name));
    if (pathname.endsWith("/next")) {
      const back = searchParams.get("back")?.split(",").map(Number);
      return nextItems(project, number("count"), window, () => never, back);
    }
    if (pathname.endsWith("/ahead")) {
      return itemAhead(project, { item: number("item"), answer: 0 }, window, never);
    }
    if (pathname.endsWith("/look")) {
      await leases.change((held) => held.show(window, number("item"), number("turn")));
      return { item: number("item"), answers: Array(CLASSES).fill({ probability: 0.5 }), near: [] };
    }
    if (pathname.endsWith("/events")) {
      for (const item of body as number[]) open.delete(item);
      return {};
    }
    return { items: await heldItems(project, window, body as { shown: number | null; items: number[] }) };
  };
  const arrive = async (message: Message) => {
    message.answer = await handle(message);
    message.isAnswered = true;
  };
  const deliver = (message: Message) => {
    messages.splice(messages.indexOf(message), 1);
    message.resolve(Response.json(message.answer));
  };
  return { open, messages, arrive, deliver };
}

/** What the page does around its questions. */
class Person {
  readonly questions: Questions;
  readonly #answered = new Set<number>();
  readonly #window: string;
  #outbox: number[] = [];
  #sending: Promise<void> | null = null;
  #asking = new AbortController();
  shown: number | null = null;
  isWaiting = false;

  constructor(window: string) {
    this.#window = window;
    this.questions = new Questions("/p", window, {
      isOpen: (item) => !this.#answered.has(item),
      opened: () => {},
      isHere: () => true,
      fetchItems: async () => {},
    });
  }

  answer(): void {
    const item = this.shown as number;
    this.#answered.add(item);
    this.#outbox.push(item);
    const next = this.questions.after(item, 0);
    if (next === null) void this.showBest();
    else this.#show(next.item);
  }

  async showBest(): Promise<void> {
    this.shown = null;
    this.isWaiting = true;
    try {
      await this.#flush();
      const { suggestions } = await this.questions.best();
      const first = suggestions.find(({ item }) => !this.#answered.has(item) && this.questions.has(item));
      if (this.shown === null && first !== undefined) this.#show(first.item);
    } catch {
      // lost on the way
    } finally {
      this.isWaiting = false;
    }
  }

  /** The connection was gone. */
  async back(): Promise<void> {
    if (this.shown === null) return this.showBest();
    await this.questions.holdAgain(this.shown).catch(() => {});
    this.#ask();
  }

  #show(item: number): void {
    this.shown = item;
    this.questions.shows(item);
    this.#ask();
  }

  #ask(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const item = this.shown as number;
    void (async () => {
      try {
        await this.#flush();
        const looking = signal.aborted ? null : this.questions.look(item, signal);
        if (this.questions.isLow) this.questions.fill().catch(() => {});
        if (looking !== null) await this.questions.lookAhead((await looking) as Look, signal);
      } catch {
        // lost on the way, or overtaken
      }
    })();
  }

  #flush(): Promise<void> {
    this.#sending ??= (async () => {
      while (this.#outbox.length > 0) {
        const items = [...this.#outbox];
        await fetch(`/p/events?window=${this.#window}`, { body: JSON.stringify(items) });
        this.#outbox = this.#outbox.filter((item) => !items.includes(item));
      }
    })().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }
}

const settle = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((done) => setImmediate(done));
};

test("an item on screen that the server was not told of yet was given to another window by a fill under way", {
  timeout: 240_000,
}, async () => {
  const choices = fc.array(fc.nat(9999), { minLength: 20, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 14 }),
      fc.integer({ min: 2, max: 3 }),
      choices,
      async (...[n, k, all]) => {
        const { open, messages, arrive, deliver } = server(n);
        const people = Array.from({ length: k }, (_, at) => new Person(`window-${at}`));
        const check = () => {
          for (const item of open) {
            const holders = people.filter(({ questions }) => questions.has(item)).length;
            expect(holders, `item ${item} of ${n} is in ${holders} hands`).toBeLessThan(2);
          }
        };
        for (const person of people) void person.showBest();
        await settle();
        for (const choice of all) {
          const acts = [
            ...messages.map((message) => () => (message.isAnswered ? deliver(message) : arrive(message))),
            ...people.filter(({ shown }) => shown !== null).map((person) => () => person.answer()),
            // Somebody leaves an item without an answer.
            ...people
              .filter(({ shown }) => shown !== null && choice % 7 === 0)
              .map((person) => () => person.showBest()),
            ...people.filter(({ shown, isWaiting }) => shown === null && !isWaiting).map((one) => () => one.showBest()),
          ];
          if (choice % 23 === 0) {
            // A connection breaks: what was on its way arrived or did not, and no answer comes back.
            const at = choice % k;
            acts.splice(0, acts.length, async () => {
              for (const message of messages.filter(({ window }) => window === `window-${at}`)) {
                messages.splice(messages.indexOf(message), 1);
                if (choice % 2 === 0 && !message.isAnswered) await arrive(message);
                message.reject(new TypeError("lost"));
              }
              await settle();
              void people[at].back();
            });
          }
          if (acts.length === 0) break;
          void acts[choice % acts.length]();
          await settle();
          check();
        }
        // When everything gets through, everything is labelled in the end: nobody waits for ever for what nobody shows.
        for (let step = 0; open.size > 0 && step < 60 * n; step++) {
          for (const message of [...messages]) {
            if (!message.isAnswered) await arrive(message);
            deliver(message);
          }
          await settle();
          check();
          for (const person of people) {
            if (person.shown !== null) person.answer();
            else if (!person.isWaiting) void person.showBest();
          }
          await settle();
        }
        expect(open.size).toBe(0);
      },
    ),
    { numRuns: Number(process.env.XPAL_WINDOW_RUNS ?? 60) },
  );
});
