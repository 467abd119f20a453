// The terminal of this process.
import { availableParallelism } from "node:os";
import { imageProtocolOf } from "./inline-image.ts";
import { keysOf } from "./keys.ts";
import type { Output, Terminal } from "./terminal.ts";

/** The standard streams and the clock as a Terminal. */
export function processTerminal(process: NodeJS.Process): Terminal {
  endQuietlyWhenThePipeCloses(process);
  return {
    out: output(process.stdout, process.env),
    err: output(process.stderr, process.env),
    keys: keysOf(process.stdin),
    date: () => new Date(),
    imageProtocol: process.stdout.isTTY ? imageProtocolOf(process.env) : null,
    threads: availableParallelism(),
    now: () => performance.now(),
    untilInterrupted: (work) => untilInterrupted(process, work),
    datasetsFolder: process.env.XPAL_DATASETS || undefined,
    queueAddress: process.env.XPAL_QUEUE || undefined,
    databaseAddress: process.env.XPAL_DATABASE || undefined,
    studioSecret: process.env.XPAL_SECRET, // one that is set and empty is a mistake, and rejected
    storeAddress: process.env.XPAL_STORE || undefined,
    debug: process.env.XPAL_DEBUG === "1",
  };
}

function output(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Output {
  const isTerminal = stream.isTTY === true;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "";
  const rejected = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb" || env.FORCE_COLOR === "0";
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    colour: forced || (isTerminal && !rejected),
    get columns() {
      return stream.columns || 80; // some pseudo-terminals say 0
    },
  };
}

/** `xpal … | head` closes the pipe early, which is not an error. */
function endQuietlyWhenThePipeCloses(process: NodeJS.Process): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`xpal: standard output must accept what is written, but writing failed with ${error.code}\n`);
    process.exit(1);
  });
}

async function untilInterrupted<T>(process: NodeJS.Process, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
  }
}
