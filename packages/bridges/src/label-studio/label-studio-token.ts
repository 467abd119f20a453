// Tokens of Label Studio. A legacy token is sent as it is. A personal access token is a JWT that only buys access tokens,
// which are good for some minutes; a new one is bought shortly before, or when the server rejects the old one.
import { StudioError } from "@xpal/studio/internal";
import { type Credentials, RemoteApi, RemoteRejection } from "../remote-api.ts";

/** An access token is renewed when it has less than this left. */
const MARGIN_MS = 30_000;

/** Makes what signs requests of a token of either kind. */
export function labelStudioToken(
  token: string,
  remote: {
    readonly base: string;
    readonly host: string;
    readonly firstPauseMs?: number;
    readonly signal?: AbortSignal;
  },
  now: () => number = Date.now,
): Credentials {
  const claims = claimsOf(token);
  if (claims === null) return fixed(`Token ${token}`, token);
  if (claims.token_type === "access") return fixed(`Bearer ${token}`, token);
  const secrets = [token];
  const buyer = new RemoteApi({
    ...remote,
    credentials: { headers: async () => ({}), renew: async () => false, secrets },
  });
  let access: { token: string; until: number } | null = null;

  async function buy(): Promise<{ token: string; until: number }> {
    try {
      const bought = (await buyer.send("POST", "/api/token/refresh/", { refresh: token })) as {
        access?: unknown;
      } | null;
      if (typeof bought?.access !== "string") throw new RemoteRejection(200, "it sent no access token");
      secrets.push(bought.access);
      const { exp } = claimsOf(bought.access) ?? {};
      return { token: bought.access, until: typeof exp === "number" ? 1000 * exp : now() + 4 * 60_000 };
    } catch (error) {
      if (!(error instanceof RemoteRejection)) throw error;
      throw new StudioError(
        "bad-argument",
        `bridge: the token must be a personal access token that ${remote.host} still accepts, but ${error.message}; make another one under Account & Settings`,
      );
    }
  }

  return {
    secrets,
    headers: async () => {
      if (access === null || access.until - now() < MARGIN_MS) access = await buy();
      return { authorization: `Bearer ${access.token}` };
    },
    renew: async () => {
      access = await buy();
      return true;
    },
  };
}

function fixed(authorization: string, token: string): Credentials {
  return { headers: async () => ({ authorization }), renew: async () => false, secrets: [token] };
}

/** What a JWT claims, unverified; null for another text. */
function claimsOf(token: string): { readonly token_type?: unknown; readonly exp?: unknown } | null {
  const [, body, signature] = token.split(".");
  if (body === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    return claims !== null && typeof claims === "object" ? claims : null;
  } catch {
    return null;
  }
}
