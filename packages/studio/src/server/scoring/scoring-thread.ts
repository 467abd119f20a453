// The server's side of a scoring thread: calls go out, promises come back, and requests are answered meanwhile.
import { Worker } from "node:worker_threads";
import { caller, type SentError, threadPort } from "xpal/calls";
import { StudioError } from "../studio-error.ts";
import type { CallName, ScoringCalls } from "./scoring-calls.ts";

/** A thread that scores one project. */
export interface ScoringThread {
  /** @param signal When aborted, a call that has not begun is not begun. */
  call<N extends CallName>(
    name: N,
    argument: Parameters<ScoringCalls[N]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<ScoringCalls[N]>>;
  /** Resolves when the thread is gone, for whatever reason; calls are then refused. */
  readonly gone: Promise<void>;
  close(): Promise<void>;
}

/** Starts a thread. */
export function startScoring(): ScoringThread {
  const worker = new Worker(new URL("./scoring-worker.js", import.meta.url));
  const gone = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));
  const onEnd = (listener: (reason: Error) => void) => {
    worker.on("error", ({ message }) => listener(new StudioError("failed", `scoring stopped: ${message}`)));
    worker.on("exit", () => listener(new StudioError("failed", "scoring was stopped")));
  };
  const { call } = caller<ScoringCalls>({ ...threadPort(worker), onEnd }, received);
  return {
    gone,
    call: (name, argument, signal) => call(name, argument, { signal }) as never,
    close: async () => void (await worker.terminate()),
  };
}

function received({ code = "failed", message }: SentError): StudioError {
  return code === "cancelled"
    ? new StudioError("stale", "nobody waits for this any more")
    : new StudioError(code, message);
}
