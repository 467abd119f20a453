// Changes of the classes as steps, which can be taken back and done again. (The page imports this file.)
import { type ClassChange, type ClassState, type ClassStates, changedClass } from "./classes.ts";

/** A change of the classes, with what was before and after: of one class, or of their order. */
export interface ClassStep {
  readonly state?: readonly [id: number, before: ClassState | undefined, after: ClassState];
  readonly order?: readonly [before: ClassStates["classOrder"], after: ClassStates["classOrder"]];
}

interface Changeable {
  readonly classes: Map<number, ClassState>;
  classOrder: ClassStates["classOrder"];
}

/** Changes the classes; returns the step. */
export function changeOfClasses(state: Changeable, change: ClassChange): ClassStep {
  if (change.do === "order") {
    const before = state.classOrder;
    state.classOrder = change.classes;
    return { order: [before, change.classes] };
  }
  const known = state.classes.get(change.class);
  const after = changedClass(state, change);
  state.classes.set(change.class, after);
  // An id is never given twice: when it is undone, a class that was added is retired.
  const before = change.do === "add" ? { name: change.name, retired: true } : known;
  return { state: [change.class, before, after] };
}

/** Goes to one end of a step; what others have changed since then is left as it is. */
export function moveClasses(state: Changeable, { state: one, order }: ClassStep, back: boolean): void {
  if (one !== undefined) {
    const [id, before, after] = one;
    const [now, then] = back ? [after, before] : [before, after];
    if (then !== undefined && sameClass(state.classes.get(id), now)) state.classes.set(id, then);
  }
  if (order !== undefined) {
    const [now, then] = back ? [order[1], order[0]] : order;
    if (state.classOrder === now) state.classOrder = then;
  }
}

function sameClass(a: ClassState | undefined, b: ClassState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.name === b.name && a.text === b.text && a.into === b.into && (a.retired ?? false) === (b.retired ?? false);
}
