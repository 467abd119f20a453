// The worker of one import, and how long it may be silent. A damaged file can keep a reader busy for ever; ending its
// worker ends that, and the page goes on.
import { caller, pagePort } from "@xpal/core/calls";
import type { ImportProgress } from "../protocol/import-progress.ts";
import type { ImportCalls, ImportProcess, StartImport } from "../server/exchange/import-calls.ts";
import { StudioError } from "../server/studio-error.ts";

/** What a worker must be able to do here. */
type ImportWorker = Parameters<typeof pagePort>[0] & { terminate(): void };

/** Without a sign of life for so long, an import is given up. */
const PATIENCE_MS = 120_000;

/** Starts a worker. */
export const startImport: StartImport = (onProgress) =>
  importIn(new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" }), onProgress, PATIENCE_MS);

/** An import in a worker that is ended when it has been silent for `patience` milliseconds during a call. */
export function importIn(
  worker: ImportWorker,
  onProgress: (progress: ImportProgress) => void,
  patience: number,
): ImportProcess {
  const { call, end } = caller<ImportCalls, ImportProgress>(pagePort(worker), ({ code = "failed", message }) => {
    return new StudioError(code, message);
  });
  const stop = (reason: StudioError) => {
    worker.terminate();
    end(reason);
  };
  worker.addEventListener("error", ({ message }: { message?: string }) =>
    stop(new StudioError("failed", `the file could not be read: ${message ?? "its reader ended"}`)),
  );
  return {
    async call(name, argument) {
      const giveUp = () => {
        const seconds = Math.round(patience / 1000);
        const message = `the file was not read within ${seconds} seconds: it is damaged, or too large for this browser`;
        stop(new StudioError("bad-argument", message));
      };
      let timer = setTimeout(giveUp, patience);
      const alive = (progress: ImportProgress) => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, patience);
        onProgress(progress);
      };
      try {
        return (await call(name, argument, { onProgress: alive })) as never;
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => stop(new StudioError("cancelled", "the import was cancelled")),
  };
}
