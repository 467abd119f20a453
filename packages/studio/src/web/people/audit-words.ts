// What an entry of the audit trail was done to, in words: ids of projects become their names, and the change of a person,
// which is written down as JSON, a list of what changed.
import type { Role } from "../../protocol/roles.ts";
import { texts } from "../ui/texts.ts";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type Named = { readonly id: string; readonly title: string };

/** The end of the sentence; empty where the deed says it all. */
export function auditWords(about: string | null, projects: readonly Named[]): string {
  if (about === null || about === "") return "";
  const [, name, json] = /^(.*?) (\{".*)$/s.exec(about) ?? [];
  if (name !== undefined) return `: ${name}${changeWords(json, projects)}`;
  return `: ${about
    .split(" ")
    .map((word) => titleOf(word, projects))
    .join(" ")}`;
}

function changeWords(json: string, projects: readonly Named[]): string {
  const { role, projects: ids, active, logOut } = parse(json);
  const parts = [
    ...(role === undefined ? [] : [texts.people.nowRole(role)]),
    ...(ids === undefined ? [] : [texts.people.nowProjects(ids.map((id) => titleOf(id, projects)))]),
    ...(active === undefined ? [] : [texts.people.nowActive(active)]),
    ...(logOut === true ? [texts.people.nowLoggedOut] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** A change; what was too long to be kept whole says nothing. */
function parse(json: string): { role?: Role; projects?: string[]; active?: boolean; logOut?: boolean } {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}

function titleOf(id: string, projects: readonly Named[]): string {
  return projects.find((project) => project.id === id)?.title ?? (UUID.test(id) ? texts.people.goneProject : id);
}
