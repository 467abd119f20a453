// Accounts, as the server and the page speak of them.
import { z } from "zod";
import { MAX_NAME_LENGTH } from "./annotator.ts";
import { annotatorSchema } from "./events.ts";
import { roles } from "./roles.ts";
import { SCOPES } from "./scopes.ts";

const roleSchema = z.enum(roles);

/** Who somebody is. `start`: came by the address that the program printed, and may take any name. */
export const meSchema = z.object({
  name: z.string().nullable(),
  role: roleSchema,
  via: z.enum(["start", "account"]),
});
export type Me = z.infer<typeof meSchema>;

/** Who is logged in here; null for nobody, and whether there is anybody who could log in by name. */
export const sessionSchema = z.object({ me: meSchema.nullable(), accounts: z.boolean() });
export type SessionInfo = z.infer<typeof sessionSchema>;

/** A person in the list. */
export const personSchema = z.object({
  name: z.string(),
  role: roleSchema,
  /** The projects that the person works on; an admin has all. */
  projects: z.array(z.string()),
  at: z.string(),
  /** Who invited them. */
  by: z.string(),
  /** Whether they may come in. */
  active: z.boolean(),
  /** In how many browsers they are logged in. */
  sessions: z.int(),
});
export type PersonInfo = z.infer<typeof personSchema>;

/** An invitation that nobody has used. */
export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  projects: z.array(z.string()),
  /** The name of the person, where it is fixed. */
  name: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  until: z.string(),
});
export type InvitationInfo = z.infer<typeof invitationSchema>;

/** Everybody. */
export const peopleSchema = z.object({ people: z.array(personSchema), invitations: z.array(invitationSchema) });
export type People = z.infer<typeof peopleSchema>;

const projects = z.array(z.string().min(1).max(64)).max(1000);

/** An invitation to make. */
export const inviteSchema = z.object({
  role: roleSchema,
  projects: projects.default([]),
  name: z.string().max(MAX_NAME_LENGTH).nullable().default(null),
  /** How long it can be used. */
  days: z.number().gt(0).max(90).default(7),
});

/** What can change about a person. `logOut` ends all of their sessions. */
export const personChangeSchema = z.object({
  role: roleSchema.optional(),
  projects: projects.optional(),
  active: z.boolean().optional(),
  logOut: z.boolean().optional(),
});

/** A token for programs. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  projects: z.array(z.string()).nullable(),
  at: z.string(),
  until: z.string().nullable(),
});

export type TokenInfo = z.infer<typeof tokenSchema>;

/** A token to make. */
export const tokenPlanSchema = z.object({
  /** What the program is called; stands beside what it does where nobody has an account. */
  name: annotatorSchema,
  scopes: z.array(z.enum(SCOPES)).min(1),
  projects: projects.nullable().default(null),
  days: z.number().gt(0).max(3650).nullable().default(90),
});

/** Something that somebody did. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  what: z.string(),
  /** The project, person, token or other thing that it was done to. */
  about: z.string().nullable(),
  from: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** A browser in which a person is logged in. */
export const ownSessionSchema = z.object({
  id: z.string(),
  at: z.string(),
  until: z.string(),
  browser: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
