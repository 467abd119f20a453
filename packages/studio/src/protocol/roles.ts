// What people may do. (The page imports this file, so it stays free of schemas.)
import type { StudioEvent } from "./events.ts";

/** annotator: answers, on projects of their own; reviewer: also sees and corrects all answers there; admin: everything. */
export const roles = ["annotator", "reviewer", "admin"] as const;
export type Role = (typeof roles)[number];

const RANK: Record<Role, number> = { annotator: 0, reviewer: 1, admin: 2 };

/** Whether a role has at least the rights of another. */
export function isAtLeast({ role }: { readonly role: Role }, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

/** The role that each kind of event takes; to undo or redo one takes the role that it takes itself, too. */
export const ROLE_OF_EVENT: Record<StudioEvent["kind"] | "import", Role> = {
  answer: "annotator",
  undo: "annotator",
  redo: "annotator",
  change: "reviewer",
  settings: "admin",
  class: "admin",
  column: "admin",
  import: "admin",
};
