// People with an account, what they may do, and invitations to have one.
import type { JsonValue, StoredRecord } from "@xpal/store";
import { z } from "zod";
import { DEFAULT_ANNOTATOR, isProgram, PROGRAM_PREFIX } from "../../protocol/annotator.ts";
import { annotatorSchema } from "../../protocol/events.ts";
import { type InvitationInfo, invitationSchema, personSchema } from "../../protocol/people.ts";
import { THE_OWNER } from "./person.ts";

/** An account as the store keeps it, under the key of its name: what people see of it, with the password's hash. */
const accountSchema = personSchema.omit({ sessions: true }).extend({ password: z.string() });
export type Account = z.infer<typeof accountSchema>;

/** An invitation as the store keeps it, under the hash of its secret. */
export type Invitation = InvitationInfo;

/** A name that an account can have: also what stands in the log beside answers. */
export const accountNameSchema = annotatorSchema
  .refine((name) => nameKey(name) !== "", { message: "a name must have letters that can be seen" })
  .refine((name) => ALPHABETS.filter((letters) => letters.test(name)).length < 2, {
    message: "a name must keep to one alphabet: letters of Latin, Greek and Cyrillic look alike",
  })
  .refine((name) => nameKey(name) !== DEFAULT_ANNOTATOR, {
    message: "this name stands for answers without one; take another",
  })
  .refine((name) => nameKey(name) !== THE_OWNER, {
    message: "this name stands for whoever started the program; take another",
  })
  .refine((name) => !isProgram(nameKey(name)), {
    message: `names that begin with "${PROGRAM_PREFIX}" stand for programs that answer; take another`,
  });

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** Names that differ in case, width, spaces or in what cannot be seen are the same account. */
export function nameKey(name: string): string {
  const seen = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return seen.replace(/\s+/gu, " ").trim().toLowerCase();
}

export function accountOf({ value }: StoredRecord): Account {
  return accountSchema.parse(value);
}

export function invitationOf({ value }: StoredRecord): Invitation {
  return invitationSchema.parse(value);
}

/** As the store takes it. */
export function asJson(value: Account | Invitation): JsonValue {
  return value as unknown as JsonValue;
}
