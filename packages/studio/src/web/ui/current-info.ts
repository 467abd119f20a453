// A project as it is now: what the server told when the page was opened, with what the log has changed since.
import { type ClassInfo, classInfos, liveClasses } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";
import { riskInForce, riskRejection } from "../../protocol/risk-in-force.ts";

/** A project with its classes of now. */
export interface CurrentInfo extends ProjectInfo {
  /** The classes that can be answers, in the order in which they are offered. */
  readonly live: readonly ClassInfo[];
  /** Every class that there ever was, by number. */
  readonly all: readonly ClassInfo[];
  /** Whether errors cost differently: then costs decide, and not the number of errors. */
  readonly hasCosts: boolean;
  /** Whether all classes count the same, and not all items. */
  readonly isBalanced: boolean;
  /** Why costs and the balanced error that the settings ask for are not followed; null where they are. */
  readonly riskRejection: string | null;
}

/** The project after a log. */
export function currentInfo(info: ProjectInfo, state: Readonly<Folded>): CurrentInfo {
  const all = classInfos(info.began.classes, state);
  const live = liveClasses(info.began.classes, state);
  const numbers = live.map(({ number }) => number);
  const { costs, measure } = riskInForce(state.settings, numbers);
  return {
    ...info,
    title: state.settings.title ?? info.title,
    itemCount: info.began.itemCount + state.addedRows,
    classes: all.map(({ name }) => name),
    all,
    live,
    hasCosts: costs !== null,
    isBalanced: measure === "balanced",
    riskRejection: riskRejection(state.settings, numbers),
  };
}
