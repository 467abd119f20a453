// What pages are told about a project.
import type { Project } from "@xpal/store";
import { classInfos } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";
import type { ProjectAbout } from "./project-about.ts";

/** A project as the list shows it. */
export function infoOf(
  project: Project,
  about: ProjectAbout,
  state: Readonly<Folded>,
  damaged: string | null = null,
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
    classes: classInfos(state).map(({ name }) => name),
    began,
    view,
    demo,
    hasTruth: truth !== null,
    rowsInFile: about.large?.rows ?? null,
    damaged,
    model,
    last: state.sequence,
  };
}
