// A server that answers as Label Studio's documented API does, with its habits: pages of at most 100 tasks and none behind the
// last, legacy tokens and personal access tokens whose access tokens run out, webhooks that wait for one second and forget,
// deletions that name ids only, predictions that are rejected together, a version that must have predictions before it is
// chosen, and an order by ascending score of the project's version.
import { type Heard, type JsonServer, jsonServer, type Said } from "./json-server.ts";

export interface Annotation {
  readonly id: number;
  result: unknown[];
  was_cancelled: boolean;
  ground_truth: boolean;
  updated_at: string;
}

export interface Task {
  readonly id: number;
  readonly data: Record<string, unknown>;
  readonly annotations: Annotation[];
}

interface Prediction {
  readonly task: number;
  readonly result: { value: { choices: string[] } }[];
  readonly score: number;
  readonly model_version: string;
}

export interface StandInOptions {
  readonly config: string;
  readonly data: readonly Record<string, unknown>[];
  /** How many requests an access token is good for. */
  readonly accessLasts?: number;
  /** Whether it is a server before bulk imports of predictions and removal of versions. */
  readonly old?: boolean;
  readonly port?: number;
}

/** A legacy token and a personal access token. */
export const LEGACY = "0123456789abcdef0123456789abcdef01234567";
const jwt = (claims: object) => ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "c2ln"].join(".");
export const PERSONAL = jwt({ token_type: "refresh", jti: "personal" });
export const PROJECT = 3;

/** Label Studio gives up after one second; on a machine that is busy with other tests an answer may take longer. */
const PATIENCE_MS = 60_000;

/** The stand-in. */
export class LabelStudioServer {
  readonly tasks = new Map<number, Task>();
  predictions: Prediction[] = [];
  readonly webhooks: string[] = [];
  readonly versions: string[] = [];
  modelVersion = "";
  config: string;
  /** Webhooks that were not answered, or failed. */
  lostWebhooks = 0;
  refreshes = 0;
  /** Whether webhooks are sent. */
  talks = true;
  readonly #options: StandInOptions;
  #server: JsonServer | undefined;
  #last = 100;
  #time = Date.parse("2026-01-01T00:00:00Z");
  #access = { token: "", left: 0 };
  #backend: { url: string; title: string; model_version: string } | undefined;

  private constructor(options: StandInOptions) {
    this.#options = options;
    this.config = options.config;
  }

  static async start(options: StandInOptions): Promise<LabelStudioServer> {
    const server = new LabelStudioServer(options);
    for (const data of options.data) server.#newTask(data);
    await server.up();
    return server;
  }

  /** Starts to listen, again on the same port after `down`. */
  async up(): Promise<void> {
    const port = this.#server === undefined ? this.#options.port : Number(new URL(this.#server.url).port);
    this.#server = await jsonServer((request) => this.#answer(request), port);
  }

  async down(): Promise<void> {
    await this.#server?.close();
  }

  get server(): JsonServer {
    return this.#server as JsonServer;
  }

  get url(): string {
    return this.server.url;
  }

  /** What a person gets who labels by "uncertainty sampling": the open task with the lowest score of the project's version. */
  nextTask(): number | null {
    const open = this.predictions.filter(({ task, model_version }) => {
      return model_version === this.modelVersion && this.tasks.get(task)?.annotations.length === 0;
    });
    open.sort((a, b) => a.score - b.score);
    return open[0]?.task ?? null;
  }

  /** Labels a task as a person does, and sends the webhook; an empty label skips it. */
  async annotate(task: number, label: string, more: Partial<Annotation> = {}): Promise<Annotation> {
    const annotation: Annotation = {
      id: ++this.#last,
      result: resultOf(label),
      was_cancelled: label === "",
      ground_truth: false,
      updated_at: this.#now(),
      ...more,
    };
    this.#task(task).annotations.push(annotation);
    await this.#tell("ANNOTATION_CREATED", { annotation: { ...annotation, task }, task: { id: task } });
    return annotation;
  }

  async change(task: number, annotation: Annotation, label: string): Promise<void> {
    annotation.result = resultOf(label);
    annotation.updated_at = this.#now();
    await this.#tell("ANNOTATION_UPDATED", { annotation: { ...annotation, task } });
  }

  async remove(task: number, { id }: Annotation, action: string): Promise<void> {
    const { annotations } = this.#task(task);
    annotations.splice(
      annotations.findIndex((one) => one.id === id),
      1,
    );
    await this.#tell(action, action === "ANNOTATIONS_DELETED" ? { annotations: [{ id }] } : { annotation: { id } });
  }

  async add(data: readonly Record<string, unknown>[]): Promise<number[]> {
    const tasks = data.map((one) => this.#newTask(one));
    await this.#tell("TASKS_CREATED", { tasks });
    return tasks.map(({ id }) => id);
  }

  async removeTask(id: number): Promise<void> {
    this.tasks.delete(id);
    await this.#tell("TASKS_DELETED", { tasks: [{ id }] });
  }

  /** What the connected backend predicts. */
  async predict(tasks: readonly { id: number; data: object }[], url = this.#backend?.url): Promise<Response> {
    return fetch(`${url}/predict`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tasks, project: `${PROJECT}.1700000000`, label_config: this.config, params: {} }),
    });
  }

  async #tell(action: string, payload: object): Promise<void> {
    if (!this.talks) return;
    const body = JSON.stringify({ action, ...payload, project: { id: PROJECT, label_config: this.config } });
    for (const url of this.webhooks) {
      const headers = { "content-type": "application/json" };
      const told = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
        () => null,
      );
      await told?.text();
      if (told?.ok !== true) this.lostWebhooks++;
    }
  }

  async #answer(request: Heard): Promise<Said> {
    const { method, path, query, body } = request;
    if (path === "/api/token/refresh/") return this.#refresh(body);
    if (!this.#admits(request))
      return { status: 401, json: { detail: `Invalid token ${request.headers.authorization}` } };
    const project = `/api/projects/${PROJECT}`;
    if (path === `${project}/` && method === "GET") return { json: this.#project() };
    if (path === `${project}/` && method === "PATCH") return this.#patch(body as { model_version?: string });
    if (path === "/api/tasks/") return this.#page(query);
    const [, task] = /^\/api\/tasks\/(\d+)\/$/.exec(path) ?? [];
    if (task !== undefined) {
      const found = this.tasks.get(Number(task));
      return found === undefined ? { status: 404, json: { detail: "Not found." } } : { json: found };
    }
    if (path === `${project}/import/predictions` && this.#options.old !== true)
      return this.#import(body as Prediction[]);
    if (path === "/api/predictions/") return this.#import([body as Prediction]);
    if (path === `${project}/model-versions/`) {
      if (method === "GET") return { json: this.#counts() };
      if (this.#options.old === true) return { status: 405, json: { detail: "Method not allowed." } };
      const { model_version } = body as { model_version: string };
      this.predictions = this.predictions.filter((one) => one.model_version !== model_version);
      return { json: 1 };
    }
    if (path === "/api/ml/") return method === "GET" ? this.#backends() : this.#connect(body as { url: string });
    // Django sends to the address with a slash where there is one.
    if ([project, "/api/tasks", "/api/ml"].includes(path)) return { status: 301, headers: { location: `${path}/` } };
    return { status: 404, json: { detail: "Not found." } };
  }

  #refresh(body: unknown): Said {
    if ((body as { refresh?: string }).refresh !== PERSONAL)
      return { status: 401, json: { detail: "Token is invalid or expired", code: "token_not_valid" } };
    this.refreshes++;
    this.#access = {
      token: jwt({ token_type: "access", jti: this.refreshes, exp: 4_000_000_000 }),
      left: this.#options.accessLasts ?? 1000,
    };
    return { json: { access: this.#access.token } };
  }

  #admits({ headers: { authorization } }: Heard): boolean {
    if (authorization === `Token ${LEGACY}`) return true;
    return authorization === `Bearer ${this.#access.token}` && this.#access.left-- > 0;
  }

  #project() {
    const annotations = [...this.tasks.values()].flatMap((task) => task.annotations);
    return {
      ...{ id: PROJECT, title: "A project", label_config: this.config, model_version: this.modelVersion },
      ...{ task_number: this.tasks.size, total_annotations_number: annotations.length },
    };
  }

  async #patch({ model_version = "" }: { model_version?: string }): Promise<Said> {
    if (!this.predictions.some((one) => one.model_version === model_version))
      return {
        status: 400,
        json: { detail: "Model version doesn't exist either as live model or as static predictions." },
      };
    this.modelVersion = model_version;
    this.versions.push(model_version);
    await this.#tell("PROJECT_UPDATED", {});
    return { json: this.#project() };
  }

  #page(query: URLSearchParams): Said {
    const page = Number(query.get("page") ?? 1);
    const size = Math.min(100, Number(query.get("page_size") ?? 30));
    if (query.get("project") !== String(PROJECT)) return { status: 404, json: { detail: "Not found." } };
    const all = [...this.tasks.values()];
    const tasks = all.slice((page - 1) * size, page * size);
    if (tasks.length === 0 && page > 1) return { status: 404, json: { detail: "Invalid page." } };
    const whole = query.get("fields") === "all";
    return { json: { tasks: whole ? tasks : tasks.map(({ annotations: _, ...rest }) => rest), total: all.length } };
  }

  #import(predictions: readonly Prediction[]): Said {
    if (predictions.some(({ task }) => !this.tasks.has(task)))
      return { status: 400, json: { detail: 'contains invalid "task" field' } };
    this.predictions.push(...predictions);
    return { status: 201, json: { created: predictions.length } };
  }

  #counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { model_version } of this.predictions) counts[model_version] = (counts[model_version] ?? 0) + 1;
    return counts;
  }

  /** The list of backends asks each of them for its version. */
  async #backends(): Promise<Said> {
    if (this.#backend === undefined) return { json: [] };
    const { url, model_version } = this.#backend;
    this.#backend.model_version = await this.#setup(url).catch(() => model_version); // it may be away
    return { json: [{ id: 1, ...this.#backend }] };
  }

  async #connect({ url }: { url: string }): Promise<Said> {
    const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!health.ok) return { status: 400, json: { detail: "Can't connect to ML backend" } };
    this.#backend = { url, title: "xPAL", model_version: await this.#setup(url) };
    if (!this.webhooks.includes(`${url}/webhook`)) this.webhooks.push(`${url}/webhook`);
    return { status: 201, json: { id: 1, ...this.#backend } };
  }

  async #setup(url: string): Promise<string> {
    const response = await fetch(`${url}/setup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ project: `${PROJECT}.1700000000`, schema: this.config, hostname: this.url }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ((await response.json()) as { model_version: string }).model_version;
  }

  get backendVersion(): string {
    return this.#backend?.model_version ?? "";
  }

  #newTask(data: Record<string, unknown>): Task {
    const task: Task = { id: ++this.#last, data, annotations: [] };
    this.tasks.set(task.id, task);
    return task;
  }

  #task(id: number): Task {
    const found = this.tasks.get(id);
    if (found === undefined) throw new Error(`no task ${id}`);
    return found;
  }

  #now(): string {
    this.#time += 1000;
    return new Date(this.#time).toISOString();
  }
}

function resultOf(label: string): unknown[] {
  if (label === "") return [];
  return [{ id: "r", from_name: "label", to_name: "text", type: "choices", value: { choices: [label] } }];
}

/** A configuration with one question about what is shown. */
export function configOf(classes: readonly string[], shown: string): string {
  const choices = classes.map((name) => `<Choice value="${name}"/>`).join("");
  return `<View>${shown}<Choices name="label" toName="text" choice="single">${choices}</Choices></View>`;
}
