// The entry point of "@xpal/studio/client": a client for the REST API whose types are those of the server's own table.

export { isSigned } from "./is-signed.ts";
export { ClientError, type StudioClient, studioClient } from "./studio-client.ts";
