// One project in this window: the log folded so far, the item on screen, and what is known about it. The server is
// told of each answer through the outbox; the page does not wait for it.
import type { Answer, Asked, LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import { apply, type Fact, type Folded, nothing, refusalOf } from "../../protocol/fold.ts";
import type {
  Ahead,
  EventsAnswer,
  ItemView,
  Look,
  Model,
  Next,
  ProjectInfo,
  Suggestion,
} from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { annotator, isOwn } from "../ui/annotator.svelte.ts";
import { ApiError, get } from "../ui/api.ts";
import { fetchViews } from "../ui/fetch-views.ts";
import { listenLive } from "../ui/listen-live.ts";
import { texts } from "../ui/texts.ts";
import { Outbox } from "./outbox.ts";
import { secondOpinion, wantsSecondOpinion } from "./second-opinion.ts";

/** How many good items are held ready, for fast hands and lost connections. */
const QUEUE = 30;
/** While there are enough, only the next few are chosen anew, which is soon done. */
const FRESH = 4;
const MODEL_PAUSE_MS = 400;
/** With fewer good items in hand the queue is filled before anything else is computed. */
const FEW = 12;

/** The item on screen, and why. */
export interface Shown {
  readonly item: number;
  readonly from: Asked["from"];
  /** When it appeared, to measure the time to the answer. */
  readonly since: number;
}

/** A project as this window sees it. */
export class ProjectSession {
  info = $state.raw<ProjectInfo | null>(null);
  shown = $state.raw<Shown | null>(null);
  look = $state.raw<Look | null>(null);
  model = $state.raw<Model | null>(null);
  waiting = $state(0);
  offline = $state(false);
  notice = $state("");
  failure = $state<ApiError | null>(null);
  /** Nothing is left to ask. */
  done = $state(false);
  /** Goes up with every change of the fold, which is not reactive itself. */
  version = $state(0);
  readonly items = new Map<number, ItemView>();
  itemsVersion = $state(0);
  readonly id: string;
  #state: Folded = nothing();
  readonly #applied = new Set<string>();
  readonly #outbox: Outbox;
  /** What follows each answer to the item on screen, as far as it is computed; null stands for setting it aside. */
  readonly #ahead = new Map<number | null, Suggestion | null>();
  #queue: Suggestion[] = [];
  /** An item that somebody else has answered, held ready to be asked again. */
  #second: number | null = null;
  #filling: Promise<void> | null = null;
  #live: EventSource | null = null;
  #asking = new AbortController();
  #modelTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string) {
    this.id = id;
    this.#outbox = new Outbox(id, {
      changed: (waiting, offline) => {
        this.waiting = waiting;
        this.offline = offline;
      },
      accepted: (answer) => this.#accepted(answer),
      failed: (error) => {
        this.failure = error;
      },
    });
  }

  /** Loads the project and asks the first question. */
  async open(): Promise<void> {
    try {
      await this.#reload();
      const retry = () => void (this.offline && this.#outbox.flush());
      this.#live = listenLive(this.id, this.#state.sequence, (events) => this.#heard(events), retry);
      await this.#outbox.flush();
      await this.showBest();
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
    this.#outbox.close();
    this.#asking.abort();
    clearTimeout(this.#modelTimer);
  }

  get state(): Readonly<Folded> {
    void this.version;
    return this.#state;
  }

  /** The model that learns from the answers. */
  get modelKind(): ModelKind {
    return this.state.settings.model ?? this.info?.model ?? "adaptive";
  }

  factOf(item: number): Fact | undefined {
    void this.version;
    return this.#state.facts.get(item);
  }

  /** The item's content, fetched when it is not here yet. */
  itemOf(item: number): ItemView | undefined {
    void this.itemsVersion;
    return this.items.get(item);
  }

  /** Answers the item on screen and shows the next. The item is the one passed, whatever happens meanwhile. */
  answer(to: Answer, shown = this.shown): void {
    if (shown === null) return;
    const { item, from, since } = shown;
    const look = this.look?.item === item ? this.look : null;
    const seconds = Math.min(86_400, Math.round((performance.now() - since) / 10) / 100);
    const known = look === null ? {} : { gain: look.gain, predicted: look.predicted, probability: look.probability };
    const was = this.#state.facts.get(item)?.event ?? null;
    const asked: Asked = { from, ...known };
    this.#record({ ...this.#stamp(), kind: "answer", body: { item, to, was, seconds, asked, by: annotator.name } });
    this.#showAfter(item, to);
  }

  /** Changes many items at once; undone in one step. */
  change(items: readonly number[], to: Answer): void {
    if (items.length > 0)
      this.#record({ ...this.#stamp(), kind: "change", body: { items: [...items], to, by: annotator.name } });
    this.#ask(false);
  }

  setSettings(body: Extract<StudioEvent, { kind: "settings" }>["body"]): void {
    this.#record({ ...this.#stamp(), kind: "settings", body: { ...body, by: annotator.name } });
    if (body.model !== undefined) void this.showBest(); // another model asks for other items
  }

  /** Whether this person has something to undo, or to redo. */
  get canUndo(): boolean {
    return this.state.done.some(isOwn);
  }

  get canRedo(): boolean {
    return this.state.undone.some(isOwn);
  }

  undo(): void {
    const step = this.#state.done.findLast(isOwn);
    if (step === undefined) return;
    this.#record({ ...this.#stamp(), kind: "undo", body: { of: step.event, by: annotator.name } });
    if (step.changes.length === 1) this.show(step.changes[0][0], "own");
    else this.#ask(false);
  }

  redo(): void {
    const step = this.#state.undone.findLast(isOwn);
    if (step === undefined) return;
    this.#record({ ...this.#stamp(), kind: "redo", body: { of: step.event, by: annotator.name } });
    if (this.shown !== null && step.changes.some(([item]) => item === this.shown?.item)) void this.showBest();
    else this.#ask(false);
  }

  /** The answered item before the one on screen, in the order of answers. */
  previous(): void {
    const before = this.#answered();
    const at = before.indexOf(this.shown?.item ?? -1);
    const item = before[(at < 0 ? before.length : at) - 1];
    if (item !== undefined) this.show(item, "own");
  }

  /** The answered item after the one on screen, or the next question. */
  following(): void {
    const answered = this.#answered();
    const at = answered.indexOf(this.shown?.item ?? -1);
    const item = at < 0 ? undefined : answered[at + 1];
    if (item !== undefined) this.show(item, "own");
    else void this.showBest();
  }

  /** Puts an item on screen. */
  show(item: number, from: Asked["from"]): void {
    this.done = false;
    this.shown = { item, from, since: performance.now() };
    if (this.look?.item !== item) this.look = null;
    void this.fetchItems([item]);
    this.#ask(true);
  }

  /** Asks the server for the best item and shows it. */
  async showBest(): Promise<void> {
    this.shown = null;
    try {
      await this.#outbox.flush();
      const { suggestions } = await get<Next>(`${this.#path}/next?count=1`);
      this.#queue = suggestions;
      const first = suggestions.find(({ item }) => !this.#state.facts.has(item));
      await this.fetchItems(suggestions.map(({ item }) => item));
      if (this.#closed) return;
      if (first === undefined) this.done = true;
      else this.show(first.item, first.from);
      this.#refreshModel();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Fetches what is not here yet. */
  async fetchItems(wanted: readonly number[]): Promise<void> {
    const missing = [...new Set(wanted)].filter((item) => !this.items.has(item));
    if (missing.length === 0) return;
    try {
      await fetchViews(this.id, missing, (view) => this.items.set(view.item, view));
      this.itemsVersion++;
    } catch (error) {
      this.#fail(error);
    }
  }

  get #path(): string {
    return `/api/projects/${this.id}`;
  }

  #stamp(): { id: string; at: string } {
    return { id: crypto.randomUUID(), at: new Date().toISOString() };
  }

  #answered(): number[] {
    return [...this.#state.facts].sort((a, b) => a[1].order - b[1].order).map(([item]) => item);
  }

  #record(event: StudioEvent): void {
    this.#apply({ ...event, sequence: this.#state.sequence + 1 } as LoggedEvent);
    this.#outbox.add(event);
  }

  #apply(event: LoggedEvent): void {
    if (this.#applied.has(event.id)) {
      this.#state.sequence = Math.max(this.#state.sequence, event.sequence);
      return;
    }
    this.#applied.add(event.id);
    apply(this.#state, event);
    this.version++;
  }

  /**
   * The next item at once: what was computed ahead for this answer; else what was computed for another one, which is
   * not a repetition of this item; else a good one of the queue.
   */
  #showAfter(item: number, to: Answer): void {
    const chosen = to === null ? null : this.#ahead.get(typeof to === "number" ? to : null);
    const ready = (suggestion: Suggestion) =>
      !this.#state.facts.has(suggestion.item) && suggestion.item !== item && this.items.has(suggestion.item);
    const others = [...this.#ahead.values(), ...this.#queue].filter((suggestion) => suggestion !== null);
    const other = others.find(ready);
    const second = this.#second;
    this.#second = secondOpinion(this.#state, annotator.name, item);
    if (this.#second !== null) void this.fetchItems([this.#second]);
    if (second !== null && wantsSecondOpinion(this.#state, second, annotator.name)) this.show(second, "second");
    else if (chosen && ready(chosen)) this.show(chosen.item, chosen.from);
    else if (other !== undefined) this.show(other.item, other.from === "audit" ? "audit" : "queue");
    else void this.showBest();
  }

  /** Asks what is worth knowing about the item on screen: its worth first, then what comes after each answer. */
  #ask(fresh: boolean): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const shown = this.shown;
    if (fresh) this.#ahead.clear();
    if (shown === null) return;
    void (async () => {
      try {
        await this.#outbox.flush();
        const looking = signal.aborted ? null : get<Look>(`${this.#path}/look?item=${shown.item}`, signal);
        if (this.#fewLeft()) void this.#fillQueue();
        if (looking === null) return;
        this.look = await looking;
        void this.fetchItems(this.look.near.map(({ item }) => item));
        await this.#lookAhead(this.look, signal);
      } catch (error) {
        if ((error as Error).name !== "AbortError" && (error as ApiError).code !== "stale") this.#fail(error);
      }
    })();
    this.#refreshModel();
  }

  /** What follows each answer, the likeliest first; the queue in between, for answers that come before all is known. */
  async #lookAhead({ item, answers }: Look, signal: AbortSignal): Promise<void> {
    const order: (number | null)[] = answers
      .map((_, at) => at)
      .sort((a, b) => answers[b].probability - answers[a].probability);
    order.splice(Math.min(order.length, 4), 0, null);
    for (const [at, answer] of order.entries()) {
      const query = answer === null ? "" : `&answer=${answer}`;
      const { next, stale } = await get<Ahead>(`${this.#path}/ahead?item=${item}${query}`, signal);
      if (signal.aborted || stale) return;
      this.#ahead.set(answer, next);
      if (next !== null) void this.fetchItems([next.item]);
      // A random item comes whatever the answer is.
      if (next?.from === "audit") for (const other of order) this.#ahead.set(other, next);
      if (at === 1 || at === order.length - 1) await this.#fillQueue();
      if (next?.from === "audit") return;
    }
  }

  /** Fetches good items; once begun it is finished, however fast the answers come, for they live on it. */
  #fillQueue(): Promise<void> {
    this.#filling ??= (async () => {
      try {
        const count = this.#fewLeft() ? QUEUE : FRESH;
        const { suggestions } = await get<Next>(`${this.#path}/next?count=${count}`);
        await this.fetchItems(suggestions.map(({ item }) => item));
        const fresh = new Set(suggestions.map(({ item }) => item));
        const others = this.#queue.filter(({ item, from }) => from !== "audit" && !fresh.has(item));
        this.#queue = [...suggestions, ...others].slice(0, 2 * QUEUE);
      } catch (error) {
        this.#fail(error);
      }
      this.#filling = null;
    })();
    return this.#filling;
  }

  #fewLeft(): boolean {
    return this.#queue.filter(({ item }) => !this.#state.facts.has(item)).length < FEW;
  }

  #refreshModel(): void {
    clearTimeout(this.#modelTimer);
    this.#modelTimer = setTimeout(async () => {
      try {
        await this.#outbox.flush();
        this.model = await get<Model>(`${this.#path}/model`);
      } catch (error) {
        this.#fail(error);
      }
    }, MODEL_PAUSE_MS);
  }

  #accepted({ results, last }: EventsAnswer): void {
    this.#state.sequence = Math.max(this.#state.sequence, last);
    const refused = results.find(({ refusal }) => refusal !== null);
    if (refused === undefined) return;
    this.notice = texts.sync.refused(refused.refusal?.message ?? "");
    void this.#reload().catch((error) => this.#fail(error));
  }

  /** Begins again from the server's log, with what waits in the outbox on top. */
  async #reload(): Promise<void> {
    const { project, events } = await get<{ project: ProjectInfo; events: LoggedEvent[] }>(this.#path);
    this.info = project;
    this.#state = nothing();
    this.#applied.clear();
    for (const event of events) this.#apply(event);
    for (const event of this.#outbox.events) {
      if (refusalOf(this.#state, event as LoggedEvent) === null) {
        this.#apply({ ...event, sequence: this.#state.sequence + 1 } as LoggedEvent);
      }
    }
    this.version++;
  }

  /** Takes in what other windows do. */
  #heard(events: readonly LoggedEvent[]): void {
    const news = events.filter(({ id }) => !this.#applied.has(id));
    for (const event of events) this.#apply(event);
    if (news.length === 0) return;
    const shown = this.shown;
    const asked = shown !== null && shown.from !== "own" && shown.from !== "second";
    const answered = asked && this.#state.facts.has(shown.item);
    if (answered) this.notice = texts.sync.elsewhere;
    const otherModel = news.some(({ kind, body }) => kind === "settings" && body.model !== undefined);
    if (answered || otherModel) void this.showBest();
    else this.#refreshModel();
  }

  #fail(error: unknown): void {
    if (this.#closed || (error as Error).name === "AbortError") return;
    const failure = error instanceof ApiError ? error : new ApiError(0, "failed", (error as Error).message);
    if (failure.status === 0 && failure.code === "offline") this.offline = true;
    else this.failure = failure;
  }
}
