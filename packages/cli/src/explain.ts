// The one place that turns an error into words and an exit code: 2 for bad input, 1 for an unexpected failure, and
// 130 after Ctrl-C, as shells do.
import { XpalError } from "@xpal/core";
import { isRejection } from "@xpal/core/check";
import { optionWords } from "./terminal/option-words.ts";

/** Options of the studio's functions, as people type them. */
const STUDIO_FLAGS: Readonly<Record<string, string>> = {
  dataDir: "--data-dir",
  port: "--port",
  host: "--host",
  tlsCert: "--tls-cert",
  tlsKey: "--tls-key",
  behindProxy: "--behind-proxy",
  secret: "XPAL_SECRET",
  from: "--from",
  to: "--to",
};

/** What a command that was stopped leaves behind, by who stopped. */
const STOPPED: Readonly<Record<string, string>> = {
  queue: "stopped watching; the workers go on, and the same command or xpal queue watch picks it up",
  annotate: "stopped; the answers so far are printed",
  predict: "stopped; no predictions were written",
};

/**
 * What to tell the user. A rejection names the command and its options instead of the library function that rejected.
 * @param command The command as it was typed, with its part: "xpal studio move".
 */
export function explain(error: unknown, command: string): { sentence: string; exitCode: number } {
  if (error instanceof XpalError && error.code === "cancelled") {
    return {
      sentence: `${command}: ${STOPPED[error.who] ?? "stopped; the same command continues where it stopped"}`,
      exitCode: 130,
    };
  }
  if (isRejection(error)) {
    const rest = error.message.startsWith(`${error.who}: `) ? error.message.slice(error.who.length + 2) : error.message;
    return {
      sentence: `${command}: ${optionWords(rest.replace(/\bengine\.(memory|threads)\b/g, "--$1"))}`,
      exitCode: 2,
    };
  }
  // The studio's rejections carry a code too; theirs are sentences already.
  if (error instanceof Error && error.name === "StudioError") {
    const named = new RegExp(`^(${Object.keys(STUDIO_FLAGS).join("|")})\\b`);
    const sentence = error.message.replace(/^\w+: /, "").replace(named, (name) => STUDIO_FLAGS[name]);
    return { sentence: `${command}: ${sentence}`, exitCode: "code" in error && error.code === "cancelled" ? 130 : 2 };
  }
  const cause = error instanceof Error ? error.message : String(error);
  const [firstLine] = cause.split("\n");
  return { sentence: `${command}: failed (${firstLine}); set XPAL_DEBUG=1 to see where`, exitCode: 1 };
}
