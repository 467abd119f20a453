// The checks among the next questions of a window. Which they are follows from the log and from what is open (`drawChecks` of the
// library), so that windows, programs and servers agree without a word.
import { drawChecks } from "@xpal/core";
import { checkShareOf } from "../../protocol/check-share.ts";
import type { OpenProject } from "./open-project.ts";

/** Who asks. */
interface Asker {
  /** What others have in hand. */
  readonly taken: ReadonlySet<number>;
  /** The item that is answered before these questions; a check of its own if it is one. */
  readonly onScreen: number | null;
}

/** Per question the item of a check, or null where the model chooses. */
export function dueChecks(
  project: Pick<OpenProject, "state" | "about" | "itemCount" | "isOpen">,
  questions: number,
  { taken, onScreen }: Asker,
): (number | null)[] {
  const { answers, checks, since } = project.state.asked;
  const isShown = onScreen !== null && project.isOpen(onScreen);
  return drawChecks(
    { seed: project.about.seed, share: checkShareOf(project.state.settings), since },
    { answers: answers + (isShown ? 1 : 0), checks },
    {
      size: project.itemCount,
      isOpen: (item) => project.isOpen(item),
      isTaken: (item) => item === onScreen || taken.has(item),
    },
    questions,
  );
}

/** Questions in their order: checks at their places, between them the items that the model chose. */
export function withChecks<Item>(checks: readonly (Item | null)[], chosen: readonly Item[]): Item[] {
  const rest = [...chosen];
  const ordered = checks.flatMap((check) => (check === null ? rest.splice(0, 1) : [check]));
  return [...ordered, ...rest];
}
