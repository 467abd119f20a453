// What Undo and Redo beside the classes take: one's own last change of the classes, whatever one has answered since.
import { type ClassStep, moveClasses } from "../../protocol/class-steps.ts";
import { type ClassStates, movedFault } from "../../protocol/classes.ts";
import type { Folded, Step } from "../../protocol/fold.ts";

/** A change of the classes as a step. */
type StepOfClasses = Step & { readonly classes: ClassStep };

/** The step that can be moved, or why there is none: in a sentence, or null where there is no step of one's own at all. */
export type MovableStep = { readonly step: StepOfClasses } | { readonly step: null; readonly why: string | null };

const CHANGED_SINCE = "somebody has changed these classes since";

/**
 * The last of a person's changes of the classes that still leads anywhere.
 * @param isOwn Whether the person may take a step back.
 */
export function movableClassStep(
  state: Pick<Folded, "done" | "undone" | "classes" | "classOrder">,
  what: "undo" | "redo",
  isOwn: (step: Step) => boolean,
): MovableStep {
  let why: string | null = null;
  for (const step of [...(what === "undo" ? state.done : state.undone)].reverse()) {
    if (!isOfClasses(step) || !isOwn(step)) continue;
    const fault = whyNot(state, step.classes, what === "undo");
    if (fault === null) return { step };
    why ??= fault;
  }
  return { step: null, why };
}

function isOfClasses(step: Step): step is StepOfClasses {
  return step.classes !== undefined;
}

function whyNot(state: ClassStates, step: ClassStep, back: boolean): string | null {
  const after = { classes: new Map(state.classes), classOrder: state.classOrder };
  moveClasses(after, step, back);
  const [id] = step.state ?? [-1];
  if (after.classOrder === state.classOrder && after.classes.get(id) === state.classes.get(id)) return CHANGED_SINCE;
  return movedFault(state, after);
}
