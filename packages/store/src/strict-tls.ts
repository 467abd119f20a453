/**
 * A PostgreSQL address whose TLS is asked for in clear words. The driver verifies the certificate under "prefer", "require"
 * and "verify-ca" as well, but warns that a later version will not; here it stays so, without the warning.
 * @example strictTls("postgres://host/db?sslmode=require") // "postgres://host/db?sslmode=verify-full"
 */
export function strictTls(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}
