// The entry point for browsers, where no database runs: the rejections, which other stores of the same interface raise too, and what is
// wrong with a log.
export { faultsOfLog, type NumberedRow } from "./faults-of-log.ts";
export type {
  AppendOptions,
  EventDraft,
  EventRange,
  Events,
  ExaminedLog,
  Files,
  JsonValue,
  Project,
  ProjectDraft,
  Projects,
  Store,
  StoredEvent,
} from "./store.ts";
export { StoreError, type StoreErrorCode, type StoreErrorParts } from "./store-error.ts";
