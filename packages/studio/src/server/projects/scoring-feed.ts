// What the scoring thread is told of the answers: what changed, at once, or with what comes meanwhile if it is still taking in
// something else. An item that counts for shares of the classes is told anew when these change, whoever was answered about.
import type { Folded } from "../../protocol/fold.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { CombinedAnswer } from "../scoring/combine-answers.ts";
import type { ScoringThread } from "../scoring/scoring-calls.ts";
import type { CombinedView } from "./combined-view.ts";

/** Where the answers come from. */
interface FedProject {
  readonly state: Readonly<Folded>;
  readonly model: ModelKind;
  readonly opinions: Pick<CombinedView, "recent" | "waitMs">;
}

/** Tells a scoring thread the answers of a project. */
export class ScoringFeed {
  readonly #project: FedProject;
  readonly #scoring: Pick<ScoringThread, "call">;
  /** Items that the scoring thread is still to be told of. */
  readonly #untold = new Set<number>();
  /** What the items were last said to count for. */
  #weighed: ReadonlyMap<number, CombinedAnswer> = new Map();
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
    const { state, model } = this.#project;
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
    const told = this.#scoring.call("sync", { sequence, answers, model });
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

  /** Adds the items that count for something else than was told; where nothing was weighed anew there are none. */
  #addWeighed(combined: ReadonlyMap<number, CombinedAnswer>): void {
    if (combined === this.#weighed) return;
    for (const [item, one] of combined) if (!countsAlike(one, this.#weighed.get(item))) this.#untold.add(item);
    for (const item of this.#weighed.keys()) if (!combined.has(item)) this.#untold.add(item);
    this.#weighed = combined;
  }
}

function countsAlike(one: CombinedAnswer, other: CombinedAnswer | undefined): boolean {
  if (one.to !== other?.to || one.shares.length !== other.shares.length) return false;
  return one.shares.every(([to, share], at) => to === other.shares[at][0] && share === other.shares[at][1]);
}
