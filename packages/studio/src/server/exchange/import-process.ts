// The server's side of the process of one import. Closing it ends whatever it does, at any moment. A thread would not do:
// ending one in the middle of the native Parquet reader can take the whole server with it.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { caller, type Port } from "@xpal/core/calls";
import type { ImportProgress } from "../../protocol/import-progress.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportCalls, StartImport } from "./import-calls.ts";

/** Starts a process. */
export const startImport: StartImport = (onProgress) => {
  const child = fork(fileURLToPath(new URL("./import-worker.js", import.meta.url)), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
  });
  const gone = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => child.pid === undefined && resolve()); // it never began
  });
  const { call, end } = caller<ImportCalls, ImportProgress>(processPort(child), ({ code = "failed", message }) => {
    return new StudioError(code, message);
  });
  return {
    call: (name, argument) => call(name, argument, { onProgress }) as never,
    close: async () => {
      end(new StudioError("cancelled", "the import was cancelled"));
      child.kill("SIGKILL");
      await gone;
    },
  };
};

function processPort(child: ChildProcess): Port {
  const unread = (error: Error) => new StudioError("failed", `the file could not be read: ${error.message}`);
  return {
    post: (message) => child.send(message as object, (error) => error !== null && child.emit("error", error)),
    onMessage: (listener) => void child.on("message", listener),
    onEnd(listener) {
      child.on("exit", (code, signal) => listener(whyItEnded(code, signal)));
      child.on("error", (error) => listener(unread(error)));
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
