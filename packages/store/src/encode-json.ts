// Values on their way to disk: text that both databases keep as it is, and JSON that loses nothing.
import type { JsonValue } from "./store.ts";
import { reject } from "./store-error.ts";

/** A name that can be a key: text of 1 to 512 characters without NUL or half characters. */
export function checkName(who: string, argument: string, value: unknown): void {
  if (typeof value !== "string" || value.length < 1 || value.length > 512 || !isSound(value)) {
    reject(who, argument, "must be text of 1 to 512 characters without NUL", value);
  }
}

/** An ISO time in UTC, as `toISOString` writes it: such texts sort by time. */
export function checkTime(who: string, at: unknown): void {
  if (typeof at !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at)) {
    reject(who, "at", 'must be a time such as "2026-01-31T12:00:00.000Z"', at);
  }
}

/** JSON as text; what JSON would change in silence (NaN, undefined in a list, a date) is rejected. */
export function encodeJson(who: string, argument: string, value: unknown): string {
  const text = JSON.stringify(checkJson(who, argument, value, 0));
  return text;
}

/** The value that `encodeJson` wrote. */
export function readJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

function isSound(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

function checkJson(who: string, where: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) reject(who, where, "must be finite to be written as JSON", value);
    return value;
  }
  if (depth > 64) reject(who, where, "must not be nested more than 64 deep", value);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkJson(who, `${where}[${i}]`, value[i], depth + 1);
    return value;
  }
  const plain = typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!plain) reject(who, where, "must be JSON: null, true, false, a number, text, a list or a plain object", value);
  for (const [key, member] of Object.entries(value as object)) {
    if (member !== undefined) checkJson(who, `${where}.${key}`, member, depth + 1);
  }
  return value;
}
