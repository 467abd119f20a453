// The server's side of a scoring thread: calls go out, promises come back, and requests are answered meanwhile.
import { Worker } from "node:worker_threads";
import { caller, type SentError, threadPort } from "@xpal/core/calls";
import { StudioError } from "../studio-error.ts";
import type { ScoringCalls, ScoringThread } from "./scoring-calls.ts";

/**
 * Starts a thread.
 * @param givesWay Whether it, and the threads that it starts, give way to those that answer requests.
 */
export function startScoring(givesWay = false): ScoringThread {
  const worker = new Worker(new URL("./scoring-worker.js", import.meta.url), { workerData: { givesWay } });
  const gone = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));
  const onEnd = (listener: (reason: Error) => void) => {
    worker.on("error", ({ message }) => listener(new StudioError("failed", `scoring stopped: ${message}`)));
    worker.on("exit", () => listener(new StudioError("failed", "scoring was stopped")));
  };
  const { call, end } = caller<ScoringCalls>({ ...threadPort(worker), onEnd }, received);
  return {
    gone,
    call: (name, argument, signal) => call(name, argument, { signal }) as never,
    close: async (reason = new StudioError("closed", "the project was closed meanwhile; ask again")) => {
      end(reason);
      await worker.terminate();
    },
  };
}

function received({ code = "failed", message }: SentError): StudioError {
  return code === "cancelled" ? new StudioError("stale", "the request is out of date") : new StudioError(code, message);
}
