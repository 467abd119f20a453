// The items of another program in the order in which they are best labelled. Scoring has a thread of its own, so that
// requests are answered meanwhile; it is told what changed, and opened anew when items came, went or became others.

import { createHash } from "node:crypto";
import { type Answer, type ModelKind, type ScoringThread, tableToBytes } from "@xpal/studio/internal";
import type { BridgeItem, SettledAnswer } from "./bridge-item.ts";
import { type ItemPool, itemPool, type PoolOptions } from "./item-pool.ts";

/** What is predicted of an item. */
export interface ItemPrediction {
  readonly label: string;
  readonly probability: number;
}

/** Items in order, and what is known of them. */
export interface Ranking {
  /** Ids of open items, the most useful first; as many as were asked for. */
  readonly order: readonly string[];
  /** What is predicted of each item; empty before the first label. */
  readonly predictions: ReadonlyMap<string, ItemPrediction>;
  readonly items: number;
  readonly labelled: number;
  readonly skipped: number;
  readonly open: number;
  /** How many items are left out, since they have no vector. */
  readonly leftOut: number;
  /** How many items the first answer is expected to set right; null when nothing is open. */
  readonly worth: number | null;
  readonly notices: readonly string[];
}

/** How items are ranked. */
export interface RankingOptions extends PoolOptions {
  readonly classes: readonly string[];
  readonly model: ModelKind;
  readonly seed: number;
  readonly count: number;
}

/** Ranks items again and again, as answers come in. */
export class RankedPool {
  readonly #start: () => ScoringThread;
  #thread: ScoringThread | undefined;
  #opened: { key: string; pool: ItemPool; told: Map<string, string> } | undefined;
  #sequence = 0;

  constructor(start: () => ScoringThread) {
    this.#start = start;
  }

  /** Ranks the items; an answer that names none of the classes counts as open. */
  async rank(items: readonly BridgeItem[], options: RankingOptions): Promise<Ranking> {
    const { pool, told } = await this.#open(items, options);
    const thread = this.#running();
    const known = new Map(items.map((item) => [item.id, item]));
    const changed: [number, Answer, number][] = [];
    pool.ids.forEach((id, row) => {
      const { answer, at } = known.get(id) as BridgeItem;
      const to = answerOf(answer, options.classes);
      const key = `${to} ${at}`;
      if ((told.get(id) ?? "null 0") === key) return;
      changed.push([row, to, at]);
      told.set(id, key);
    });
    const sequence = ++this.#sequence;
    await thread.call("sync", { sequence, answers: changed, model: options.model });
    const answers = pool.ids.map((id) => answerOf((known.get(id) as BridgeItem).answer, options.classes));
    const labelled = answers.filter((to) => typeof to === "number").length;
    const skipped = answers.filter((to) => to === "skipped").length;
    const open = answers.length - labelled - skipped;
    const count = Math.min(options.count, open);
    const rows = count === 0 ? [] : (await thread.call("rank", { count, beside: null, without: [] })).items;
    const worth = rows.length === 0 ? null : (await thread.call("look", { item: rows[0] })).items;
    return {
      order: rows.map((row) => pool.ids[row]),
      predictions: labelled === 0 ? new Map() : await this.#predictions(thread, pool, options.classes),
      ...{ items: items.length, labelled, skipped, open, leftOut: pool.leftOut, worth },
      notices: pool.notices.map(({ message }) => message),
    };
  }

  async close(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
    this.#opened = undefined;
  }

  async #open(items: readonly BridgeItem[], options: RankingOptions) {
    const { classes, seed, model, columns } = options;
    const hash = createHash("sha256").update(JSON.stringify([classes, columns]));
    for (const { id, cells } of items) hash.update(JSON.stringify([id, cells]));
    const key = hash.digest("hex");
    if (this.#opened?.key === key) return this.#opened;
    const pool = await itemPool(items, options);
    this.#opened = undefined;
    await this.#running().call("open", {
      table: tableToBytes(pool.table),
      recipe: pool.recipe,
      columns: { ignored: [], pinned: [] },
      classes,
      ids: [...classes.keys()],
      ...{ seed, model, costs: null, measure: "mean", labelCostRule: null, truth: null, keepBytes: null },
    });
    this.#opened = { key, pool, told: new Map() };
    return this.#opened;
  }

  /** The thread; another one where it has died, which has everything to be told again. */
  #running(): ScoringThread {
    if (this.#thread !== undefined) return this.#thread;
    const thread = this.#start();
    this.#thread = thread;
    void thread.gone.then(() => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#opened = undefined;
    });
    return thread;
  }

  async #predictions(thread: ScoringThread, { ids }: ItemPool, classes: readonly string[]) {
    const { predicted, probability } = await thread.call("predictions", { usefulness: false });
    return new Map(
      ids.map((id, row) => [id, { label: classes[predicted[row]], probability: probability[row] }] as const),
    );
  }
}

function answerOf(answer: SettledAnswer, classes: readonly string[]): Answer {
  if (answer === null || answer === "skipped") return answer;
  const place = classes.indexOf(answer.label);
  return place < 0 ? null : place;
}
