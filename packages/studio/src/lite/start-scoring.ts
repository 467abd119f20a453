import { caller, pagePort } from "@xpal/core/calls";
import type { ScoringCalls, ScoringThread } from "../server/scoring/scoring-calls.ts";
import { StudioError } from "../server/studio-error.ts";

/** Starts a worker that scores one project. */
export function startScoring(): ScoringThread {
  const worker = new Worker(new URL("./scoring-worker.ts", import.meta.url), { type: "module" });
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { call, end } = caller<ScoringCalls>(pagePort(worker), ({ code = "failed", message }) =>
    code === "cancelled" ? new StudioError("stale", "the request is out of date") : new StudioError(code, message),
  );
  const stop = (reason: Error) => {
    worker.terminate();
    end(reason);
    leave();
  };
  worker.addEventListener("error", ({ message }) => stop(new StudioError("failed", `scoring stopped: ${message}`)));
  return {
    gone,
    call: (name, argument, signal) => call(name, argument, { signal }) as never,
    close: async (reason = new StudioError("closed", "the project was closed meanwhile; ask again")) => stop(reason),
  };
}
