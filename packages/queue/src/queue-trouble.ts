// What the servers of a queue complain about, in our words. Their own messages are passed on only where nothing better is
// known, and then without the password.
import { XpalError } from "@xpal/core";
import type { QueueAddress } from "./queue-address.ts";

/** Whether waiting may help: the server is away, starting, or busy. */
export function isPassing(error: unknown): boolean {
  const { code, text } = partsOf(error);
  return (
    /^(E(CONNREFUSED|NOTFOUND|HOSTUNREACH|TIMEDOUT|CONNRESET|PIPE|AI_AGAIN)|57P\d\d|08\d\d\d|40001|40P01|55P03)$/.test(
      code,
    ) ||
    /Connection (terminated|is closed)|timeout exceeded when trying to connect|connect ETIMEDOUT|LOADING|not queryable|Client was closed/.test(
      text,
    )
  );
}

/** The rejection for an error of a queue's server. */
export function troubleOf(error: unknown, { url, shown, kind }: QueueAddress): XpalError {
  if (error instanceof XpalError) return error;
  const { code, text, name } = partsOf(error);
  const say = (argument: string, rule: string, wayOut?: string) =>
    new XpalError("bad-state", { who: "queue", argument, rule, ...(wayOut === undefined ? {} : { wayOut }) });
  if (/^28/.test(code) || /WRONGPASS|NOAUTH|invalid password|password must be a string|AUTH/.test(text)) {
    return say("--queue", `must carry a user and password that the server accepts, got ${shown}`);
  }
  if (code === "3D000") return say("--queue", `must name a database that exists, got ${shown}`, "create it first");
  if (code === "53100" || /^(OOM|MISCONF)|No space left/.test(text)) {
    return say(`the server of the queue at ${shown}`, "has no room left", "free some disk or memory there");
  }
  if (code === "42501" || /^NOPERM/.test(text)) {
    return say("--queue", `must carry a user with the right to create and write, got ${shown}`);
  }
  if (name === "SchemaVersionMismatchError") {
    return say(`the queue at ${shown}`, "was made by a later version", "use a newer release of this program");
  }
  if (name === "UnsupportedPostgresVersionError" || /^Redis version needs/.test(text)) {
    const least = kind === "postgres" ? "PostgreSQL 13" : "Redis 5";
    return say("--queue", `must name a server of ${least} or newer, got ${shown}`);
  }
  if (/certificate|SSL|TLS|wrong version number/i.test(text + code)) {
    return say(
      "--queue",
      `must name a server whose certificate can be verified, got ${shown} (${scrubbed(text, url)})`,
    );
  }
  if (isPassing(error)) {
    return say("the server of the queue", `could not be reached at ${shown}`, "start it, or check the address");
  }
  return say(`the server of the queue at ${shown}`, `answered: ${scrubbed(text, url)}`);
}

function partsOf(error: unknown): { code: string; text: string; name: string } {
  const { code, message, name, errors } = (error ?? {}) as NodeJS.ErrnoException & { errors?: unknown[] };
  if ((message ?? "") === "" && errors !== undefined && errors.length > 0) return partsOf(errors[0]); // tried both IPv6 and IPv4
  return { code: String(code ?? ""), text: String(message ?? error).split("\n")[0], name: String(name ?? "") };
}

function scrubbed(text: string, url: string): string {
  const { password } = new URL(url);
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== "");
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}
