// Items for a second opinion: each is leased to one person, as a new item is.
import { asksAgain, wantsSecondOpinion } from "../../protocol/second-opinion.ts";
import type { OpenProject } from "./open-project.ts";

/** How many items are looked at to find one that this person has not answered and nobody else has in hand. */
const MOST_LOOKED_AT = 200;

/**
 * The item that a person is to be asked again in a window: the one that it has in hand already, else one whose second opinion
 * is worth more than a new item, else now and then another one; null for none.
 */
export async function secondItem(project: OpenProject, window: string, name: string): Promise<number | null> {
  const { state, leases, singles } = project;
  const wants = (item: number) => wantsSecondOpinion(state, item, name);
  const found = project.worthwhile.itemFor(name);
  const worth = found !== null && wants(found) ? found : null;
  const held = leases.known.secondOf(window);
  if ((held === null || !wants(held)) && worth === null && asksAgain(state) === null) return null;
  return leases.change((reservations) => {
    const own = reservations.secondOf(window);
    if (own !== null && wants(own)) return own;
    const others = reservations.secondsOfOthers(window);
    if (worth !== null && !others.has(worth)) {
      reservations.takeSecond(window, worth);
      return worth;
    }
    const draw = asksAgain(state);
    if (draw === null) {
      if (own !== null) reservations.takeSecond(window, null);
      return null;
    }
    const item = singles.find(draw, MOST_LOOKED_AT, (one) => wants(one) && !others.has(one));
    if (item !== null || own !== null) reservations.takeSecond(window, item);
    return item;
  });
}
