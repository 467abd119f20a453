// What the scoring thread of a project is opened with.
import type { Table } from "@xpal/data";
import type { ClassInfo } from "../../protocol/classes.ts";
import { columnsUsed } from "../../protocol/columns.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { ScorerSpec } from "../scoring/scoring-calls.ts";
import { tableToBytes } from "../scoring/table-bytes.ts";
import type { ProjectAbout } from "./project-about.ts";
import { scoredRisk } from "./scored-risk.ts";
import { truthOf } from "./truth-of.ts";

/** A project as its model is made from it. */
interface ScoredProject {
  readonly about: ProjectAbout;
  readonly state: Readonly<Folded>;
  readonly table: Table;
  /** Every class that there ever was. */
  readonly classes: readonly ClassInfo[];
  readonly model: ModelKind;
}

type ChangeableSpec = Pick<ScorerSpec, "classes" | "ids" | "columns" | "costs" | "measure" | "labelCostRule">;

/** The part that what people do may change: classes that can be answers, costs, columns in use. */
export function changeableSpec({ classes, state }: Pick<ScoredProject, "classes" | "state">): ChangeableSpec {
  // As they came, whatever the order in which they are offered: another order is the same model.
  const live = classes.filter((one) => one.live);
  const ids = live.map(({ id }) => id);
  const used = (how: "ignored" | "pinned") => columnsUsed(state.columns, how).sort();
  return {
    classes: live.map(({ name }) => name),
    ids,
    columns: { ignored: used("ignored"), pinned: used("pinned") },
    ...scoredRisk(state.settings, ids),
  };
}

/** All of it, with how many bytes the model may keep to save time. */
export function scorerSpecOf(project: ScoredProject, keepBytes: number | null): ScorerSpec {
  const { about, state, table, model } = project;
  return {
    ...changeableSpec(project),
    table: tableToBytes(table),
    recipe: about.recipe,
    seed: about.seed,
    model,
    truth: truthOf(table, about, state),
    keepBytes,
  };
}
