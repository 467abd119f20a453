// The checks on entry, of this package and of those that build on it ("@xpal/core/check"). Exported functions call these and
// trust their arguments afterwards. Bounds are inclusive on both sides everywhere.
import { type ErrorCode, XpalError } from "./error.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Up to this many classes costs and the balanced error are fast. Above there are no tables of slopes, which grow with the third
 * power: 50 MB at 128, 400 MB at 256. Without them a question takes minutes even of a few hundred items (decision 0301).
 * @example MAX_COST_CLASSES // 256
 */
export const MAX_COST_CLASSES = 256;

/**
 * Rejects an argument: one sentence with function, argument, rule, value, and the way out where there is one.
 * @throws XpalError always.
 * @example isRejection((() => { try { reject("f", "count", "must be 1", 2); } catch (error) { return error; } })()) // true
 */
export function reject(
  who: string,
  argument: string,
  rule: string,
  value?: unknown,
  wayOut?: string,
  code: ErrorCode = "bad-argument",
): never {
  const shown = value !== undefined || arguments.length === 4; // "got undefined" is worth saying, an omitted value is not
  throw new XpalError(code, {
    who,
    argument,
    rule,
    ...(shown ? { value } : {}),
    ...(wayOut === undefined ? {} : { wayOut }),
  });
}

/** What an error of this library, or of one that rejects in the same form, tells a program. */
export interface RejectionParts {
  readonly code: string;
  readonly who: string;
  readonly argument: string;
  readonly rule: string;
}

/**
 * Whether an error is a rejection: it has a code and says who rejected which argument by which rule. This holds for
 * XpalError and for the errors of the store, which imports nothing and has a class of its own in the same form.
 * @example isRejection(new Error("something else")) // false
 */
export function isRejection(error: unknown): error is Error & RejectionParts {
  if (!(error instanceof Error)) return false;
  const { code, who, argument, rule } = error as Partial<RejectionParts>;
  return [code, who, argument, rule].every((part) => typeof part === "string");
}

/**
 * Rejects a call that comes at the wrong time.
 * @throws XpalError always.
 * @example (() => { try { rejectState("f", "item 1", "has a label"); } catch (error) { return error.code; } })() // "bad-state"
 */
export function rejectState(who: string, argument: string, rule: string, wayOut?: string): never {
  return reject(who, argument, rule, undefined, wayOut, "bad-state");
}

/**
 * An integer of at least `least` and, where given, at most `most`.
 * @throws XpalError if it is not.
 * @example checkInteger("f", "count", 3, 1, 3) // undefined
 */
export function checkInteger(who: string, argument: string, value: unknown, least: number, most = Infinity): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Infinity ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
  reject(who, argument, `must be ${range}`, value);
}

/**
 * A finite number of at least `least` and, where given, at most `most`.
 * @throws XpalError if it is not.
 * @example checkNumber("f", "share", 0.5, 0, 1) // undefined
 */
export function checkNumber(who: string, argument: string, value: unknown, least: number, most = Infinity): void {
  if (Number.isFinite(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Infinity ? `a finite number of at least ${least}` : `a number from ${least} to ${most}`;
  reject(who, argument, `must be ${range}`, value);
}

/**
 * A share strictly between 0 and 1, such as a confidence or a significance level.
 * @throws XpalError if it is not.
 * @example checkShare("f", "level", 0.05) // undefined
 */
export function checkShare(who: string, argument: string, value: unknown): void {
  if (typeof value === "number" && value > 0 && value < 1) return;
  reject(who, argument, "must be a number between 0 and 1, both excluded", value);
}

/**
 * One of the listed words.
 * @throws XpalError if it is not.
 * @example checkOneOf("f", "kind", "a", ["a", "b"]) // "a"
 */
export function checkOneOf<T extends string>(who: string, argument: string, value: unknown, allowed: readonly T[]): T {
  if (allowed.includes(value as T)) return value as T;
  const near = typeof value === "string" ? nearestName(value, allowed) : undefined;
  const wayOut = near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`;
  return wayOut === undefined
    ? reject(who, argument, `must be one of ${allowed.join(", ")}`, value)
    : reject(who, argument, `must be one of ${allowed.join(", ")}`, value, wayOut);
}

/** Options beyond this number are not listed: the sentence has to end. */
const MAX_LISTED = 12;

/**
 * A plain object that has no other keys than the known ones: a misspelt option is an error, not a default.
 * @throws XpalError if it is not.
 * @example checkOptions("f", { a: 1 }, ["a", "b"]) // undefined
 */
export function checkOptions(who: string, options: unknown, known: readonly string[], argument = "options"): void {
  if (options === undefined) return;
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    reject(who, argument, "must be an object", options);
  }
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    const more = known.length > MAX_LISTED ? ` and ${known.length - MAX_LISTED} more` : "";
    const listed = `known are ${known.slice(0, MAX_LISTED).join(", ")}${more}`;
    const wayOut = near === undefined ? listed : `did you mean ${JSON.stringify(near)}?`;
    reject(who, `${argument}.${key}`, "is unknown", undefined, wayOut);
  }
}

/**
 * An object that has these parts, such as a table with its rows and columns.
 * @param what The rule in words: "a table".
 * @throws XpalError if it is not.
 * @example checkParts("f", "table", { rows: 0, columns: [] }, "a table", ["rows", "columns"]) // undefined
 */
export function checkParts(
  who: string,
  argument: string,
  value: unknown,
  what: string,
  parts: readonly string[],
): void {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (isObject && parts.every((part) => (value as Record<string, unknown>)[part] !== undefined)) return;
  reject(who, argument, `must be ${what}`, value);
}

/**
 * A string.
 * @throws XpalError if it is not.
 * @example checkText("f", "name", "iris") // undefined
 */
export function checkText(who: string, argument: string, value: unknown): void {
  if (typeof value !== "string") reject(who, argument, "must be a string", value);
}

/**
 * Bytes, as a file or a request gives them.
 * @throws XpalError if it is anything else.
 * @example checkBytes("f", "bytes", new Uint8Array(2)) // undefined
 */
export function checkBytes(who: string, argument: string, value: unknown): void {
  if (!(value instanceof Uint8Array)) reject(who, argument, "must be bytes, a Uint8Array", value);
}

/**
 * Finite numbers of any sign, at least as many as asked for.
 * @throws XpalError if it is not.
 * @example checkFiniteNumbers("f", "x", [-1, 2]) // undefined
 */
export function checkFiniteNumbers(who: string, argument: string, value: unknown, least = 1): void {
  if (!(Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)))) {
    reject(who, argument, "must be an array of numbers", value);
  }
  const numbers = value as ArrayLike<unknown>;
  if (numbers.length < least) {
    reject(who, argument, `must have at least ${least} ${least === 1 ? "number" : "numbers"}`, numbers.length);
  }
  for (let i = 0; i < numbers.length; i++) {
    if (!Number.isFinite(numbers[i])) reject(who, `${argument}[${i}]`, "must be a finite number", numbers[i]);
  }
}

export { nearestName };
