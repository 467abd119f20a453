// The calls of the REST API: one table that the server's routes, the OpenAPI document, the client and the security tests are
// made of. (The client imports this file, so it stays free of schemas; those are in `api-schemas.ts`.)
import type { Scope } from "./scopes.ts";

/** A call: method, path below /api/v1, what a token needs for it, and one sentence. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly scope: Scope;
  readonly summary: string;
  /** Answers with a file instead of JSON. */
  readonly file?: true;
  /** Takes a file instead of JSON. */
  readonly takesFile?: true;
  /** What the audit trail says. */
  readonly deed?: string;
}

const project = "/projects/{project}";

export const API_CALLS = {
  projects: { method: "GET", path: "/projects", scope: "read", summary: "The projects that the token is for" },
  project: { method: "GET", path: project, scope: "read", summary: "A project and how far it is" },
  upload: {
    method: "POST",
    path: "/uploads",
    scope: "create",
    summary: "Uploads a file, which is the body; it waits to become a project",
    takesFile: true,
    deed: "uploaded a file",
  },
  createProject: {
    method: "POST",
    path: "/projects",
    scope: "create",
    summary: "Makes a project of an upload or of a bundled dataset",
    deed: "made a project",
  },
  removeProject: {
    method: "DELETE",
    path: project,
    scope: "create",
    summary: "Puts a project into the bin, where it stays for 30 days",
    deed: "removed the project",
  },
  items: { method: "GET", path: `${project}/items`, scope: "read", summary: "Items as they are shown" },
  next: {
    method: "GET",
    path: `${project}/next`,
    scope: "label",
    summary: "The items to label next, best first; nobody else is given them for two minutes",
  },
  label: { method: "POST", path: `${project}/labels`, scope: "label", summary: "Labels items" },
  disputed: { method: "GET", path: `${project}/review`, scope: "review", summary: "Items that people disagree on" },
  review: { method: "POST", path: `${project}/review`, scope: "review", summary: "Decides what items are" },
  agreement: { method: "GET", path: `${project}/agreement`, scope: "review", summary: "How far people agree" },
  model: { method: "GET", path: `${project}/model`, scope: "read", summary: "How good the model is" },
  forecast: {
    method: "GET",
    path: `${project}/forecast`,
    scope: "read",
    summary: "How many more labels a target error will take, or where errors have costs a target mean cost",
  },
  export: {
    method: "GET",
    path: `${project}/export/{format}`,
    scope: "export",
    summary: "Answers and predictions in a format",
    file: true,
    deed: "exported the answers",
  },
  modelFile: {
    method: "GET",
    path: `${project}/model-file`,
    scope: "export",
    summary: "The model, for `xpal predict` and the library",
    file: true,
    deed: "exported the model",
  },
  webhooks: { method: "GET", path: "/webhooks", scope: "webhooks", summary: "All webhooks" },
  addWebhook: {
    method: "POST",
    path: "/webhooks",
    scope: "webhooks",
    summary: "Calls an address when something happens; the secret for its signatures is told once",
    deed: "added a webhook",
  },
  removeWebhook: {
    method: "DELETE",
    path: "/webhooks/{webhook}",
    scope: "webhooks",
    summary: "Removes a webhook",
    deed: "removed a webhook",
  },
} as const satisfies Record<string, ApiCall>;

export type ApiCallName = keyof typeof API_CALLS;
