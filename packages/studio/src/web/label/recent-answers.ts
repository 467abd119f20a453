// The last answers of the person at this page, and where the model had expected another one.
import type { Fact, Folded } from "../../protocol/fold.ts";
import { isOwn } from "../ui/annotator.svelte.ts";

/** An answer of a short while ago. */
export interface RecentAnswer {
  readonly item: number;
  readonly to: Fact["to"];
  readonly event: string;
  /** What the model had guessed when it was asked, where that is another class and the model was rather sure; else null. */
  readonly guess: { readonly to: number; readonly probability: number } | null;
}

/** A guess below this says nothing against an answer. */
const SURE = 0.6;

/** The last answers that stand, the newest first. */
export function recentAnswers({ done, opinions }: Pick<Folded, "done" | "opinions">, count: number): RecentAnswer[] {
  const recent: RecentAnswer[] = [];
  const seen = new Set<number>();
  for (let at = done.length - 1; at >= 0 && recent.length < count; at--) {
    const { kind, changes, by } = done[at];
    if (kind !== "answer" || !isOwn(done[at])) continue;
    const [item] = changes[0];
    const fact = opinions.get(item)?.get(by);
    if (fact === undefined || seen.has(item)) continue;
    seen.add(item);
    recent.push({ item, to: fact.to, event: done[at].event, guess: guessAgainst(fact) });
  }
  return recent;
}

function guessAgainst({ to, asked }: Fact): RecentAnswer["guess"] {
  const { predicted, probability = 0 } = asked ?? {};
  return predicted === undefined || predicted === to || typeof to !== "number" || probability < SURE
    ? null
    : { to: predicted, probability };
}
