// The server's side of the process of one import. Closing it ends whatever it does, at any moment. A thread would not do:
// ending one in the middle of the native Parquet reader can take the whole server with it.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ImportProgress } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportCallMessage, ImportCallName, ImportCalls, ImportReply } from "./import-calls.ts";

/** A process that reads one file. */
export interface ImportProcess {
  call<N extends ImportCallName>(name: N, argument: Parameters<ImportCalls[N]>[0]): Promise<ReturnType<ImportCalls[N]>>;
  /** Ends it; calls that wait are refused as cancelled. It resolves when the process is gone. */
  close(): Promise<void>;
}

/** Starts a process. */
export function startImport(onProgress: (progress: ImportProgress) => void): ImportProcess {
  const child = fork(fileURLToPath(new URL("./import-worker.js", import.meta.url)), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let ended: StudioError | undefined;
  const end = (error: StudioError) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const gone = new Promise<void>((resolve) => {
    child.on("exit", (code, signal) => {
      end(whyItEnded(code, signal));
      resolve();
    });
    child.on("error", (error) => {
      end(new StudioError("failed", `the file could not be read: ${error.message}`));
      if (child.pid === undefined) resolve(); // it never began
    });
  });
  child.on("message", (reply: ImportReply) => {
    if ("progress" in reply) return onProgress(reply.progress);
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) asked?.reject(new StudioError(reply.error.code, reply.error.message));
    else asked?.resolve(reply.value as never);
  });
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, argument } satisfies ImportCallMessage, (error) => {
          if (error !== null) end(new StudioError("failed", `the file could not be read: ${error.message}`));
        });
      }),
    close: async () => {
      end(new StudioError("cancelled", "the import was cancelled"));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** A process that nobody ended was too large, or a reader broke it. */
function whyItEnded(code: number | null, signal: NodeJS.Signals | null): StudioError {
  if (signal === "SIGABRT" || code === 134) {
    return new StudioError("too-large", "the file must fit into memory; take fewer rows or columns");
  }
  return new StudioError("failed", "the file could not be read: its reader ended unexpectedly");
}
