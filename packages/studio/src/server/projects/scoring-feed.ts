// What the scoring thread is told of the answers: what changed, at once, or with what comes meanwhile if it is still taking in
// something else. An item that counts for shares of the classes is told anew when these change, whoever was answered about.
import type { Folded } from "../../protocol/fold.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { ScoringThread } from "../scoring/scoring-calls.ts";
import type { CombinedAnswer } from "./combined-answers.ts";
import type { CombinedView } from "./combined-view.ts";

/** Where the answers come from. */
interface FedProject {
  readonly state: Readonly<Folded>;
  readonly auditShare: number;
  readonly model: ModelKind;
  readonly opinions: Pick<CombinedView, "recent" | "waitMs">;
}

/** Tells a scoring thread the answers of a project. */
export class ScoringFeed {
  readonly #project: FedProject;
  readonly #scoring: Pick<ScoringThread, "call">;
  /** Items that the scoring thread is still to be told of. */
  readonly #untold = new Set<number>();
  /** What the items of the last time were said to count for, as text. */
  #weighed = new Map<number, string>();
  #hasUntold = false;
  #isTelling = false;
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(project: FedProject, scoring: Pick<ScoringThread, "call">) {
    this.#project = project;
    this.#scoring = scoring;
  }

  /** Some items may have another answer. */
  tell(items: Iterable<number>): void {
    for (const item of items) this.#untold.add(item);
    this.#hasUntold = true;
    if (!this.#isTelling) this.flush();
  }

  close(): void {
    if (this.#later !== null) clearTimeout(this.#later);
  }

  /** Tells what is still to be told. */
  flush(): void {
    if (!this.#hasUntold) return;
    const { state, auditShare, model } = this.#project;
    const { facts, sequence } = state;
    const combined = this.#project.opinions.recent();
    this.#tellLater(this.#project.opinions.waitMs);
    this.#addWeighed(combined);
    const answers = [...this.#untold].map((item) => {
      const fact = facts.get(item);
      const counts = combined.get(item);
      return [item, counts?.to ?? fact?.to ?? null, fact?.order ?? 0, counts?.shares ?? null] as const;
    });
    this.#untold.clear();
    this.#hasUntold = false;
    this.#isTelling = true;
    const told = this.#scoring.call("sync", { sequence, answers, auditShare, model });
    // A failure here closes the thread and shows in the next question.
    const next = () => {
      this.#isTelling = false;
      this.flush();
    };
    told.then(next, () => {});
  }

  /** What the answers of now count for is told once it may be computed again. */
  #tellLater(ms: number): void {
    if (ms === 0 || this.#later !== null) return;
    this.#later = setTimeout(() => {
      this.#later = null;
      this.tell([]);
    }, ms);
    (this.#later as { unref?: () => void }).unref?.(); // a timer of a browser has none
  }

  #addWeighed(combined: ReadonlyMap<number, CombinedAnswer>): void {
    if (combined.size === 0 && this.#weighed.size === 0) return;
    const weighed = new Map([...combined].map(([item, { shares }]) => [item, JSON.stringify(shares)]));
    for (const [item, text] of weighed) if (this.#weighed.get(item) !== text) this.#untold.add(item);
    for (const item of this.#weighed.keys()) if (!weighed.has(item)) this.#untold.add(item);
    this.#weighed = weighed;
  }
}
