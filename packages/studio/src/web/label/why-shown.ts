// Why an item is on screen, in words that claim no more than was known when it was chosen.
import type { ClassNames } from "../../protocol/classes.ts";
import type { Look } from "../../protocol/messages.ts";
import { texts } from "../ui/texts.ts";
import type { Shown } from "./shown.ts";

/** Why an item that is not the model's best choice is shown; null for the best, and for one that the person chose. */
export function whyShown({ from, age }: Pick<Shown, "from" | "age">): string | null {
  if (from === "check") return texts.label.check;
  if (from === "second") return texts.label.second;
  if (from !== "queue") return null;
  return age === undefined ? texts.label.queue : texts.label.queueAged(age);
}

/** What the model makes of the item. Only of the best choice among unanswered items is said that it tells most. */
export function whatIsKnown(
  { from }: Pick<Shown, "from">,
  look: Pick<Look, "near" | "answers" | "predicted" | "probability">,
  names: ClassNames,
): string {
  const guess = guessOf(look);
  if (guess !== null) return texts.label.guess(names[guess], look.probability);
  if (look.answers === null) return texts.label.guessHidden;
  return from === "best" ? texts.label.noneNearBest : texts.label.noneNear;
}

/** The class that the model would guess; null where it knows nothing near the item, or where its guess is not shown to this person. */
export function guessOf({ near, answers, predicted }: Pick<Look, "near" | "answers" | "predicted">): number | null {
  return near.length > 0 && answers !== null ? predicted : null;
}
