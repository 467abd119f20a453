// What people may do. (The page imports this file, so it stays free of schemas.)

/** annotator: answers, on projects of their own; reviewer: also sees and corrects all answers there; admin: everything. */
export const roles = ["annotator", "reviewer", "admin"] as const;
export type Role = (typeof roles)[number];

const RANK: Record<Role, number> = { annotator: 0, reviewer: 1, admin: 2 };

/** Whether a role has at least the rights of another. */
export function isAtLeast({ role }: { readonly role: Role }, least: Role): boolean {
  return RANK[role] >= RANK[least];
}
