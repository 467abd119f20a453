// An error on its way to another thread or process: structured clones lose its class and what it carries.
import { type ErrorCode, XpalError } from "../error.ts";

/** An error that can travel. */
export interface SentError {
  readonly message: string;
  readonly code?: string;
  /** The parts of a rejection of this library. */
  readonly rejection?: {
    readonly who: string;
    readonly argument: string;
    readonly rule: string;
    readonly wayOut?: string;
  };
}

/** An error made ready to travel. */
export function sendError(error: unknown): SentError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof XpalError) {
    const { who, argument, rule, wayOut, code } = error;
    return { message, code, rejection: { who, argument, rule, ...(wayOut === undefined ? {} : { wayOut }) } };
  }
  const { code } = (error ?? {}) as { code?: unknown };
  return { message, ...(typeof code === "string" ? { code } : {}) };
}

/** The error on the other side; a rejection keeps its sentence. */
export function receiveError({ message, code, rejection }: SentError): Error {
  const error = rejection === undefined ? new Error(message) : new XpalError(code as ErrorCode, rejection);
  Object.defineProperty(error, "message", { value: message, configurable: true, writable: true });
  return rejection === undefined && code !== undefined ? Object.assign(error, { code }) : error;
}
