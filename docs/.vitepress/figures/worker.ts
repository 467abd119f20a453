// The figures' engine, off the page's own thread.
import { panelAnswer } from "./panel-answer.ts";
import { race } from "./race.ts";
import type { Reply, Request } from "./requests.ts";

/** Panels are computed one after the other, so that the first figure of a page is there first. */
let panels: Promise<unknown> = Promise.resolve();

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  const reply = (message: Reply) => postMessage(message);
  try {
    if (data.kind === "panel") {
      const answer = panels.then(() => panelAnswer(data.scene));
      panels = answer.catch(() => {});
      reply({ id: data.id, done: true, value: await answer });
    } else {
      await race(data.race, (value) => reply({ id: data.id, done: false, value }));
      reply({ id: data.id, done: true, value: undefined });
    }
  } catch (error) {
    reply({ id: data.id, done: true, error: error instanceof Error ? error.message : String(error) });
  }
});
