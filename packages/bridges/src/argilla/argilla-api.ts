// The calls of Argilla's API that the bridge makes.
import { StudioError } from "@xpal/studio/internal";
import { type RemoteApi, RemoteRejection } from "../remote-api.ts";

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
  /** All metadata that it then has; those that are there stay if this is left out. */
  readonly metadata?: Json;
  readonly suggestions?: readonly Json[];
}

/** What a record becomes, given how it is now; null if it stays as it is. */
export type RecordChange = (record: Json) => RecordUpdate | null;

/** Where a dataset is, and what is asked in it. */
export interface DatasetChoice {
  readonly dataset: string;
  readonly workspace?: string;
  readonly question?: string;
}

const PAGE = 500;
/** Records that are read at once and then written at once: small, so that little time passes in between. */
const BATCH = 20;

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
      throw rejection(`--dataset must be the name of a dataset that the key may see, got "${name}"; ${there}`);
    }
    if (found.length > 1)
      throw rejection(`--workspace must say which of the ${found.length} datasets named "${name}" is meant`);
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
      throw rejection(`--workspace must be one that the key may see, got "${workspace}"; it sees ${names || "none"}`);
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

  /**
   * Changes records. Each is read again immediately before it is written, so that what somebody wrote since the last reading
   * stays; one that has been deleted meanwhile is left out.
   */
  async update(dataset: string, ids: readonly string[], change: RecordChange): Promise<void> {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      try {
        await this.#change(dataset, batch, change);
      } catch (error) {
        if (!isBadRecord(error)) throw error;
        await this.#changeSingly(dataset, batch, change, error);
      }
    }
  }

  /** One bad record makes the server reject all of them. */
  async #changeSingly(
    dataset: string,
    ids: readonly string[],
    change: RecordChange,
    first: RemoteRejection,
  ): Promise<void> {
    let taken = 0;
    for (const id of ids) {
      try {
        await this.#change(dataset, [id], change);
        taken++;
      } catch (error) {
        if (!isBadRecord(error)) throw error;
      }
    }
    if (taken === 0) throw rejection(`the dataset must take suggestions and metadata, but ${first.message}`);
  }

  async #change(dataset: string, ids: readonly string[], change: RecordChange): Promise<void> {
    const records = await Promise.all(ids.map((id) => this.#record(id)));
    const items = records.flatMap((record) => (record === null ? [] : (change(record) ?? [])));
    if (items.length > 0) await this.#told("PUT", `/api/v1/datasets/${dataset}/records/bulk`, { items });
  }

  /** A record with its metadata and suggestions; null if it has been deleted. */
  async #record(id: string): Promise<Json | null> {
    try {
      return (await this.#told("GET", `/api/v1/records/${encodeURIComponent(id)}`)) as Json;
    } catch (error) {
      if (error instanceof RemoteRejection && error.status === 404) return null;
      throw error;
    }
  }

  async #list(path: string): Promise<Json[]> {
    const { items = [] } = ((await this.#told("GET", path)) ?? {}) as { items?: Json[] };
    return items;
  }

  async #told(method: string, path: string, body?: unknown): Promise<unknown> {
    try {
      return await this.#remote.send(method, path, body);
    } catch (error) {
      if (!(error instanceof RemoteRejection)) throw error;
      if (error.status === 401)
        throw rejection(
          `the API key must be accepted by ${this.#remote.host}, but ${error.message}; copy it from My settings in Argilla`,
        );
      if (error.status === 403)
        throw rejection(
          `the API key must be that of an owner or an admin of the workspace, since the responses of others are read, but ${error.message}`,
        );
      if (error.status >= 300 && error.status < 400)
        throw rejection(`--url must be the address of Argilla itself, but ${error.message}`);
      throw error;
    }
  }
}

function questionIn(questions: readonly Json[], wanted: string | undefined): ArgillaDataset["question"] {
  const single = questions.filter(({ settings }) => (settings as Json | null)?.type === "label_selection");
  const question = wanted === undefined ? single[0] : single.find(({ name }) => name === wanted);
  if (question === undefined) {
    const names = single.map(({ name }) => name).join(", ");
    throw rejection(
      single.length === 0
        ? "the dataset must have a question of the type label_selection, since the bridge learns one class per record; add a LabelQuestion in its settings"
        : `--question must be a question of the type label_selection, got "${wanted}"; there are ${names}`,
    );
  }
  const { options = [] } = question.settings as { options?: { value: unknown }[] };
  return { id: String(question.id), name: String(question.name), classes: options.map(({ value }) => String(value)) };
}

function isBadRecord(error: unknown): error is RemoteRejection {
  return error instanceof RemoteRejection && [404, 422].includes(error.status);
}

function rejection(message: string): StudioError {
  return new StudioError("bad-argument", `bridge: ${message}`);
}
