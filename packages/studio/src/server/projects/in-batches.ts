// Work that costs much to begin, such as a transaction, is done for all who wait at once: one batch at a time, and whoever
// comes while it is under way is in the next.

/** Between two transactions of one kind on a store that servers share: people do not notice it, and fifty fit into one. */
export const SHARED_EVERY_MS = 40;

/** What became of one request. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Collects requests; `work` does a batch of them and says what became of each. If it fails, all of them fail.
 * @param everyMs Between the beginnings of two batches at least; a request that finds nothing under way does not wait.
 */
export function inBatches<In, Out>(
  work: (batch: readonly In[]) => Promise<readonly Outcome<Out>[]>,
  everyMs = 0,
): (request: In) => Promise<Out> {
  let waiting: { readonly request: In; readonly settle: (outcome: Outcome<Out>) => void }[] = [];
  let isRunning = false;
  let began = Number.NEGATIVE_INFINITY;
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const early = everyMs - (performance.now() - began);
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      began = performance.now();
      const batch = waiting;
      waiting = [];
      const outcomes = await work(batch.map(({ request }) => request)).catch((error: unknown) => error);
      for (const [at, { settle }] of batch.entries())
        settle(Array.isArray(outcomes) ? outcomes[at] : { error: outcomes });
    }
    isRunning = false;
  };
  return (request) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({
        request,
        settle: (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.value)),
      });
      if (!isRunning) void run();
    });
}
