// Who sits at this window. Each window keeps its own name, so that two people can work side by side; a new window
// begins with the name that was chosen last.
import { DEFAULT_ANNOTATOR, MAX_NAME_LENGTH } from "../../protocol/annotator.ts";
import { oneLine } from "./one-line.ts";

const KEY = "xpal-annotator";

export const annotator = $state({
  name: sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? DEFAULT_ANNOTATOR,
});
sessionStorage.setItem(KEY, annotator.name);

/** Takes another name; an empty one is the default. */
export function setAnnotator(text: string): void {
  annotator.name = oneLine(text, MAX_NAME_LENGTH) || DEFAULT_ANNOTATOR;
  sessionStorage.setItem(KEY, annotator.name);
  localStorage.setItem(KEY, annotator.name);
}

/** The name of the account that is logged in, which is the one for all windows. */
export function useAccountName(name: string): void {
  annotator.name = name;
}

/** Whether the person at this window did something, under the name that they have now. */
export function isOwn({ by }: { readonly by: string }): boolean {
  return by === annotator.name;
}
