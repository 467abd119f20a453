// One project in this window: the log folded so far, the item on screen, and what the person does. The server is told of
// each answer through the outbox; the page does not wait for it.
import type { ClassChange } from "../../protocol/classes.ts";
import type { ColumnChange } from "../../protocol/columns.ts";
import type { Answer, Asked, EventDraft, LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import { MAX_CHANGED_ITEMS, settingsFault } from "../../protocol/limits.ts";
import type { ItemView, Look, Model, ProjectInfo } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { annotator } from "../ui/annotator.svelte.ts";
import { ApiError, isFinal, isPassing } from "../ui/api.ts";
import { texts } from "../ui/texts.ts";
import { canTakeBack } from "./can-take-back.ts";
import { ItemCache } from "./item-cache.svelte.ts";
import { ItemOnScreen } from "./item-on-screen.svelte.ts";
import { LatestModel } from "./latest-model.svelte.ts";
import { MovedButtons, movesButtons } from "./moved-buttons.ts";
import { OpenItems } from "./open-items.ts";
import type { OutboxState } from "./outbox.ts";
import { outboxOf } from "./outboxes.ts";
import { questionBasis } from "./question-basis.ts";
import { Questions } from "./questions.ts";
import { type Rejected, sentAgain } from "./rejected-events.ts";
import { askedFor, type Shown, secondsOnScreen } from "./shown.ts";
import { SyncedLog } from "./synced-log.ts";

/** A project as this window sees it. */
export class ProjectSession {
  info = $state.raw<ProjectInfo | null>(null);
  waiting = $state(0);
  offline = $state(false);
  trouble = $state<string | null>(null); // why what waits cannot be stored, such as a full disk
  /** Events that the server rejected, for the person to decide on. */
  rejected = $state.raw<readonly Rejected[]>([]);
  /** Whether the log was read since the server last rejected something: before, nobody knows what a rejected answer came after. */
  isCurrent = $state(false);
  /** How many answers of other people wait in this browser, by name. */
  othersWaiting = $state.raw<ReadonlyMap<string, number>>(new Map());
  notice = $state("");
  failure = $state<ApiError | null>(null);
  /** Goes up with every change of the fold, which is not reactive itself. */
  version = $state(0);
  readonly id: string;
  readonly movedButtons = new MovedButtons();
  readonly #path: string;
  readonly #items: ItemCache;
  readonly #log: SyncedLog;
  readonly #open = new OpenItems(() => this.#state.facts);
  readonly #questions: Questions;
  readonly #model: LatestModel;
  readonly #screen: ItemOnScreen;
  #closed = false;

  constructor(id: string) {
    this.id = id;
    this.#path = `/api/projects/${id}`;
    this.#items = new ItemCache(id);
    const window = crypto.randomUUID(); // a reloaded page is another window
    this.#questions = new Questions(this.#path, window, {
      isOpen: this.#open.isOpen,
      opened: this.#open.opened,
      isHere: (item) => this.#items.has(item),
      fetchItems: this.fetchItems,
    });
    this.#log = new SyncedLog(id, window, outboxOf(id), {
      began: (project) => this.#began(project),
      outdated: () => {
        this.isCurrent = false;
      },
      heard: (news) => this.#heard(news),
      waits: (state) => this.#waits(state),
      lost: () => {
        this.offline = true;
      },
      back: () => this.#back(),
      stopped: this.#failed,
    });
    this.#waits(this.#log.waiting);
    this.#model = new LatestModel(this.#path, this.saved, this.#failed);
    this.#screen = new ItemOnScreen({
      ...{ questions: this.#questions, model: this.#model, isOpen: this.#open.isOpen, isOver: this.#isOver },
      ...{ saved: this.saved, fetchItems: this.fetchItems, failed: this.#failed },
      state: () => this.#state,
      isOffline: () => this.offline,
    });
  }

  /** Loads the project and asks the first question. */
  open(): Promise<void> {
    addEventListener("pagehide", this.#release);
    return this.#log.open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("pagehide", this.#release);
    this.#log.close();
    this.#questions.release();
    this.#screen.close();
    this.#model.close();
  }

  /** Tries everything again, for instance after the person has logged in elsewhere. */
  retry(): void {
    this.failure = null;
    void this.#log.open();
  }

  get state(): Readonly<Folded> {
    void this.version;
    return this.#state;
  }

  get shown(): Shown | null {
    return this.#screen.shown;
  }
  /** The answer that somebody else has given to the item on screen while it was there. */
  get meanwhile(): Fact | null {
    return this.#screen.meanwhile;
  }
  get look(): Look | null {
    return this.#screen.look;
  }
  /** The server says that no item is open. */
  get done(): boolean {
    return this.#screen.done;
  }
  /** How many open items other windows have in hand, when nothing is left for this one. */
  get inHand(): number {
    return this.#screen.inHand;
  }

  get model(): Model | null {
    return this.#model.value;
  }

  /** Whether what is known of the model is from before the page was loaded. */
  get isModelOld(): boolean {
    return this.#model.isOld;
  }

  /** The model that learns from the answers. */
  get modelKind(): ModelKind {
    return this.state.settings.model ?? this.info?.model ?? "learn";
  }

  factOf(item: number): Fact | undefined {
    return this.#open.isOpen(item) ? undefined : this.state.facts.get(item);
  }

  /** The item's content; undefined until it is here. */
  itemOf(item: number): ItemView | undefined {
    return this.#items.get(item);
  }

  /**
   * Answers an item that was on screen and shows the next. The item is the one passed, whatever happens meanwhile; when
   * somebody else has answered it while it was there, this is a further opinion.
   */
  answer(to: Answer, shown = this.shown): void {
    if (shown === null || this.damaged !== null) return;
    const { item } = shown;
    const further = shown.from === "second" || (item === this.shown?.item && this.meanwhile !== null);
    const was = further ? (this.#state.facts.get(item)?.event ?? null) : shown.was;
    const asked = askedFor(shown, this.look, further);
    this.#record({ kind: "answer", body: { item, to, was, seconds: secondsOnScreen(shown), asked } });
    this.#screen.showAfter(item, to);
  }

  /** Changes many items at once; undone in one step, or in several where one event cannot take them all. */
  change(items: readonly number[], to: Answer): void {
    for (let from = 0; from < items.length; from += MAX_CHANGED_ITEMS)
      this.#record({ kind: "change", body: { items: items.slice(from, from + MAX_CHANGED_ITEMS), to } });
    this.#screen.ask(false);
  }

  /** Records settings; what the log would not take is not recorded, and the notice says so. */
  setSettings(body: Extract<StudioEvent, { kind: "settings" }>["body"]): void {
    const fault = settingsFault(body);
    if (fault !== null) {
      this.notice = texts.sync.limit(fault);
      this.version++; // the form shows again the current state
      return;
    }
    this.#record({ kind: "settings", body });
    if (this.#asksOtherwise()) void this.showBest();
    else if (body.targetError !== undefined || body.targetCost !== undefined) this.#model.refresh();
  }

  /** Sends rejected events again. */
  sendAgain(rejected: readonly Rejected[]): void {
    for (const one of rejected) {
      this.discardRejected(one);
      this.#send(sentAgain(one, this.#state));
    }
  }
  readonly discardRejected = ({ event }: Rejected) => void this.#log.takeRejected(event.id);

  /** Changes the classes; what is on screen stays. */
  async changeClasses(change: ClassChange): Promise<void> {
    this.#record({ kind: "class", body: change } as EventDraft);
    await this.saved(); // or offline: the items in hand are then all there is
    if (!this.#closed && this.#asksOtherwise()) this.#screen.ask(true);
  }

  /** Changes how a column is used. */
  useColumn(change: ColumnChange): void {
    this.#record({ kind: "column", body: change });
    if (this.#asksOtherwise()) void this.showBest();
  }

  /** What is wrong with the log, which then takes nothing; null for a sound one. */
  get damaged(): string | null {
    return this.info?.damaged ?? null;
  }

  /** Whether this person has something to undo, or to redo. */
  get canUndo(): boolean {
    return this.damaged === null && this.state.done.some(canTakeBack);
  }
  get canRedo(): boolean {
    return this.damaged === null && this.state.undone.some(canTakeBack);
  }

  /** Takes back one's last step, or a certain one. */
  undo(step = this.#state.done.findLast(canTakeBack)): void {
    if (step === undefined || this.damaged !== null) return;
    this.#record({ kind: "undo", body: { of: step.event } });
    const otherwise = this.#asksOtherwise();
    if (step.column !== undefined) void this.showBest();
    else if (step.changes.length === 1) this.show(step.changes[0][0], "own");
    else this.#screen.ask(otherwise);
  }

  /** Does again what was undone last, or a certain step. */
  redo(step = this.#state.undone.findLast(canTakeBack)): void {
    if (step === undefined || this.damaged !== null) return;
    this.#record({ kind: "redo", body: { of: step.event } });
    const otherwise = this.#asksOtherwise();
    if (step.column !== undefined || step.changes.some(([item]) => item === this.shown?.item)) void this.showBest();
    else this.#screen.ask(otherwise);
  }

  /** Puts an item on screen. */
  readonly show = (item: number, from: Asked["from"]): void => this.#screen.show(item, from);
  /** Asks the server for the best item and shows it; where it does not answer, another one of those in hand. */
  readonly showBest = (): Promise<void> => this.#screen.showBest();
  /** The answered item before the one on screen, in the order of answers. */
  readonly previous = (): void => this.#screen.previous();
  /** The answered item after the one on screen, or the next question. */
  readonly following = (): void => this.#screen.following();

  /** Resolves when the server has what was done here. */
  readonly saved = (): Promise<void> => this.#log.saved();
  /** Fetches what is not here yet. */
  readonly fetchItems = (wanted: readonly number[]): Promise<void> => this.#items.fetch(wanted).catch(this.#failed);

  get #state(): Folded {
    return this.#log.state;
  }

  /** Nothing more succeeds before the person does something: logged out, or the project was removed. */
  readonly #isOver = () => this.failure !== null && isFinal(this.failure);

  readonly #release = () => this.#questions.release();
  #record({ kind, body }: EventDraft): void {
    const place = { id: crypto.randomUUID(), at: new Date().toISOString() };
    this.#send({ ...place, kind, body: { by: annotator.name, ...body } } as StudioEvent);
  }

  #send(event: StudioEvent): void {
    if (this.damaged === null) this.#screen.seeOwn(() => this.#log.send(event));
    this.version++; // a form shows again what is there
  }

  #waits({ waiting, rejected, unstored, trouble, others }: OutboxState): void {
    this.waiting = waiting;
    this.trouble = trouble;
    this.rejected = rejected;
    this.othersWaiting = others;
    if (unstored) this.notice = texts.sync.unstored;
  }

  /** The log was read, for the first time or again. */
  #began(project: ProjectInfo): void {
    this.info = project;
    this.isCurrent = true;
    this.#asksOtherwise(); // or the connection was gone when somebody changed it
    this.#screen.noticeMeanwhile();
    this.version++;
  }

  /** The connection is there, for the first time or again. */
  async #back(): Promise<void> {
    this.offline = false;
    this.failure = null;
    this.#asksOtherwise();
    await this.#log.resume();
    if (this.shown === null) return this.showBest();
    await this.#questions.holdAgain(this.shown.item);
    this.#screen.ask(false);
  }

  /** Takes in what other windows do. */
  #heard(news: readonly LoggedEvent[]): void {
    this.version++;
    if (news.some(movesButtons)) this.movedButtons.moved();
    this.#questions.outdate();
    this.#screen.noticeMeanwhile();
    const otherwise = this.#asksOtherwise();
    if (this.shown === null)
      this.#screen.showBestLater(); // an item may be open again, or free
    else if (otherwise) this.#screen.ask(true);
    else this.#model.refresh();
  }

  /** Whether other items are asked for than when this was last called; those in hand are then forgotten, unless offline. */
  #asksOtherwise(): boolean {
    return !this.offline && this.#questions.restOn(questionBasis(this.#state));
  }

  readonly #failed = (error: unknown) => this.#fail(error);
  #fail(error: unknown): void {
    if (this.#closed || (error as Error).name === "AbortError") return;
    const failure = error instanceof ApiError ? error : new ApiError(500, "failed", (error as Error).message);
    if (this.#isOver() && !isFinal(failure)) return; // logged out, somebody else may be logged in by now
    if (failure.code === "stale" || failure.code === "cancelled") return;
    if (failure.status === 0) this.#log.lost();
    else this.failure = failure;
    if (isFinal(failure)) this.#log.stop();
    else if (failure.status > 0 && isPassing(failure) && this.shown === null) this.#screen.showBestLater();
  }
}
