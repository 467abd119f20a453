// What a token for programs may be used for. (The client imports this file, so it stays free of schemas.)
import type { Role } from "./roles.ts";

export const SCOPES = ["read", "label", "review", "export", "create", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

/** The role that a person needs to hand a scope to a program. */
export const ROLE_OF_SCOPE: Record<Scope, Role> = {
  read: "annotator",
  label: "annotator",
  review: "reviewer",
  export: "reviewer",
  create: "admin",
  webhooks: "admin",
};
