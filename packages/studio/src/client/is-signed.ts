// For receivers of webhooks.
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a webhook's body was signed with a secret within the last minutes.
 * @param body The body as it came, before it is parsed.
 * @param header The header "x-xpal-signature".
 * @param options `seconds`: how old it may be, 300 by default; `now`: the time in milliseconds.
 * @example isSigned("{}", "t=1,v1=00", "secret") // false
 */
export function isSigned(
  body: string,
  header: string | null | undefined,
  secret: string,
  options: { readonly seconds?: number; readonly now?: number } = {},
): boolean {
  const { seconds = 300, now = Date.now() } = options;
  const [, at, mark] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (at === undefined || Math.abs(now / 1000 - Number(at)) > seconds) return false;
  const wanted = createHmac("sha256", secret).update(`${at}.${body}`).digest();
  return timingSafeEqual(wanted, Buffer.from(mark, "hex"));
}
