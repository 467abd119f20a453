// What a person has changed on the import page stays when the file is looked at again, with another label column or read in
// another way, wherever the server proposes the same as before. Where it proposes something else, the file says something else.
import type { ImportPreview } from "../../protocol/import-messages.ts";

/** What is chosen now, or what is newly proposed; before the first look nothing was proposed. */
export function kept<T>(chosen: T, proposedBefore: T | undefined, proposed: T): T {
  return proposed === proposedBefore ? chosen : proposed;
}

type Columns = readonly Pick<ImportPreview["columns"][number], "name" | "role">[];

/** The roles of the columns, by their names. */
export function keptRoles(
  chosen: Readonly<Record<string, string>>,
  before: Columns,
  now: Columns,
): Record<string, string> {
  const proposedBefore = new Map(before.map(({ name, role }) => [name, role]));
  return Object.fromEntries(now.map(({ name, role }) => [name, kept(chosen[name], proposedBefore.get(name), role)]));
}
