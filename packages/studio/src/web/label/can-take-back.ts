// What undo and redo offer: one's own steps, as far as one's role still allows them.
import type { Step } from "../../protocol/fold.ts";
import { ROLE_OF_EVENT } from "../../protocol/roles.ts";
import { isOwn } from "../ui/annotator.svelte.ts";
import { mayAs } from "../ui/me.svelte.ts";

/** Whether the person at this page may undo a step, or redo it. */
export function canTakeBack(step: Step): boolean {
  return isOwn(step) && mayAs(ROLE_OF_EVENT[step.kind]);
}
