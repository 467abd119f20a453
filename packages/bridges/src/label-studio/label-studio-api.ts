// The calls of Label Studio's API that the bridge makes.
import { StudioError } from "@xpal/studio/internal";
import { type RemoteApi, RemoteRejection } from "../remote-api.ts";

/** A project, as far as it matters here. */
export interface LabelStudioProject {
  readonly title: string;
  readonly config: string;
  /** The version whose predictions decide the order of tasks. */
  readonly modelVersion: string;
  readonly tasks: number;
  readonly annotations: number;
}

/** A prediction to store. */
export interface PushedPrediction {
  readonly task: number;
  readonly result: readonly unknown[];
  readonly score: number;
  readonly model_version: string;
}

export type Json = Readonly<Record<string, unknown>>;

const PAGE = 100;
/** Predictions per request. */
const BATCH = 200;

/** One project on a server. */
export class LabelStudioApi {
  readonly #remote: RemoteApi;
  readonly #project: number;
  /** Whether the server takes many predictions at once; older ones take one at a time. */
  #takesMany = true;

  constructor(remote: RemoteApi, project: number) {
    this.#remote = remote;
    this.#project = project;
  }

  get host(): string {
    return this.#remote.host;
  }

  async project(): Promise<LabelStudioProject> {
    const found = (await this.#told("GET", `/api/projects/${this.#project}/`)) as Json;
    return {
      title: String(found.title ?? ""),
      config: String(found.label_config ?? ""),
      modelVersion: String(found.model_version ?? ""),
      tasks: Number(found.task_number ?? Number.NaN),
      annotations: Number(found.total_annotations_number ?? Number.NaN),
    };
  }

  /** All tasks with their annotations, page by page. */
  async tasks(): Promise<Json[]> {
    const tasks = new Map<unknown, Json>();
    for (let page = 1; ; page++) {
      const path = `/api/tasks/?project=${this.#project}&page=${page}&page_size=${PAGE}&fields=all`;
      const found = await this.#orMissing(() => this.#told("GET", path));
      const { tasks: named = [], total } = (found ?? {}) as { tasks?: Json[]; total?: number };
      const list: Json[] = Array.isArray(found) ? found : named; // older servers send the list alone
      for (const task of list) tasks.set(task.id, task);
      // A page behind the last is empty, or not found.
      if (list.length === 0 || (typeof total === "number" && tasks.size >= total)) return [...tasks.values()];
    }
  }

  /** One task; null where it is no more. */
  async task(id: number): Promise<Json | null> {
    return (await this.#orMissing(() => this.#told("GET", `/api/tasks/${id}/`))) as Json | null;
  }

  /** Stores predictions; those of tasks that have been deleted meanwhile are left out. */
  async push(predictions: readonly PushedPrediction[]): Promise<void> {
    for (let from = 0; from < predictions.length; from += BATCH) {
      const batch = predictions.slice(from, from + BATCH);
      if (this.#takesMany && (await this.#pushMany(batch))) continue;
      for (const one of batch) await this.#orMissing(() => this.#told("POST", "/api/predictions/", one), [400, 404]);
    }
  }

  /** Whether the server took them; one task that is gone makes it reject all. */
  async #pushMany(batch: readonly PushedPrediction[]): Promise<boolean> {
    try {
      await this.#told("POST", `/api/projects/${this.#project}/import/predictions`, batch);
      return true;
    } catch (error) {
      if (!(error instanceof RemoteRejection) || ![400, 404, 405].includes(error.status)) throw error;
      this.#takesMany = error.status === 400;
      return false;
    }
  }

  async setModelVersion(version: string): Promise<void> {
    await this.#told("PATCH", `/api/projects/${this.#project}/`, { model_version: version });
  }

  /** The versions that stored predictions have. */
  async modelVersions(): Promise<string[]> {
    const found = await this.#orMissing(() => this.#told("GET", `/api/projects/${this.#project}/model-versions/`));
    if (Array.isArray(found)) return found.map(String);
    return found !== null && typeof found === "object" ? Object.keys(found) : [];
  }

  /** Removes the predictions of a version; servers that cannot do that keep them. */
  async forgetVersion(version: string): Promise<void> {
    const path = `/api/projects/${this.#project}/model-versions/`;
    await this.#orMissing(() => this.#told("DELETE", path, { model_version: version }), [404, 405]);
  }

  /** Lets the server ask its backends for their version: the Data Manager shows scores of that version only. */
  async refreshBackends(): Promise<Json[]> {
    const found = await this.#orMissing(() => this.#told("GET", `/api/ml/?project=${this.#project}`), [403, 404, 405]);
    return Array.isArray(found) ? (found as Json[]) : [];
  }

  async connect(url: string, title: string): Promise<void> {
    await this.#told("POST", "/api/ml/", { url, title, project: this.#project });
  }

  async #orMissing<T>(call: () => Promise<T>, statuses: readonly number[] = [404]): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof RemoteRejection && statuses.includes(error.status)) return null;
      throw error;
    }
  }

  /** A call whose rejection says what to do. */
  async #told(method: string, path: string, body?: unknown): Promise<unknown> {
    try {
      return await this.#remote.send(method, path, body);
    } catch (error) {
      if (!(error instanceof RemoteRejection)) throw error;
      if (error.status === 401 || error.status === 403) {
        const rule = `the token must be accepted by ${this.host}, but ${error.message}`;
        throw rejection(`${rule}; copy one of your own from Account & Settings`);
      }
      if (error.status === 404 && path === `/api/projects/${this.#project}/`) {
        const rule = `--project must be the number of a project that the token may see, got ${this.#project}`;
        throw rejection(`${rule}; it is in the address of the project, such as 7 in /projects/7`);
      }
      if (error.status >= 300 && error.status < 400)
        throw rejection(`--url must be the address of Label Studio itself, but ${error.message}`);
      throw error;
    }
  }
}

function rejection(message: string): StudioError {
  return new StudioError("bad-argument", `bridge: ${message}`);
}
