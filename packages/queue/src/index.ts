// The package "@xpal/queue": the lab on many machines. It is a package of its own because a run on one machine needs neither
// BullMQ nor a server.

export { storeBeside } from "./queue-address.ts";
export { onQueue, type QueueRunnerOptions } from "./queue-runner.ts";
export { openQueue, type QueuedPlan, type QueueView } from "./queue-view.ts";
export { type WorkOptions, type WorkSummary, work } from "./work.ts";
