// Statements on their way to the thread that writes to a SQLite file, and one writer at a time. The thread is started by the
// first of them, and keeps the process from ending only while it is at work.
import { Worker } from "node:worker_threads";

/** The file, as it was when the store was opened: it may have been replaced since. */
export interface SqliteFile {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** What the thread is to do. */
export type Step =
  | {
      readonly kind: "statement";
      readonly text: string;
      readonly parameters: readonly unknown[];
      /** Whether a transaction begins with it. */
      readonly begins: boolean;
    }
  | { readonly kind: "commit" | "rollback" | "close" };

/** What became of it; nothing is said of "close". */
export type Outcome =
  | { readonly rows: unknown[]; readonly changes?: number }
  | { readonly error: { readonly message: string; readonly code: string | undefined } };

/** What a statement gives. */
export type Done = Exclude<Outcome, { error: unknown }>;

interface Waiting {
  done(outcome: Done): void;
  failed(error: Error): void;
}

/** The side of the thread where the store is. */
export class SqliteWriter {
  readonly #file: SqliteFile;
  /** In the order in which the thread answers. */
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Waits until nobody else writes; returns how to let the next one. */
  async turn(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((done) => {
      end = done;
    });
    await before;
    return end;
  }

  /** Does a step; the steps of a turn are done in their order. */
  do(step: Exclude<Step, { kind: "close" }>): Promise<Done> {
    if (this.#isClosed) return Promise.reject(new Error("The database connection is not open"));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((done, failed) => {
      this.#waiting.push({ done, failed });
      worker.ref();
      if (step.kind !== "statement") worker.postMessage(step);
      else {
        // Bytes are copied once and handed over: a part of a larger buffer would be sent with all of it.
        const copies: ArrayBuffer[] = [];
        const parameters = step.parameters.map((value) => {
          if (!(value instanceof Uint8Array)) return value;
          const copy = new Uint8Array(value); // `slice` of a Buffer copies nothing
          copies.push(copy.buffer);
          return copy;
        });
        worker.postMessage({ ...step, parameters }, copies);
      }
    });
  }

  /** Resolves when the thread has closed the file; what it is at is finished, an open transaction is not kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    worker.postMessage({ kind: "close" } satisfies Step);
    await new Promise((gone) => worker.once("exit", gone));
  }

  #start(): Worker {
    // Run from source it is the built one: Node 20 loads no TypeScript.
    const built = import.meta.url.endsWith(".ts") ? "../dist/sqlite-thread.js" : "./sqlite-thread.js";
    const worker = new Worker(new URL(built, import.meta.url), { workerData: this.#file, execArgv: [] });
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined; // the next statement starts another one
      for (const { failed } of this.#waiting.splice(0)) failed(error);
    };
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("The database connection is not open: its thread has ended")));
    worker.on("message", (outcome: Outcome) => {
      const { done, failed } = this.#waiting.shift()!;
      if (this.#waiting.length === 0 && !this.#isClosed) worker.unref();
      if ("error" in outcome) failed(Object.assign(new Error(outcome.error.message), { code: outcome.error.code }));
      else done(outcome);
    });
    return worker;
  }
}
