// Each time somebody works on a plan and comes to an end, a line about it is kept: where, how long, with which version.
import type { JsonValue, Runs } from "@xpal/store";
import type { Environment } from "./experiment.ts";

const prefixOf = (plan: string) => `session/${plan}/`;

/** Keeps how a stretch of work went. */
export async function keepSession(
  store: Pick<Runs, "put">,
  plan: string,
  owner: string,
  environment: Environment,
): Promise<void> {
  await store.put(prefixOf(plan) + owner, { ...environment } as unknown as JsonValue);
}

/** Where and how a plan ran: the last stretch, with the seconds of all. Undefined when none came to an end. */
export async function environmentOf(store: Pick<Runs, "list">, plan: string): Promise<Environment | undefined> {
  let last: Environment | undefined;
  let seconds = 0;
  for await (const { outcome } of store.list({ prefix: prefixOf(plan) })) {
    const session = outcome as unknown as Environment;
    seconds += session.seconds;
    if (last === undefined || session.finishedAt > last.finishedAt) last = session;
  }
  return last === undefined ? undefined : { ...last, seconds };
}
