import { nearestName } from "@xpal/data";

/** The way out of a misspelt name: the known one that looks like it, if any does. */
export function didYouMean(name: unknown, known: readonly string[]): string | undefined {
  const near = typeof name === "string" ? nearestName(name, known) : undefined;
  return near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`;
}
