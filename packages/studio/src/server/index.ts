// The door of the package "@xpal/studio". Everything that users may call is named here, and nothing else is.
export { type Studio, type StudioOptions, startStudio } from "./start-studio.ts";
export { StudioError } from "./studio-error.ts";
