// Who makes a request, and what that person may do.
import { isAtLeast, type Role } from "../../protocol/roles.ts";

/** A person, or a program in the name of one. */
export interface Person {
  /** The name beside what they do; null for whoever came by the address that the program printed, who may take any. */
  readonly name: string | null;
  readonly role: Role;
  /** The projects that they work on; null for all. */
  readonly projects: ReadonlySet<string> | null;
  readonly via: "start" | "account" | "token";
  /** The key of the session; null for programs. */
  readonly session: string | null;
}

/** Whoever started the program: all rights, no name. */
export const OWNER: Person = { name: null, role: "admin", projects: null, via: "start", session: null };

/** What the audit trail calls whoever started the program. */
export const THE_OWNER = "the owner";

/** Whether a person works on a project. */
export function worksOn({ projects }: Pick<Person, "projects">, project: string): boolean {
  return projects === null || projects.has(project);
}

/** Whether a person may see what others have answered. */
export function seesAnswers(person: Pick<Person, "role">): boolean {
  return isAtLeast(person, "reviewer");
}

/** How the audit trail calls a person. */
export function calledIn(person: Person | null): string {
  return person === null ? "nobody" : (person.name ?? THE_OWNER);
}
