// Drives the built command as a child process, as a shell would.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a command left behind. */
export interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built command. */
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Runs `xpal WORDS`; `input` is piped to its standard input. */
export function xpal(words: readonly string[], options: { cwd?: string; input?: string; env?: object } = {}): Ending {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    encoding: "utf8",
    cwd: options.cwd,
    input: options.input ?? "",
    env: { ...process.env, FORCE_COLOR: undefined, XPAL_DEBUG: undefined, ...options.env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** The same without blocking this process, which may be the server that the command talks to. */
export function xpalBeside(
  words: readonly string[],
  options: { cwd?: string; input?: string; env?: object } = {},
): Promise<Ending> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: options.cwd,
    env: { ...process.env, FORCE_COLOR: undefined, XPAL_DEBUG: undefined, ...options.env },
  });
  child.stdin.on("error", () => {}); // it may end before it has read all
  child.stdin.end(options.input ?? "");
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err })));
}
