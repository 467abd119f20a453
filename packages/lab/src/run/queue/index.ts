// The door "@xpal/lab/queue": the laboratory over many machines. It is a door of its own because it loads BullMQ, which a
// run on one machine does not need.

export { storeBeside } from "./queue-address.ts";
export { onQueue, type QueueRunnerOptions } from "./queue-runner.ts";
export { openQueue, type QueuedPlan, type QueueView } from "./queue-view.ts";
export { type WorkOptions, type WorkSummary, work } from "./work.ts";
