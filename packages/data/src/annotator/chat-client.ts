// Questions to an OpenAI-compatible server: one HTTP request each, with a time limit, tried again when that may help, a
// few at a time. The key goes into one header and nowhere else: what a server says is told only after it was taken out.
import { reject, rejectState } from "@xpal/core/check";
import type { ChatMessage } from "./question.ts";

/** How a server is asked. */
export interface ChatOptions {
  /** The full address, as `chatEndpoint` makes it. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly key?: string;
  /** Milliseconds that an answer may take; 60,000 by default. */
  readonly timeout?: number;
  /** How often a question is asked before it is given up; 4 by default. */
  readonly attempts?: number;
  /** The longest answer, in tokens; 512 by default, which leaves room for programs that think first. */
  readonly mostTokens?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Waits between attempts; for tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}

/** What came back, and what it took. */
export interface ChatReply {
  readonly text: string;
  /** Whether the server or the program declined, or the answer was cut off. */
  readonly ended: "whole" | "declined" | "cut";
  readonly sentTokens: number;
  readonly receivedTokens: number;
  readonly ms: number;
  readonly attempts: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const MAX_BYTES = 1_000_000;

/** Asks once more after these. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * Asks one question.
 * @throws XpalError if the server rejects it, or does not answer in time however often it is asked.
 */
export async function chat(messages: readonly ChatMessage[], options: ChatOptions): Promise<ChatReply> {
  const { attempts = 4, now = () => performance.now(), wait = waitFor } = options;
  const start = now();
  let reason = "";
  for (let attempt = 1; attempt <= attempts; attempt++) {
    options.signal?.throwIfAborted();
    const found = await ask(messages, options);
    if ("reply" in found) return { ...found.reply, ms: now() - start, attempts: attempt };
    reason = found.reason;
    if (attempt === attempts) break;
    const ms = found.waitMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
    await wait(ms, options.signal);
  }
  const rule = `must answer, but after ${attempts} attempts ${reason}`;
  rejectState("annotate", hostOf(options), rule, "answers so far are kept; try again later");
}

type Attempt =
  | { readonly reply: Omit<ChatReply, "ms" | "attempts"> }
  | { readonly reason: string; readonly waitMs?: number };

async function ask(messages: readonly ChatMessage[], options: ChatOptions): Promise<Attempt> {
  const { url, model, key, timeout = 60_000, mostTokens = 512, signal } = options;
  const limit = AbortSignal.timeout(timeout);
  let answer: Response;
  let body: string;
  try {
    answer = await (options.fetch ?? fetch)(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages, temperature: 0, max_tokens: mostTokens, stream: false }),
      redirect: "manual", // items and key go to the host that was named, and to no other
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    body = await shortBody(answer);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) return { reason: `it took longer than ${timeout} ms` };
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return { reason: `it cannot be reached (${cause?.code ?? withoutKey(message, key)})` };
  }
  if (answer.ok) return replyOf(body);
  const said = withoutKey(reasonIn(body), key);
  if (PASSING.has(answer.status)) return { reason: `it answered ${answer.status}${said}`, ...waitOf(answer) };
  const wayOut = answer.status === 401 || answer.status === 403 ? "check the key" : "check the endpoint and the model";
  reject(
    "annotate",
    hostOf(options),
    `must accept the question, but it answered ${answer.status}${said}`,
    undefined,
    wayOut,
  );
}

function replyOf(body: string): Attempt {
  const json = parsed(body) as Partial<{
    choices: { message?: { content?: unknown; rejection?: unknown }; finish_reason?: unknown }[];
    usage: { prompt_tokens?: unknown; completion_tokens?: unknown };
  }> | null;
  const choice = Array.isArray(json?.choices) ? json.choices[0] : undefined;
  const { content, rejection } = choice?.message ?? {};
  if (typeof content !== "string" && typeof rejection !== "string") return { reason: "it sent no answer of a chat" };
  const declined =
    typeof rejection === "string" && rejection !== "" ? true : choice?.finish_reason === "content_filter";
  return {
    reply: {
      text: typeof content === "string" ? content : "",
      ended: declined ? "declined" : choice?.finish_reason === "length" ? "cut" : "whole",
      sentTokens: countOf(json?.usage?.prompt_tokens),
      receivedTokens: countOf(json?.usage?.completion_tokens),
    },
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body, as far as an answer can be long. */
async function shortBody(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new Error("the answer is too long");
  }
  return text;
}

/** What a server says about an error, as one line. */
function reasonIn(body: string): string {
  const { error } = (parsed(body) ?? {}) as { error?: { message?: unknown } | string };
  const message = typeof error === "string" ? error : error?.message;
  return typeof message === "string" ? ` (${message.replace(/\s+/g, " ").slice(0, 200)})` : "";
}

/** Servers repeat a wrong key in their complaint. */
function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === "" ? text : text.replaceAll(key, "[key]");
}

function waitOf(answer: Response): { waitMs?: number } {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? { waitMs: Math.min(LONGEST_WAIT_MS, 1000 * seconds) } : {};
}

function hostOf({ url }: ChatOptions): string {
  return new URL(url).host;
}

/** Ends early when the signal is aborted. */
function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
