// The entry point of "@xpal/studio". Everything that users may call is named here, and nothing else is.
export type { StudioPlace } from "./data-dir.ts";
export type { ReachOptions } from "./http/reach.ts";
export { backupStudio, rebuildStudio } from "./keep-studio.ts";
export { type MoveReport, moveStudio } from "./move-studio.ts";
export type { RebuiltProject } from "./rebuild-project.ts";
export { type Studio, type StudioOptions, startStudio } from "./start-studio.ts";
export { StudioError } from "./studio-error.ts";
