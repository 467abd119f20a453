// Every rejection of this library is one of these. The message is one sentence with four parts and, where there is
// one, the way out; the parts stay readable by programs, so a command or a server can map them without parsing.

/** What kind of rejection it is: a bad argument, a call at the wrong time, or something that does not fit in memory. */
export type ErrorCode = "bad-argument" | "bad-state" | "does-not-fit" | "cancelled";

/** The parts of a rejection. */
export interface ErrorParts {
  /** The exported function that rejected. */
  readonly who: string;
  /** Which argument. */
  readonly argument: string;
  /** What the argument must be, as the end of a sentence: "must be a finite number above 0". */
  readonly rule: string;
  /** What was given. */
  readonly value?: unknown;
  /** What to do instead. */
  readonly wayOut?: string;
}

/**
 * A rejection: who, which argument, the rule, the value, and the way out when there is one.
 * @example new XpalError("bad-argument", { who: "xgain", argument: "candidate", rule: "must be an integer", value: 0.5 }).message // "xgain: candidate must be an integer, got 0.5"
 */
export class XpalError extends Error {
  readonly code: ErrorCode;
  readonly who: string;
  readonly argument: string;
  readonly rule: string;
  readonly wayOut: string | undefined;

  constructor(code: ErrorCode, parts: ErrorParts) {
    const got = "value" in parts ? `, got ${show(parts.value)}` : "";
    const wayOut = parts.wayOut === undefined ? "" : `; ${parts.wayOut}`;
    super(`${parts.who}: ${parts.argument} ${parts.rule}${got}${wayOut}`);
    this.name = "XpalError";
    this.code = code;
    this.who = parts.who;
    this.argument = parts.argument;
    this.rule = parts.rule;
    this.wayOut = parts.wayOut;
  }
}

/** A value as it reads best inside a sentence: short, on one line, and never throwing. */
export function show(value: unknown): string {
  if (typeof value === "string") return shorten(JSON.stringify(value));
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `a function`;
  if (typeof value !== "object" || value === null) return String(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return `${kindOf(value)} of length ${lengthOf(value)}`;
  return kindOf(value);
}

function kindOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object" ? "an object" : `${/^(A|E|I|O|U(?!int))/.test(tag) ? "an" : "a"} ${tag}`;
}

function lengthOf(value: object): number {
  return (value as { length?: number }).length ?? 0;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…"`;
}
