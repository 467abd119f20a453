// The entry point "@xpal/core/calls": how one thread or process calls another. Why it is written here: docs/decisions/0181.
export { type Caller, type CallOptions, caller } from "./calls/caller.ts";
export { type Port, pagePort, threadPort } from "./calls/port.ts";
export type { SentError } from "./calls/sent-error.ts";
export { type CallContext, type Handlers, type ServeOptions, serve } from "./calls/serve.ts";
