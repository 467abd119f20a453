// Items for a further opinion: each is leased to one person, as a new item is.

import type { SecondOpinion } from "../../protocol/messages.ts";
import { asksAgain, mayHaveFurther, wantsOpinion } from "../../protocol/second-opinion.ts";
import type { OpenProject } from "./open-project.ts";

/** How many items are looked at to find one that this person has not answered and nobody else has in hand. */
const MAX_LOOKED_AT = 200;

/**
 * The item that a person is to be asked again in a window, with how many have answered it: the one that it has in hand already,
 * else one whose further opinion, a second or a third one, is worth more than a new item, else now and then another one with
 * one answer; null for none.
 */
export async function secondItem(project: OpenProject, window: string, name: string): Promise<SecondOpinion> {
  const { state, leases, singles } = project;
  const { opinions } = state;
  const countOf = (item: number) => opinions.get(item)?.size ?? 0;
  const found = project.worthwhile.itemFor(name);
  const isWorth = (item: number) =>
    item === found && mayHaveFurther(state, item) && wantsOpinion(state, item, name, countOf(item));
  const isSingle = (item: number) => mayHaveFurther(state, item) && wantsOpinion(state, item, name, 1);
  const wants = (item: number) => isSingle(item) || isWorth(item);
  const worth = () => (found !== null && isWorth(found) ? found : null);
  const held = leases.known.secondOf(window);
  const draw = asksAgain(state); // once: the log may have grown when the leases are changed
  if ((held === null || !wants(held)) && worth() === null && draw === null) return { item: null };
  const item = await leases.change((reservations) => {
    const own = reservations.secondOf(window);
    if (own !== null && wants(own)) return own;
    // What this person was shown in another window may be answered, though the answer is not here yet.
    const others = new Set([...reservations.secondsOfOthers(window), ...reservations.underWay(window, name)]);
    const best = worth(); // on the log as it was read with the leases
    if (best !== null && !others.has(best)) {
      reservations.takeSecond(window, best);
      return best;
    }
    if (draw === null) {
      if (own !== null) reservations.takeSecond(window, null);
      return null;
    }
    const drawn = singles.find(draw, MAX_LOOKED_AT, (one) => isSingle(one) && !others.has(one));
    if (drawn !== null || own !== null) reservations.takeSecond(window, drawn);
    return drawn;
  });
  return item === null ? { item } : { item, opinions: countOf(item) };
}
