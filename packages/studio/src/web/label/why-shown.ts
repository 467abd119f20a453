// Why an item is on screen, in words that claim no more than was known when it was chosen.
import type { Look } from "../../protocol/messages.ts";
import { texts } from "../ui/texts.ts";
import type { Shown } from "./shown.ts";

/** Why an item that is not the model's best choice is shown; null for the best, and for one that the person chose. */
export function whyShown({ from, age }: Pick<Shown, "from" | "age">): string | null {
  if (from === "audit") return texts.label.audit;
  if (from === "second") return texts.label.second;
  if (from !== "queue") return null;
  return age === undefined ? texts.label.queue : texts.label.queueAged(age);
}

/** What the model makes of the item. Only of the best choice among unanswered items is said that it tells most. */
export function whatIsKnown(
  { from }: Pick<Shown, "from">,
  { near, predicted, probability }: Pick<Look, "near" | "predicted" | "probability">,
  classes: readonly string[],
): string {
  if (near.length > 0) return texts.label.guess(classes[predicted], probability);
  return from === "best" ? texts.label.noneNearBest : texts.label.noneNear;
}
