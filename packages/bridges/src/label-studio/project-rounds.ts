// One round: read what changed, rank the tasks, push the order under a new version, make that the project's version, and
// remove the versions before. A round that is stopped anywhere leaves an order in force, and the next one begins anew.

import { createHash } from "node:crypto";
import type { Table } from "@xpal/data";
import { type ModelKind, StudioError } from "@xpal/studio/internal";
import type { BridgeEvents } from "../bridge-report.ts";
import type { RankedPool, Ranking } from "../ranked-pool.ts";
import { KnownTasks } from "./known-tasks.ts";
import type { Json, LabelStudioApi, LabelStudioProject } from "./label-studio-api.ts";
import { type LabellingConfig, labellingConfig } from "./labelling-config.ts";
import { isOwnVersion, nextVersion, type PredictionStyle, predictionOf, pushedOrder } from "./pushed-order.ts";
import { shownColumns } from "./read-task.ts";
import { webhookNews } from "./webhook-news.ts";

/** What decides the order. */
export interface RoundOptions extends Pick<BridgeEvents, "onReport"> {
  readonly choices?: string;
  readonly fields?: readonly string[];
  readonly vectors?: Table;
  readonly count?: number;
  readonly blind?: boolean;
  readonly model?: ModelKind;
  readonly seed?: number;
}

/** What a project was when its order was last pushed. */
interface Pushed {
  readonly ranking: Ranking;
  readonly style: PredictionStyle;
  readonly places: ReadonlyMap<string, number>;
}

/** The rounds of one project. */
export class ProjectRounds {
  readonly #api: LabelStudioApi;
  readonly #pool: RankedPool;
  readonly #options: RoundOptions;
  readonly #known = new KnownTasks();
  #config: { xml: string; parsed: LabellingConfig } | undefined;
  #project: LabelStudioProject | undefined;
  #pushed: Pushed | undefined;
  /** What the last push was made of; another push of the same would only tire the server. */
  #pushedFrom = "";
  #readAll = true;
  #look = false;
  #changed = new Set<number>();
  /** The counts before all tasks were last read, by which other numbers that mean the same are known. */
  #counts = "";

  constructor(api: LabelStudioApi, pool: RankedPool, options: RoundOptions) {
    this.#api = api;
    this.#pool = pool;
    this.#options = options;
  }

  /** The version that is in force. */
  get version(): string {
    return this.#pushed?.style.version ?? "xpal-0";
  }

  get isReady(): boolean {
    return this.#pushed !== undefined;
  }

  /** Has the next round read all tasks. */
  readAll(): void {
    this.#readAll = true;
  }

  /** Has the next round look whether there are other tasks or annotations than are known. */
  look(): void {
    this.#look = true;
  }

  /** Takes a webhook; whether a round is needed. */
  hear(body: Json): boolean {
    if (body.action === "PROJECT_UPDATED" && this.#isSameProject(body.project)) return false;
    const { tasks, all } = webhookNews(body, (annotation) => this.#known.taskOf(annotation));
    for (const task of tasks) this.#changed.add(task);
    this.#readAll ||= all;
    return all || tasks.length > 0;
  }

  /** The bridge's own change of the version comes back as an update of the project. */
  #isSameProject(project: unknown): boolean {
    const config = (project as { label_config?: unknown } | null | undefined)?.label_config;
    return config !== undefined && config === this.#config?.xml;
  }

  lacks(tasks: readonly Json[]): boolean {
    return tasks.some(({ id }) => !this.#known.has(Number(id)));
  }

  /** Predictions in the order of the tasks; null before the first round. */
  predictions(tasks: readonly Json[]): unknown[] | null {
    const { ranking, style, places } = this.#pushed ?? {};
    if (ranking === undefined || style === undefined || places === undefined) return null;
    return tasks.map((task) => {
      const id = String(task.id);
      const score = places.get(id) ?? 1;
      return { ...predictionOf(ranking.predictions.get(id), style), score, model_version: style.version };
    });
  }

  async round(): Promise<void> {
    const config = await this.#read();
    const items = this.#known.items;
    const from = createHash("sha256")
      .update(JSON.stringify([config, items]))
      .digest("hex");
    if (from === this.#pushedFrom) return;
    const { fields, vectors, model = "learn", seed = 0, count = 100, blind = false } = this.#options;
    if (vectors === undefined && fields === undefined) checkShown(config);
    const columns = shownColumns(config, fields, items);
    const [only] = columns;
    const ranking = await this.#pool.rank(items, {
      ...{ columns, model, seed, count, classes: config.classes },
      // The one thing that people read is a text, also where it is short.
      roles: columns.length === 1 ? { [only]: "text" } : {},
      ...(vectors === undefined ? {} : { vectors }),
    });
    const before = await this.#api.modelVersions();
    const version = nextVersion([...before, this.#project?.modelVersion ?? "", this.version]);
    const style: PredictionStyle = { version, config, blind };
    const predictions = pushedOrder(ranking, style);
    await this.#api.push(predictions);
    this.#pushed = { ranking, style, places: new Map(predictions.map(({ task, score }) => [String(task), score])) };
    if (predictions.length > 0) await this.#api.setModelVersion(version);
    for (const old of before) if (isOwnVersion(old) && old !== version) await this.#api.forgetVersion(old);
    await this.#api.refreshBackends();
    this.#pushedFrom = from;
    const { items: all, labelled, skipped, open, leftOut, worth, notices, order } = ranking;
    const next = order[0] ?? null;
    this.#options.onReport({
      ...{ version, items: all, labelled, skipped, open, leftOut, worth, notices, next },
      pushed: predictions.length,
    });
  }

  /** Reads what is to be read; what could not be read is read the next time. */
  async #read(): Promise<LabellingConfig> {
    const changed = this.#changed;
    const all = this.#readAll;
    const [look, config] = [this.#look, this.#config];
    this.#changed = new Set();
    this.#readAll = false;
    this.#look = false;
    try {
      if (all || look || config === undefined) {
        this.#project = await this.#api.project();
        const counts = `${this.#project.tasks} ${this.#project.annotations}`;
        const known = `${this.#known.size} ${this.#known.annotations}`;
        if (all || config?.xml !== this.#project.config || (counts !== known && counts !== this.#counts)) {
          this.#config = { xml: this.#project.config, parsed: this.#parsed(this.#project.config) };
          this.#known.replaceAll(await this.#api.tasks(), this.#config.parsed);
          this.#counts = counts;
          return this.#config.parsed;
        }
      }
      const { parsed } = this.#config as { parsed: LabellingConfig };
      for (const id of changed) {
        const task = await this.#api.task(id);
        if (task === null) this.#known.remove(id);
        else this.#known.put(task, parsed);
      }
      return parsed;
    } catch (error) {
      for (const id of changed) this.#changed.add(id);
      this.#readAll ||= all;
      this.#look ||= look;
      throw error;
    }
  }

  #parsed(xml: string): LabellingConfig {
    return labellingConfig(xml, this.#options.choices);
  }
}

function checkShown({ shown }: LabellingConfig): void {
  const media = shown.find(({ kind }) => kind === "media");
  if (media === undefined && shown.length > 0) return;
  const message =
    media === undefined
      ? 'the labelling configuration must show something of the task, such as <Text value="$text"/>; or --field names what tasks are compared by'
      : `--embeddings must give a vector for each task, since people are shown "$${media.key}", which is no text or number; or --field names what tasks are compared by`;
  throw new StudioError("bad-argument", `bridge: ${message}`);
}
