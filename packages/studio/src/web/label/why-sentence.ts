// Why the item on screen is asked, in one sentence.
import type { ClassNames } from "../../protocol/classes.ts";
import type { Look } from "../../protocol/messages.ts";
import { texts } from "../ui/texts.ts";
import type { Shown } from "./shown.ts";
import { guessOf } from "./why-shown.ts";

/** A second class this much less likely than the first is no alternative. */
const CLOSE = 0.3;

/** The sentence; empty while nothing is known. */
export function whySentence(shown: Pick<Shown, "from"> | null, look: Look | null, names: ClassNames): string {
  if (shown?.from === "check") return texts.label.whyCheck;
  if (shown?.from === "second") return texts.label.second;
  if (shown === null || look === null) return "";
  if (look.answers === null) return texts.label.guessHidden;
  const guess = guessOf(look);
  if (guess === null) return shown.from === "best" ? texts.label.noneNearBest : texts.label.noneNear;
  const [first, second] = Object.entries(look.answers).sort(([, a], [, b]) => b.probability - a.probability);
  const isClose = second !== undefined && first[1].probability - second[1].probability < CLOSE;
  const guessed = isClose
    ? texts.label.whyBetween(names[Number(first[0])], names[Number(second[0])])
    : texts.label.whySure(names[guess], look.probability);
  const flips = Object.values(look.answers).reduce((sum, answer) => sum + answer.probability * answer.flips, 0);
  return `${guessed}${texts.label.whyFlips(Math.round(flips))}.`;
}
