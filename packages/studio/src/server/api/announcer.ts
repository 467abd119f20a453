// Tells webhooks what has happened to projects, whoever did it.
import type { JsonValue } from "@xpal/store";
import type { Log } from "../log.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { Webhooks } from "./webhooks.ts";

/** Announces labels, imports and the end of a project's work. Nobody waits for it, and its failure fails nothing else. */
export class Announcer {
  readonly #webhooks: Webhooks;
  readonly #log: Log;
  /** The projects of which the model is being asked whether they are done, and whether to ask again then. */
  readonly #checking = new Map<string, boolean>();

  constructor(webhooks: Webhooks, log: Log) {
    this.#webhooks = webhooks;
    this.#log = log;
  }

  /** Items were answered or decided. */
  answered(project: string, openProject: OpenProject, items: readonly number[]): Promise<void> {
    return this.#quietly(async () => {
      if (items.length === 0 || !(await this.#webhooks.areThere())) return;
      const { state } = openProject;
      const labels = items.map((item): JsonValue => {
        const fact = state.facts.get(item);
        const label = typeof fact?.to === "number" ? (state.classes.get(fact.to)?.name ?? null) : null;
        return { item, label, aside: typeof fact?.to === "string" ? fact.to : null, by: fact?.by ?? null };
      });
      await this.#webhooks.tell("label", project, { labels });
      void this.#quietly(() => this.#checkSoon(project, openProject));
    });
  }

  /** A project was made, or rows were added to one. */
  imported(project: string): Promise<void> {
    return this.#quietly(() => this.#webhooks.tell("import", project, {}));
  }

  /** A project was removed, and what was told of it is forgotten. */
  removed(project: string): Promise<void> {
    return this.#quietly(() => this.#webhooks.untell("stop", project));
  }

  /** One question to the model at a time, whatever comes meanwhile. */
  async #checkSoon(project: string, openProject: OpenProject): Promise<void> {
    const isUnderWay = this.#checking.has(project);
    this.#checking.set(project, true);
    if (isUnderWay) return;
    try {
      while (this.#checking.get(project)) {
        this.#checking.set(project, false);
        await this.#checkEnd(project, openProject);
      }
    } finally {
      this.#checking.delete(project);
    }
  }

  async #checkEnd(project: string, openProject: OpenProject): Promise<void> {
    const history = openProject.history();
    if ((history.target ?? null) === null) return;
    const { guarantee, labels } = await openProject.ask("model", history);
    if (guarantee?.reached !== true) return this.#webhooks.untell("stop", project);
    await this.#webhooks.tellOnce("stop", project, { target: guarantee.target, bound: guarantee.bound, labels });
  }

  async #quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => this.#log("error", { what: "webhooks", message: error.message }));
  }
}
