// A project as it is now: what the server told when the page was opened, with what the log has changed since.
import { type ClassInfo, type ClassNames, classInfos, classNames, liveClasses } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";
import { riskInForce, riskRejection } from "../../protocol/risk-in-force.ts";

/** A project with its classes of now. */
export interface CurrentInfo extends ProjectInfo {
  /** The classes that can be answers, in the order in which they are offered. */
  readonly live: readonly ClassInfo[];
  /** Every class that there ever was, in the order in which they came. */
  readonly all: readonly ClassInfo[];
  /** The name and the rank in that order of each, by id. */
  readonly names: ClassNames;
  readonly ranks: Readonly<Record<number, number>>;
  /** Whether errors cost differently: then costs decide, and not the number of errors. */
  readonly hasCosts: boolean;
  /** Whether all classes count the same, and not all items. */
  readonly isBalanced: boolean;
  /** Why costs and the balanced error that the settings ask for are not followed; null where they are. */
  readonly riskRejection: string | null;
}

/** The project after a log. */
export function currentInfo(info: ProjectInfo, state: Readonly<Folded>): CurrentInfo {
  const all = classInfos(state);
  const live = liveClasses(state);
  const ids = live.map(({ id }) => id);
  const { costs, measure } = riskInForce(state.settings, ids);
  return {
    ...info,
    title: state.settings.title ?? info.title,
    itemCount: info.began.itemCount + state.addedRows,
    classes: all.map(({ name }) => name),
    all,
    names: classNames(state),
    ranks: Object.fromEntries(all.map(({ id }, rank) => [id, rank])),
    live,
    hasCosts: costs !== null,
    isBalanced: measure === "balanced",
    riskRejection: riskRejection(state.settings, ids),
  };
}
