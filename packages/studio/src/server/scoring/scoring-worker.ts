// The scoring thread: one call at a time, in order; a call that a later answer has made pointless is given up.
import { parentPort } from "node:worker_threads";
import { Scorer } from "./scorer.ts";
import type { CallMessage, ReplyMessage, ScoringCalls } from "./scoring-calls.ts";

const port = parentPort!;
let scorer: Scorer | undefined;
let queue: Promise<unknown> = Promise.resolve();
let latest = 0;

port.on("message", ({ id, name, argument }: CallMessage) => {
  if (name === "sync") latest = Math.max(latest, (argument as { sequence: number }).sequence);
  queue = queue.then(async () => {
    try {
      reply({ id, value: await answer(name, argument as never) });
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      reply({ id, error: { code: typeof code === "string" ? code : "failed", message: (error as Error).message } });
    }
    // Messages that arrived meanwhile are read before the next call begins, so that `latest` is true.
    await new Promise((resolve) => setImmediate(resolve));
  });
});

async function answer(name: keyof ScoringCalls, argument: never): Promise<unknown> {
  if (name === "open") {
    scorer = await Scorer.open(argument, () => latest);
    return { items: scorer.itemCount };
  }
  if (scorer === undefined) throw new Error("the pool is not open");
  return scorer[name](argument);
}

function reply(message: ReplyMessage): void {
  port.postMessage(message);
}
