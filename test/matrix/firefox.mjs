// A small driver for an installed Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): pages, functions in
// them, and keys. Needs a runtime with WebSocket (Node 22 or newer).
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long anything may take; machines of hosted CI are slow. */
const PATIENCE_MS = 120_000;

/** Starts the browser, without a window and with a profile of its own. */
export async function startFirefox(path) {
  const profile = mkdtempSync(join(tmpdir(), "xpal-firefox-"));
  const process = spawn(path, ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]);
  const end = async () => {
    const ended = new Promise((resolve) => process.once("exit", resolve));
    if (process.exitCode === null && process.kill()) await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = await connect(`${await addressOf(process)}/session`);
    await connection.call("session.new", { capabilities: {} });
    return { newPage: () => openPage(connection), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Where the browser says that it listens. */
function addressOf(process) {
  return new Promise((resolve, reject) => {
    let said = "";
    process.stderr.on("data", (data) => {
      said += data;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    process.once("error", reject);
    process.once("exit", () => reject(new Error(`Firefox ended: ${said.slice(0, 500)}`)));
  });
}

async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Firefox does not answer at ${url}`));
  });
  const waiting = new Map();
  const listeners = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "event") {
      for (const listener of listeners) listener(message);
      return;
    }
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === "success") resolve?.(message.result);
    else reject?.(new Error(`${message.error}: ${message.message}`));
  };
  let last = 0;
  const call = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      setTimeout(() => waiting.delete(id) && reject(new Error(`${method} took too long`)), PATIENCE_MS).unref();
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { call, listen: (listener) => listeners.push(listener) };
}

async function openPage({ call, listen }) {
  const { context } = await call("browsingContext.create", { type: "tab" });
  const errors = [];
  listen(({ method, params }) => {
    if (method === "log.entryAdded" && params.level === "error") errors.push(params.text);
  });
  await call("session.subscribe", { events: ["log.entryAdded"], contexts: [context] });
  const evaluate = async (work, ...values) => {
    const { type, result, exceptionDetails } = await call("script.callFunction", {
      functionDeclaration: `async (json) => JSON.stringify(await (${work})(...JSON.parse(json)) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(values) }],
      awaitPromise: true,
      target: { context },
    });
    if (type !== "success") throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  };
  return {
    errors,
    evaluate,
    goto: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    reload: () => call("browsingContext.reload", { context, wait: "complete" }),
    /** Waits until a function in the page gives something true, and gives that. */
    async waitFor(work, ...values) {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
        const found = await evaluate(work, ...values);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(
        `the page never came to ${work}; it shows: ${await evaluate(() => document.body.textContent.slice(0, 500))}`,
      );
    },
    press: (key) =>
      call("input.performActions", {
        context,
        actions: [{ type: "key", id: "keyboard", actions: ["keyDown", "keyUp"].map((type) => ({ type, value: key })) }],
      }),
  };
}
