// The items whose label is another one after some events, whatever these were: answers, undo, or classes that were merged.
import { type ClassNames, classNames } from "../../protocol/classes.ts";
import type { StudioEvent } from "../../protocol/events.ts";
import type { Fact } from "../../protocol/fold.ts";
import type { OpenProject } from "./open-project.ts";

type Labelled = Pick<OpenProject, "state">;

/**
 * To be called before the events are submitted.
 * @returns To be called after, with the ids of those that were stored.
 */
export function changedItems(
  project: Labelled,
  events: readonly StudioEvent[],
): (stored: ReadonlySet<string>) => number[] {
  // Answers say which items they are about; what the others change shows afterwards only.
  if (!events.some(({ kind }) => ["undo", "redo", "class"].includes(kind)))
    return (stored) => events.flatMap((event) => (stored.has(event.id) ? itemsOf(event) : []));
  const facts = new Map(project.state.facts);
  const names = classNames(project.state);
  return () => {
    const items = new Set([...facts.keys(), ...project.state.facts.keys()]);
    const now = classNames(project.state);
    return [...items].filter((item) => {
      const [before, after] = [facts.get(item), project.state.facts.get(item)];
      return before?.event !== after?.event || labelOf(before, names) !== labelOf(after, now);
    });
  };
}

function itemsOf({ kind, body }: StudioEvent): readonly number[] {
  return kind === "answer" ? [body.item] : kind === "change" ? body.items : [];
}

function labelOf(fact: Fact | undefined, names: ClassNames): string | undefined {
  return typeof fact?.to === "number" ? names[fact.to] : fact?.to;
}
