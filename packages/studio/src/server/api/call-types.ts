// What a handler of the REST API gets and gives, by the name of its call.
import type { z } from "zod";
import type { API_CALLS, ApiCallName } from "../../protocol/api-calls.ts";
import type { API_SCHEMAS } from "../../protocol/api-schemas.ts";
import type { Caller } from "../accounts/tokens.ts";

type Schemas = typeof API_SCHEMAS;
type Out<S, K extends string> = S extends Record<K, infer T extends z.ZodType> ? z.output<T> : unknown;

/** The checked parameters of path, query and body, in one object. */
type Asked<N extends ApiCallName> = Out<Schemas[N], "params"> &
  Out<Schemas[N], "query"> &
  Out<Schemas[N], "body"> &
  ((typeof API_CALLS)[N] extends { takesFile: true } ? { readonly file: ReadableStream<Uint8Array> } : unknown);

/** A file that is sent as the answer. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
}

type Answered<N extends ApiCallName> = (typeof API_CALLS)[N] extends { file: true }
  ? SentFile
  : z.output<Schemas[N]["answer"]>;

/** One handler per call. */
export type ApiHandlers = {
  readonly [N in ApiCallName]: (asked: Asked<N>, caller: Caller, signal: AbortSignal) => Promise<Answered<N>>;
};
