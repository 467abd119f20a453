// The scoring thread: one call at a time, in order; a call that a later answer has made pointless is given up.
import { parentPort } from "node:worker_threads";
import { StudioError } from "../studio-error.ts";
import { type NumberedScorer, openNumberedScorer } from "./numbered-scorer.ts";
import type { CallMessage, CancelMessage, ReplyMessage, ScoringCalls } from "./scoring-calls.ts";

const port = parentPort!;
let scorer: NumberedScorer | undefined;
let queue: Promise<unknown> = Promise.resolve();
let latest = 0;

const cancelled = new Set<number>();

port.on("message", (message: CallMessage | CancelMessage) => {
  if ("cancel" in message) {
    cancelled.add(message.cancel);
    return;
  }
  const { id, name, argument } = message;
  if (name === "sync") latest = Math.max(latest, (argument as { sequence: number }).sequence);
  queue = queue.then(async () => {
    try {
      if (cancelled.delete(id)) throw new StudioError("stale", "nobody waits for this any more");
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
    const before = scorer;
    scorer = await openNumberedScorer(argument, () => latest);
    await before?.close();
    return { items: scorer.itemCount };
  }
  if (scorer === undefined) throw new Error("the pool is not open");
  return scorer.calls[name](argument);
}

function reply(message: ReplyMessage): void {
  port.postMessage(message);
}
