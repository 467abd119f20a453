// The calls of Argilla's API that the bridge makes.
import { StudioError } from "../../studio-error.ts";
import { type RemoteApi, RemoteRefusal } from "../remote-api.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A dataset with its question. */
export interface ArgillaDataset {
  readonly id: string;
  readonly question: { readonly id: string; readonly name: string; readonly classes: readonly string[] };
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

/** What a record becomes. */
export interface RecordUpdate {
  readonly id: string;
  readonly metadata: Json;
  readonly suggestions?: readonly Json[];
}

/** Where a dataset is, and what is asked in it. */
export interface DatasetChoice {
  readonly dataset: string;
  readonly workspace?: string;
  readonly question?: string;
}

const PAGE = 500;
const BATCH = 200;

/** A server of Argilla. */
export class ArgillaApi {
  readonly #remote: RemoteApi;

  constructor(remote: RemoteApi) {
    this.#remote = remote;
  }

  /**
   * Finds a dataset and its question.
   * @throws StudioError if there is no such dataset, or it asks for no single label.
   */
  async dataset({ dataset: name, workspace, question }: DatasetChoice): Promise<ArgillaDataset> {
    const named = (await this.#list(`/api/v1/me/datasets?name=${encodeURIComponent(name)}`)).filter(
      (one) => one.name === name,
    );
    const found = workspace === undefined ? named : await this.#within(named, workspace);
    if (found.length === 0) {
      const all = (await this.#list("/api/v1/me/datasets")).map((one) => String(one.name));
      const there =
        all.length === 0 ? "the key sees no dataset" : `it sees ${[...new Set(all)].slice(0, 12).join(", ")}`;
      throw refusal(`--dataset must be the name of a dataset that the key may see, got "${name}"; ${there}`);
    }
    if (found.length > 1)
      throw refusal(`--workspace must say which of the ${found.length} datasets named "${name}" is meant`);
    const id = String(found[0].id);
    const fields = (await this.#list(`/api/v1/datasets/${id}/fields`)).map((field) => ({
      name: String(field.name),
      type: String((field.settings as Json | null)?.type ?? "text"),
    }));
    return { id, fields, question: questionIn(await this.#list(`/api/v1/datasets/${id}/questions`), question) };
  }

  async #within(datasets: readonly Json[], workspace: string): Promise<Json[]> {
    const all = await this.#list("/api/v1/me/workspaces");
    const { id } = all.find(({ name }) => name === workspace) ?? {};
    if (id === undefined) {
      const names = all.map(({ name }) => name).join(", ");
      throw refusal(`--workspace must be one that the key may see, got "${workspace}"; it sees ${names || "none"}`);
    }
    return datasets.filter((one) => one.workspace_id === id);
  }

  /** The names of the metadata that records may have. */
  async metadataProperties(dataset: string): Promise<string[]> {
    return (await this.#list(`/api/v1/me/datasets/${dataset}/metadata-properties`)).map(({ name }) => String(name));
  }

  async addMetadataProperty(dataset: string, name: string, title: string): Promise<void> {
    const settings = { type: "integer", min: null, max: null };
    const body = { name, title, settings, visible_for_annotators: true };
    await this.#told("POST", `/api/v1/datasets/${dataset}/metadata-properties`, body);
  }

  /** All records with their responses and suggestions, page by page. */
  async records(dataset: string, withVectors: boolean): Promise<Json[]> {
    const include = ["responses", "suggestions", ...(withVectors ? ["vectors"] : [])];
    const query = include.map((one) => `include=${one}`).join("&");
    const records = new Map<unknown, Json>();
    for (let offset = 0; ; offset += PAGE) {
      const path = `/api/v1/datasets/${dataset}/records?${query}&offset=${offset}&limit=${PAGE}`;
      const page = await this.#list(path);
      for (const record of page) records.set(record.id, record);
      if (page.length < PAGE) return [...records.values()];
    }
  }

  /** Changes records; one that has been deleted meanwhile is left out. */
  async update(dataset: string, records: readonly RecordUpdate[]): Promise<void> {
    for (let from = 0; from < records.length; from += BATCH) {
      const batch = records.slice(from, from + BATCH);
      try {
        await this.#put(dataset, batch);
      } catch (error) {
        if (!(error instanceof RemoteRefusal) || ![404, 422].includes(error.status)) throw error;
        await this.#putSingly(dataset, batch, error);
      }
    }
  }

  /** One bad record makes the server refuse all of them. */
  async #putSingly(dataset: string, batch: readonly RecordUpdate[], first: RemoteRefusal): Promise<void> {
    let taken = 0;
    for (const record of batch) {
      try {
        await this.#put(dataset, [record]);
        taken++;
      } catch (error) {
        if (!(error instanceof RemoteRefusal) || ![404, 422].includes(error.status)) throw error;
      }
    }
    if (taken === 0) throw refusal(`the dataset must take suggestions and metadata, but ${first.message}`);
  }

  #put(dataset: string, items: readonly RecordUpdate[]): Promise<unknown> {
    return this.#told("PUT", `/api/v1/datasets/${dataset}/records/bulk`, { items });
  }

  async #list(path: string): Promise<Json[]> {
    const { items = [] } = ((await this.#told("GET", path)) ?? {}) as { items?: Json[] };
    return items;
  }

  async #told(method: string, path: string, body?: unknown): Promise<unknown> {
    try {
      return await this.#remote.send(method, path, body);
    } catch (error) {
      if (!(error instanceof RemoteRefusal)) throw error;
      if (error.status === 401)
        throw refusal(
          `the API key must be accepted by ${this.#remote.host}, but ${error.message}; copy it from My settings in Argilla`,
        );
      if (error.status === 403)
        throw refusal(
          `the API key must be that of an owner or an admin of the workspace, since the responses of others are read, but ${error.message}`,
        );
      if (error.status >= 300 && error.status < 400)
        throw refusal(`--url must be the address of Argilla itself, but ${error.message}`);
      throw error;
    }
  }
}

function questionIn(questions: readonly Json[], wanted: string | undefined): ArgillaDataset["question"] {
  const single = questions.filter(({ settings }) => (settings as Json | null)?.type === "label_selection");
  const question = wanted === undefined ? single[0] : single.find(({ name }) => name === wanted);
  if (question === undefined) {
    const names = single.map(({ name }) => name).join(", ");
    throw refusal(
      single.length === 0
        ? "the dataset must have a question of the type label_selection, since the bridge learns one class per record; add a LabelQuestion in its settings"
        : `--question must be a question of the type label_selection, got "${wanted}"; there are ${names}`,
    );
  }
  const { options = [] } = question.settings as { options?: { value: unknown }[] };
  return { id: String(question.id), name: String(question.name), classes: options.map(({ value }) => String(value)) };
}

function refusal(message: string): StudioError {
  return new StudioError("bad-argument", `bridge: ${message}`);
}
