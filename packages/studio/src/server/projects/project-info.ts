// What pages are told about a project.
import type { Recipe } from "@xpal/data";
import type { Project } from "@xpal/store";
import { classInfos } from "../../protocol/classes.ts";
import { columnsUsed } from "../../protocol/columns.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";
import { columnsLeftOut, groupsLeft } from "../scoring/columns-in-use.ts";
import { evaluationSample } from "../scoring/evaluation-sample.ts";
import type { ProjectAbout } from "./project-about.ts";

/** A project as the list shows it. */
export function infoOf(
  project: Project,
  about: ProjectAbout,
  state: Readonly<Folded>,
  { drawFailed = false, damaged = null }: Partial<Pick<ProjectInfo, "drawFailed" | "damaged">> = {},
): ProjectInfo {
  const { id, at } = project;
  const title = state.settings.title ?? project.title;
  const { view, demo, truth, model } = about;
  const began = { itemCount: about.itemCount, classes: about.classes };
  const itemCount = began.itemCount + state.addedRows;
  return {
    id,
    title,
    at,
    itemCount,
    classes: classInfos(about.classes, state).map(({ name }) => name),
    began,
    view,
    demo,
    hasTruth: truth !== null,
    rowsInFile: about.large?.rows ?? null,
    drawFailed,
    damaged,
    model,
    sample: evaluationSample(itemCount, state.settings.model ?? model, () => recipeLeft(about, state)),
    last: state.sequence,
  };
}

/** The recipe without the columns that items are not compared by, as far as its groups tell which model learns. */
function recipeLeft({ recipe }: ProjectAbout, { columns, settings }: Readonly<Folded>): Pick<Recipe, "groups"> {
  const used = { ignored: columnsUsed(columns, "ignored"), pinned: columnsUsed(columns, "pinned") };
  return { groups: groupsLeft(recipe, columnsLeftOut(recipe, used, settings.labelCostRule ?? null)) };
}
