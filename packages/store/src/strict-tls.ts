import { reject } from "./store-error.ts";

/**
 * A PostgreSQL address with sslmode "verify-full" instead of "prefer", "require" or "verify-ca". The driver verifies the
 * certificate in all of these modes, but warns that a later version will not; this keeps the behaviour without the warning.
 * @example strictTls("postgres://host/db?sslmode=require") // "postgres://host/db?sslmode=verify-full"
 */
export function strictTls(url: string): string {
  if (typeof url !== "string") reject("strictTls", "url", "must be a string", url);
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}
