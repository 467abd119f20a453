// Random secrets that are handed out, and the hash under which the store knows them: who reads the store, or a backup of
// it, can use none.
import { createHash, randomBytes } from "node:crypto";

/** A new secret, with a beginning that tells what it is for. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

/** The key under which a secret is known. */
export function keyOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
