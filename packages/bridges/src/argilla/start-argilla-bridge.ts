// Keeps the records of a dataset of Argilla in the order in which they are best labelled: responses are pulled, places and
// suggestions pushed. It holds nothing that Argilla does not hold, so it can be killed at any time.

import { checkParts } from "@xpal/core/check";
import { readTable } from "@xpal/data";
import { StudioError, startScoring } from "@xpal/studio/internal";
import type { BridgeOptions } from "../bridge-options.ts";
import type { Bridge } from "../bridge-report.ts";
import { LearningLoop } from "../learning-loop.ts";
import { RankedPool } from "../ranked-pool.ts";
import { remoteAddress } from "../remote-address.ts";
import { RemoteApi } from "../remote-api.ts";
import { ArgillaApi, type ArgillaDataset, type DatasetChoice } from "./argilla-api.ts";
import { readRecord, VECTOR } from "./read-record.ts";
import { ORDER, recordChange } from "./record-updates.ts";

/** How to start. */
export interface ArgillaBridgeOptions extends DatasetChoice, BridgeOptions {
  readonly apiKey: string;
  /** The name of the vectors of the records to compare them by. */
  readonly vector?: string;
  /** Seconds between two checks for responses; 10 by default. */
  readonly every?: number;
}

/**
 * Starts a bridge to Argilla, and does a first round.
 * @throws StudioError or XpalError if Argilla cannot be reached or rejects, or its dataset asks for no single label.
 * @example
 * const events = { onReport: () => {}, onFailure: () => {} };
 * const asked = { url: "https://argilla.example.org", apiKey: "0123", dataset: "tickets", ...events };
 * await startArgillaBridge(asked).catch(({ code }) => code) // "bad-argument"
 */
export async function startArgillaBridge(options: ArgillaBridgeOptions): Promise<Bridge> {
  checkParts("startArgillaBridge", "options", options, "an object with the address of the server", ["url"]);
  const { apiKey, firstPauseMs, every = 10, yes = false } = options;
  const address = remoteAddress(options.url, yes);
  const vectors = options.embeddings === undefined ? undefined : await readTable(options.embeddings);
  const stop = new AbortController();
  const headers = async () => ({ "x-argilla-api-key": apiKey });
  const remote = new RemoteApi({
    ...address,
    signal: stop.signal,
    credentials: { headers, renew: async () => false, secrets: [apiKey] },
    ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
  });
  const api = new ArgillaApi(remote);
  const pool = new RankedPool(startScoring);
  let rounds = 0;

  async function round(): Promise<void> {
    const dataset = await api.dataset(options);
    const columns = columnsOf(dataset, options);
    const records = await api.records(dataset.id, options.vector !== undefined);
    const items = records.map((record) => readRecord(record, dataset, options.vector));
    const ranking = await pool.rank(items, {
      ...{ columns, model: options.model ?? "learn", seed: options.seed ?? 0, count: options.count ?? 100 },
      classes: dataset.question.classes,
      roles: columns.length === 1 && options.vector === undefined ? { [columns[0]]: "text" } : {},
      ...(vectors === undefined ? {} : { vectors }),
    });
    const style = { question: dataset.question.id, blind: options.blind ?? false };
    const change = recordChange(ranking, style);
    const changed = records.filter((record) => change(record) !== null).map(({ id }) => String(id));
    if (changed.length === 0 && rounds > 0) return;
    const known = await api.metadataProperties(dataset.id);
    if (!known.includes(ORDER)) await api.addMetadataProperty(dataset.id, ORDER, "xPAL order");
    await api.update(dataset.id, changed, change);
    const { items: all, labelled, skipped, open, leftOut, worth, notices, order } = ranking;
    const next = order[0] ?? null;
    options.onReport({
      ...{ version: `xpal-${++rounds}`, items: all, labelled, skipped, open, leftOut, worth, notices, next },
      pushed: changed.length,
    });
  }

  const loop = new LearningLoop({
    round,
    onFailure: ({ message }) => options.onFailure(message.replace(/^bridge: /, "")),
    ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  const close = async () => {
    clearInterval(timer);
    const ended = loop.close(); // first, so that the round that is given up passes for no failure
    stop.abort(new StudioError("closed", "bridge: it was stopped"));
    await ended;
    await pool.close();
  };
  try {
    await round(); // a first failure is one of the arguments: it is thrown
  } catch (error) {
    await close();
    throw error;
  }
  if (options.once !== true) timer = setInterval(() => loop.nudge(), 1000 * every);
  return {
    settle: async () => {
      loop.nudge();
      await loop.idle();
    },
    close,
  };
}

function columnsOf({ fields }: ArgillaDataset, { fields: wanted, vector, embeddings }: ArgillaBridgeOptions): string[] {
  if (vector !== undefined) return [VECTOR];
  if (wanted !== undefined) return [...wanted];
  const texts = fields.filter(({ type }) => type === "text").map(({ name }) => name);
  if (texts.length > 0 || embeddings !== undefined) return texts;
  const types = fields.map(({ name, type }) => `${name} (${type})`).join(", ");
  throw new StudioError(
    "bad-argument",
    `bridge: --vector or --embeddings must give a vector for each record, since no field is a text: ${types}`,
  );
}
