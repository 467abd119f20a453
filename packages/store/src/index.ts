// The entry point of the package "@xpal/store". Everything that users may call is named here, and nothing else is.
export { type CopiedProject, type CopyReport, copyProjects } from "./copy-projects.ts";
export { faultsOfLog, type NumberedRow } from "./faults-of-log.ts";
export { type HeldLock, holdLock } from "./hold-lock.ts";
export { openStore } from "./open-store.ts";
export type {
  AppendOptions,
  BinnedProject,
  Blobs,
  EventDraft,
  EventRange,
  Events,
  ExaminedLog,
  Files,
  JsonValue,
  Lease,
  LeaseChange,
  Leases,
  LogListener,
  OpenOptions,
  Outcome,
  Project,
  ProjectDraft,
  Projects,
  RecordRange,
  Records,
  Run,
  RunFilter,
  Runs,
  Store,
  StoredBlob,
  StoredEvent,
  StoredRecord,
  StoreFault,
} from "./store.ts";
export { StoreError, type StoreErrorCode, type StoreErrorParts, shownUrl } from "./store-error.ts";
export { strictTls } from "./strict-tls.ts";
