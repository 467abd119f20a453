// The server's side of the thread of one import. Closing it ends whatever it does, at any moment.
import { Worker } from "node:worker_threads";
import type { ImportProgress } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportCallMessage, ImportCallName, ImportCalls, ImportReply } from "./import-calls.ts";

/** A thread that reads one file. */
export interface ImportThread {
  call<N extends ImportCallName>(name: N, argument: Parameters<ImportCalls[N]>[0]): Promise<ReturnType<ImportCalls[N]>>;
  /** Ends it; calls that wait are refused as cancelled. */
  close(): Promise<void>;
}

/** Starts a thread. */
export function startImport(onProgress: (progress: ImportProgress) => void): ImportThread {
  const worker = new Worker(new URL("./import-worker.js", import.meta.url));
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let ended: StudioError | undefined;
  const end = (error: StudioError) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", (reply: ImportReply) => {
    if ("progress" in reply) return onProgress(reply.progress);
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) asked?.reject(new StudioError(reply.error.code, reply.error.message));
    else asked?.resolve(reply.value as never);
  });
  worker.on("error", (error) => {
    const tooLarge = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
    if (tooLarge) end(new StudioError("too-large", "the file must fit into memory; take fewer rows or columns"));
    else end(new StudioError("failed", `the file could not be read: ${error.message}`));
  });
  worker.on("exit", () => end(new StudioError("cancelled", "the import was cancelled")));
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, argument } satisfies ImportCallMessage);
      }),
    close: async () => {
      end(new StudioError("cancelled", "the import was cancelled"));
      await worker.terminate();
    },
  };
}
