// Hears of other writers through the server, on a connection of its own. When that breaks it is made again, and whoever
// watches is told that anything may have happened meanwhile.
import pg from "pg";
import type { LogListener } from "./store.ts";

/** Where logs that have grown are announced. */
export const CHANNEL = "xpal_events";

/** The message about a log. */
export function grown(project: string, last: number): string {
  return `${last} ${project}`;
}

/** How long to wait before connecting again. */
const PAUSE_MS = 500;

/**
 * Begins to watch.
 * @returns How to stop.
 */
export async function watchPostgres(connectionString: string, listener: LogListener): Promise<() => Promise<void>> {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
    let isListening = false;
    const onLost = () => {
      if (isListening) again();
      isListening = false;
      void fresh.end().catch(() => {});
    };
    fresh.on("error", onLost);
    fresh.on("end", onLost);
    fresh.on("notification", ({ payload = "" }) => {
      const [, last, project] = /^(\d+) (.+)$/s.exec(payload) ?? [];
      listener(project === undefined ? null : { project, last: Number(last) });
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    isListening = true;
    return fresh;
  }

  function again(): void {
    if (stopped) return;
    timer = setTimeout(async () => {
      try {
        client = await listen();
        if (stopped) await client.end();
        else listener(null);
      } catch {
        again();
      }
    }, PAUSE_MS);
    timer.unref();
  }

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client.end().catch(() => {});
  };
}
