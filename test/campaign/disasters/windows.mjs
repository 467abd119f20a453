// Two to five windows on one project, with people of different speed, some of whom leave without a word. Everybody answers
// what they see with what it is; so a label that is not the item's own landed on the wrong item.
import { bundled } from "@xpal/data";
import { answerEvent, pause, withStudio } from "../studio-client.mjs";

export const about =
  "two to five windows with people of different speed; no label on a wrong item, no item asked twice";
export const defaultRounds = 70; // about 10,000 labels
export const testRounds = 2;

export async function run({ rounds, chance, fail }) {
  const iris = await bundled("iris");
  const truth = iris.columns.find(({ name }) => name === "class").values;
  const figures = {
    rounds,
    windows: 0,
    labels: 0,
    rejected: 0,
    "times nothing was free": 0,
    "windows that vanished": 0,
    "connections cut": 0,
  };
  // A server may close an idle connection at the moment at which it is used again. As the page does, the same words are
  // then sent once more; an event that came through has its id in the log and counts once.
  const insist = (send) =>
    send().catch((error) => {
      if (error.cause?.code !== "ECONNRESET") throw error;
      figures["connections cut"]++;
      return send();
    });
  let later = 0;
  const clock = () => new Date(Date.now() + later);
  await withStudio({ clock }, async ({ client }) => {
    for (let round = 0; round < rounds; round++) {
      const { project } = await client.post("/api/demos", { name: "iris" });
      const path = `/api/projects/${project}`;
      const { classes } = (await client.get(path)).project;
      const shown = new Map();
      const people = Array.from({ length: 2 + (round % 4) }, (_, at) => ({
        window: `window-${round}-${at}`,
        ms: [0, 0, 2, 10, 40][chance.index(5)],
        leavesAfter: at > 0 && chance.index(3) === 0 ? 1 + chance.index(10) : Number.POSITIVE_INFINITY,
      }));
      figures.windows += people.length;
      const table = { sitting: people.length, waiting: 0 };
      await Promise.all(
        people.map((person) => sit(person, path, classes, shown, table).finally(() => table.sitting--)),
      );
      const { events } = await client.get(path);
      const answers = events.filter(({ kind }) => kind === "answer");
      figures.labels += answers.length;
      for (const { body } of answers) {
        if (classes[body.to] !== String(truth[body.item])) fail(`round ${round}: item ${body.item} has a wrong label`);
      }
      const items = new Set(answers.map(({ body }) => body.item));
      if (items.size !== truth.length) fail(`round ${round}: ${items.size} of ${truth.length} items were labelled`);
      if (answers.length !== items.size)
        fail(`round ${round}: ${answers.length - items.size} items were answered twice`);
      await client.raw(path, { method: "DELETE" });
    }

    /** One person: asks, looks, thinks, answers, until everything is labelled. */
    async function sit({ window, ms, leavesAfter }, path, classes, shown, table) {
      for (let given = 0; ; ) {
        const next = await insist(() => client.get(`${path}/next?count=3&window=${window}`));
        if (next.open === 0) return;
        if (next.suggestions.length === 0) {
          figures["times nothing was free"]++;
          table.waiting++;
          // When all that are left wait, the windows that vanished hold the rest; time passes until they lose it. While
          // somebody still looks at an item no time passes, however slow the machine is.
          if (table.waiting === table.sitting) later += 60_000;
          await pause(5);
          table.waiting--;
          continue;
        }
        for (const { item } of next.suggestions) {
          if (shown.has(item)) fail(`item ${item} is on the screens of ${shown.get(item)} and ${window}`);
          shown.set(item, window);
          await insist(() => client.get(`${path}/look?item=${item}&window=${window}`));
          await pause(ms);
          if (given >= leavesAfter) {
            figures["windows that vanished"]++;
            shown.delete(item);
            return;
          }
          const event = answerEvent(item, classes.indexOf(String(truth[item])));
          const { results } = await insist(() => client.post(`${path}/events`, { events: [event] }));
          if (results[0].rejection !== null) figures.rejected++;
          shown.delete(item);
          given++;
        }
      }
    }
  });
  return figures;
}
