// Who may use which route, and what the audit trail says of it. What is not listed is for admins alone: a route that is
// added somewhere is closed until somebody has thought about it.
import type { Role } from "../../protocol/roles.ts";

/** A rule for a route. */
export interface Rule {
  readonly method: "GET" | "POST" | "DELETE";
  /** The path with its parameters in braces; `{project}` must be one that the person works on. */
  readonly path: string;
  /** The role that it takes at least; "anybody" needs no log-in. */
  readonly least: Role | "anybody";
  /** What the audit trail says when it was used. */
  readonly deed?: string;
}

const project = "/api/projects/{project}";

const ANYBODY: readonly Rule[] = [
  { method: "GET", path: "/api/session", least: "anybody" },
  { method: "POST", path: "/api/session", least: "anybody" }, // accounts/access.ts writes this down itself
  { method: "POST", path: "/api/invitation", least: "anybody" },
  { method: "POST", path: "/api/invitation/look", least: "anybody" },
];

const ANNOTATORS: readonly Rule[] = [
  { method: "DELETE", path: "/api/session", least: "annotator", deed: "logged out" },
  { method: "GET", path: "/api/sessions", least: "annotator" },
  { method: "DELETE", path: "/api/sessions/{session}", least: "annotator", deed: "ended a session" },
  { method: "POST", path: "/api/password", least: "annotator", deed: "changed the password" },
  { method: "GET", path: "/api/tokens", least: "annotator" },
  { method: "POST", path: "/api/tokens", least: "annotator", deed: "made a token" },
  { method: "DELETE", path: "/api/tokens/{token}", least: "annotator", deed: "revoked a token" },
  { method: "GET", path: "/api/openapi.json", least: "annotator" },
  { method: "GET", path: "/api/projects", least: "annotator" },
  { method: "GET", path: "/api/demos", least: "annotator" },
  { method: "GET", path: project, least: "annotator" },
  { method: "POST", path: `${project}/events`, least: "annotator" }, // in the log of the project
  { method: "POST", path: `${project}/windows/{window}`, least: "annotator" },
  { method: "DELETE", path: `${project}/windows/{window}`, least: "annotator" },
  ...[
    "next",
    "second",
    "look",
    "ahead",
    "model",
    "soon",
    "forecast",
    "items",
    "image",
    "live",
    "search",
    "similar",
  ].map((name): Rule => ({ method: "GET", path: `${project}/${name}`, least: "annotator" })),
];

const REVIEWERS: readonly Rule[] = [
  ...["predictions", "counts", "map", "agreement"].map(
    (name): Rule => ({ method: "GET", path: `${project}/${name}`, least: "reviewer" }),
  ),
  { method: "GET", path: `${project}/export/{format}`, least: "reviewer", deed: "exported the answers" },
  { method: "GET", path: `${project}/model-file`, least: "reviewer", deed: "exported the model" },
];

const ADMINS: readonly Rule[] = [
  { method: "GET", path: `${project}/file`, least: "admin", deed: "exported the project" },
  { method: "DELETE", path: project, least: "admin", deed: "removed the project" },
  { method: "GET", path: "/api/bin", least: "admin" },
  { method: "POST", path: "/api/bin/{project}", least: "admin", deed: "restored the project" },
  { method: "DELETE", path: "/api/bin/{project}", least: "admin", deed: "removed the project for good" },
  { method: "GET", path: `${project}/label-costs`, least: "admin" },
  { method: "GET", path: `${project}/program`, least: "admin" },
  { method: "POST", path: `${project}/program`, least: "admin", deed: "let a program answer" },
  { method: "DELETE", path: `${project}/program`, least: "admin", deed: "stopped a program" },
  { method: "POST", path: "/api/demos", least: "admin", deed: "began a demo" },
  { method: "POST", path: "/api/imports", least: "admin", deed: "uploaded a file" },
  { method: "GET", path: "/api/imports/{import}", least: "admin" },
  { method: "DELETE", path: "/api/imports/{import}", least: "admin" },
  { method: "GET", path: "/api/imports/{import}/live", least: "admin" },
  { method: "POST", path: "/api/imports/{import}/project", least: "admin", deed: "made a project" },
  { method: "GET", path: "/api/imports/{import}/rows", least: "admin" },
  { method: "POST", path: "/api/imports/{import}/rows", least: "admin", deed: "added rows to a project" },
  { method: "GET", path: "/api/files", least: "admin" },
  { method: "POST", path: "/api/files", least: "admin", deed: "read a file of the server" },
  { method: "GET", path: "/api/people", least: "admin" },
  { method: "POST", path: "/api/people/{person}", least: "admin", deed: "changed a person" },
  { method: "POST", path: "/api/invitations", least: "admin", deed: "invited somebody" },
  { method: "DELETE", path: "/api/invitations/{invitation}", least: "admin", deed: "withdrew an invitation" },
  { method: "GET", path: "/api/audit", least: "admin" },
];

/** All rules. */
export const RULES: readonly Rule[] = [...ANYBODY, ...ANNOTATORS, ...REVIEWERS, ...ADMINS];

const UNLISTED: Rule = { method: "GET", path: "", least: "admin" };

const COMPILED = RULES.map((rule) => ({
  rule,
  pattern: new RegExp(`^${rule.path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** The rule for a request, with the parameters of its path. */
export function ruleFor(method: string, path: string): { rule: Rule; params: Readonly<Record<string, string>> } {
  const asked = method === "HEAD" ? "GET" : method;
  for (const { rule, pattern } of COMPILED) {
    const match = rule.method === asked ? pattern.exec(path) : null;
    if (match !== null) return { rule, params: allDecoded(match.groups ?? {}) };
  }
  return { rule: UNLISTED, params: {} };
}

function allDecoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decoded(text)]));
}

/** A text of an address or a header; one that is not encoded rightly stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
