// A server that answers as Argilla's documented API does, with its habits: pages of records, metadata that are replaced as a
// whole and must be declared, scores from 0 to 1, and batches that one unknown record makes it reject.
import { randomUUID } from "node:crypto";
import { type Heard, type JsonServer, jsonServer, type Said } from "./json-server.ts";

export const KEY = "argilla.apikey";
const DATASET = randomUUID();
const WORKSPACE = randomUUID();
const QUESTION = randomUUID();

interface Response_ {
  readonly user_id: string;
  status: "submitted" | "discarded" | "draft";
  values: Record<string, { value: string }>;
  updated_at: string;
}

interface Suggestion {
  readonly question_id: string;
  readonly value: string;
  readonly score: number;
  readonly agent: string;
}

export interface Record_ {
  readonly id: string;
  readonly fields: Record<string, unknown>;
  metadata: Record<string, unknown>;
  readonly responses: Response_[];
  suggestions: Suggestion[];
  readonly vectors: Record<string, number[]>;
}

export interface ArgillaOptions {
  readonly classes: readonly string[];
  readonly records: readonly { fields: Record<string, unknown>; vectors?: Record<string, number[]> }[];
  readonly fieldType?: string;
  readonly questionType?: string;
  /** Whose key it is; annotators may not read the responses of others. */
  readonly role?: "owner" | "annotator";
}

/** The stand-in. */
export class ArgillaServer {
  readonly records = new Map<string, Record_>();
  readonly properties: string[] = [];
  /** What somebody does after a page of records has been read. */
  afterPage: () => void = () => {};
  readonly #options: ArgillaOptions;
  #server: JsonServer | undefined;
  #time = Date.parse("2026-01-01T00:00:00Z");

  private constructor(options: ArgillaOptions) {
    this.#options = options;
    for (const { fields, vectors = {} } of options.records) {
      const id = randomUUID();
      this.records.set(id, { id, fields, vectors, metadata: { source: "mail" }, responses: [], suggestions: [] });
    }
  }

  static async start(options: ArgillaOptions): Promise<ArgillaServer> {
    const argilla = new ArgillaServer(options);
    argilla.#server = await jsonServer((request) => argilla.#answer(request));
    return argilla;
  }

  /** The id of the question. */
  readonly question = QUESTION;

  get server(): JsonServer {
    return this.#server as JsonServer;
  }

  /** The pending record with the lowest place, as a person gets who sorts by it. */
  next(): string | null {
    const open = [...this.records.values()].filter((one) => one.responses.length === 0 && "xpal_order" in one.metadata);
    open.sort((a, b) => Number(a.metadata.xpal_order) - Number(b.metadata.xpal_order));
    return open[0]?.id ?? null;
  }

  respond(
    id: string,
    label: string | null,
    status: Response_["status"] = label === null ? "discarded" : "submitted",
  ): void {
    this.#time += 1000;
    const values: Record<string, { value: string }> = label === null ? {} : { label: { value: label } };
    const { responses } = this.records.get(id) as Record_;
    responses.splice(0, responses.length, {
      user_id: "me",
      status,
      values,
      updated_at: new Date(this.#time).toISOString(),
    });
  }

  #answer({ method, path, query, headers, body }: Heard): Said {
    if (headers["x-argilla-api-key"] !== KEY)
      return { status: 401, json: { detail: { code: "argilla.api.errors::UnauthorizedError" } } };
    const dataset = `/api/v1/datasets/${DATASET}`;
    if (path === "/api/v1/me/datasets") return list([{ id: DATASET, name: "tickets", workspace_id: WORKSPACE }]);
    if (path === "/api/v1/me/workspaces") return list([{ id: WORKSPACE, name: "shop" }]);
    if (path === `${dataset}/fields`)
      return list([{ name: "text", settings: { type: this.#options.fieldType ?? "text" } }]);
    if (path === `${dataset}/questions`) return list([this.#question()]);
    if (path === `/api/v1/me/datasets/${DATASET}/metadata-properties`)
      return list(this.properties.map((name) => ({ name })));
    if (path === `${dataset}/metadata-properties` && method === "POST") {
      this.properties.push((body as { name: string }).name);
      return { status: 201, json: body };
    }
    if (path === `${dataset}/records` && method === "GET") return this.#page(query);
    if (path.startsWith("/api/v1/records/") && method === "GET") return this.#one(path.split("/").at(-1) ?? "");
    if (path === `${dataset}/records/bulk` && method === "PUT")
      return this.#upsert((body as { items: Partial<Record_>[] }).items);
    return { status: 404, json: { detail: "Not found" } };
  }

  #question() {
    const options = this.#options.classes.map((value) => ({ value, text: value }));
    return {
      id: QUESTION,
      name: "label",
      settings: { type: this.#options.questionType ?? "label_selection", options },
    };
  }

  #page(query: URLSearchParams): Said {
    if (this.#options.role === "annotator") return { status: 403, json: { detail: "Unauthorized action" } };
    const limit = Number(query.get("limit") ?? 50);
    const offset = Number(query.get("offset") ?? 0);
    if (limit > 1000) return { status: 422, json: { detail: "limit" } };
    const include = query.getAll("include");
    const items = [...this.records.values()]
      .slice(offset, offset + limit)
      .map(({ responses, suggestions, vectors, ...rest }) => ({
        ...rest,
        ...(include.includes("responses") ? { responses } : {}),
        ...(include.includes("suggestions") ? { suggestions } : {}),
        ...(include.includes("vectors") ? { vectors } : {}),
      }));
    this.afterPage();
    return { json: { items, total: this.records.size } };
  }

  #one(id: string): Said {
    const { responses: _, vectors: __, ...record } = this.records.get(id) ?? { id: "" };
    return record.id === "" ? { status: 404, json: { detail: "Not found" } } : { json: record };
  }

  #upsert(items: readonly Partial<Record_>[]): Said {
    const names = items.flatMap(({ metadata = {} }) => Object.keys(metadata)).filter((name) => name !== "source");
    const undeclared = names.find((name) => !this.properties.includes(name));
    const scores = items.flatMap(({ suggestions = [] }) => suggestions.map(({ score }) => score));
    if (items.length === 0 || items.length > 500) return { status: 422, json: { detail: "1 to 500 items" } };
    if (items.some(({ id = "" }) => !this.records.has(id)))
      return { status: 422, json: { detail: "fields cannot be empty" } };
    if (undeclared !== undefined) return { status: 422, json: { detail: `metadata ${undeclared} is not declared` } };
    if (scores.some((score) => !(score >= 0 && score <= 1))) return { status: 422, json: { detail: "score" } };
    for (const { id = "", metadata, suggestions = [] } of items) {
      const record = this.records.get(id) as Record_;
      if (metadata !== undefined) record.metadata = metadata;
      const questions = suggestions.map(({ question_id }) => question_id);
      record.suggestions = [
        ...record.suggestions.filter((one) => !questions.includes(one.question_id)),
        ...suggestions,
      ];
    }
    return { json: { items: [] } };
  }
}

function list(items: readonly unknown[]): Said {
  return { json: { items } };
}
