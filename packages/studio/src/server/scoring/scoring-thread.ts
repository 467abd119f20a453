// The server's side of a scoring thread: calls go out, promises come back, and requests are answered meanwhile.
import { Worker } from "node:worker_threads";
import { StudioError } from "../studio-error.ts";
import type { CallMessage, CallName, CancelMessage, ReplyMessage, ScoringCalls } from "./scoring-calls.ts";

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
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let ended: StudioError | undefined;
  const end = (message: string) => {
    ended ??= new StudioError("failed", message);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", ({ id, value, error }: ReplyMessage) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) asked?.reject(new StudioError(error.code, error.message));
    else asked?.resolve(value as never);
  });
  worker.on("error", (error) => end(`scoring stopped: ${error.message}`));
  const gone = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      end("scoring was stopped");
      resolve();
    });
  });
  return {
    gone,
    call: (name, argument, signal) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, argument } satisfies CallMessage);
        signal?.addEventListener("abort", () => worker.postMessage({ cancel: id } satisfies CancelMessage));
      }),
    close: async () => {
      await worker.terminate();
    },
  };
}
