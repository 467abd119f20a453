// A worker thread that does repetitions: it is sent one, reports each label, and answers with the curves. What goes
// wrong here is only said to have gone wrong: the caller repeats it in its own thread, where the error is its own.
import { parentPort } from "node:worker_threads";
import { type Repetition, repeat } from "./repetition.ts";

/** What a worker says. */
export type WorkerMessage = { readonly step: string } | { readonly curves: Float64Array[] } | { readonly failed: true };

const REPORTED_AFTER_MS = 50;

parentPort?.on("message", (repetition: Repetition) => {
  void work(repetition);
});

async function work(repetition: Repetition): Promise<void> {
  let steps = 0;
  let reported = 0;
  const say = (message: WorkerMessage) => parentPort?.postMessage(message);
  try {
    const curves = await repeat(repetition, (strategy) => {
      steps++;
      if (performance.now() - reported < REPORTED_AFTER_MS) return;
      reported = performance.now();
      for (; steps > 0; steps--) say({ step: strategy });
    });
    for (; steps > 0; steps--) say({ step: "" });
    say({ curves });
  } catch {
    say({ failed: true });
  }
}
