// The items whose label is another one after some events, whatever these were: answers, undo, or classes that were merged.
import type { StudioEvent } from "../../protocol/events.ts";
import type { Fact } from "../../protocol/fold.ts";
import type { OpenProject } from "./open-project.ts";

type Labelled = Pick<OpenProject, "classes" | "state">;

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
  const { classes } = project;
  return () => {
    const items = new Set([...facts.keys(), ...project.state.facts.keys()]);
    const now = project.classes;
    return [...items].filter((item) => {
      const [before, after] = [facts.get(item), project.state.facts.get(item)];
      return before?.event !== after?.event || labelOf(before, classes) !== labelOf(after, now);
    });
  };
}

function itemsOf({ kind, body }: StudioEvent): readonly number[] {
  return kind === "answer" ? [body.item] : kind === "change" ? body.items : [];
}

function labelOf(fact: Fact | undefined, classes: Labelled["classes"]): string | undefined {
  return typeof fact?.to === "number" ? classes[fact.to].name : fact?.to;
}
