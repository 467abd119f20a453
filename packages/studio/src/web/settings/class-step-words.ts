// A change of the classes in words, so that Undo and Redo say what they do.
import type { ClassStep } from "../../protocol/class-steps.ts";
import type { ClassNames } from "../../protocol/classes.ts";
import { texts } from "../ui/texts.ts";

/** What a step did. `names` are the names of all classes now. */
export function classStepWords({ state }: ClassStep, names: ClassNames): string {
  const { steps } = texts.classes;
  if (state === undefined) return steps.order;
  const [, before, after] = state;
  const { name } = after;
  if (after.into !== before?.into && after.into !== undefined) return steps.merge(name, names[after.into]);
  if (after.retired === true && !before?.retired) return steps.retire(name);
  if (before?.retired || before?.into !== undefined)
    return after.retired === undefined ? steps.add(name) : steps.restore(name);
  if (after.text !== before?.text) return steps.describe(name);
  return steps.rename(name);
}
