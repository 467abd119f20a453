// What readers must know of values that are over fewer runs than those beside them.
import { lacksRuns, type RunShare } from "../../analysis/results/run-shares.ts";
import { fewerText, type SharedRepetitions } from "../../analysis/results/shared-repetitions.ts";

/** How many of the runs a value is over, where it is not all; undefined where it is. */
export function runsText(share: RunShare): string | undefined {
  return lacksRuns(share) ? `${share.has} of ${share.of} runs` : undefined;
}

/** The text as the small line of a cell, after what stands there already. */
export function besideRuns(share: RunShare, ...before: readonly (string | undefined)[]): { readonly beside?: string } {
  const texts = [...before, runsText(share)].filter((text) => text !== undefined);
  return texts.length === 0 ? {} : { beside: texts.join(", ") };
}

/** How the text is read; empty where no value needs it. */
export function runsNote(shares: readonly RunShare[]): string {
  if (!shares.some(lacksRuns)) return "";
  return " “n of m runs”: the strategy lacks runs that others have; its value is over other repetitions than theirs, is not compared with them, and is never bold.";
}

/** What ranks are over, where it is not all repetitions; empty where it is. */
export function sharedNote(shared: readonly SharedRepetitions[]): string {
  const fewer = fewerText(shared);
  return fewer === ""
    ? ""
    : ` Ranks and their marks are over the repetitions that all ranked strategies have: ${fewer}.`;
}
