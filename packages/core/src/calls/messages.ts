// What goes over a channel of calls.
import type { SentError } from "./sent-error.ts";

/** A call; nobody wants an answer to one with the id 0. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** To the side that serves: a call, or that nobody waits for one any more. */
export type Asked = Call | { readonly cancel: number };

/** To the side that calls: the answer, the reason for a failure, or how far the work is. */
export type Answered =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError }
  | { readonly id: number; readonly progress: unknown };
