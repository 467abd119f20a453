// The checks at the door of this package, in the core's words: one sentence with who, which argument, the rule, the
// value and the way out.
import { XpalError } from "xpal";

/** What may go wrong: a bad argument or file, or something too large. */
type RefusalCode = "bad-argument" | "bad-state" | "does-not-fit";

/** The optional parts of a refusal. */
export interface Refusal {
  readonly value?: unknown;
  readonly wayOut?: string;
  readonly code?: RefusalCode;
}

/** Refuses an argument: one sentence naming function, argument, rule and value. */
export function refuse(who: string, argument: string, rule: string, more: Refusal = {}): never {
  const { code = "bad-argument", ...parts } = more;
  throw new XpalError(code, { who, argument, rule, ...parts });
}

/** An integer of at least `least` (and at most `most`, where given). */
export function checkInteger(who: string, argument: string, value: unknown, least: number, most = Infinity): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Infinity ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
  refuse(who, argument, `must be ${range}`, { value });
}

/** A finite number of at least `least` (and at most `most`, where given). */
export function checkNumber(who: string, argument: string, value: unknown, least: number, most = Infinity): void {
  if (Number.isFinite(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Infinity ? `a finite number of at least ${least}` : `a number from ${least} to ${most}`;
  refuse(who, argument, `must be ${range}`, { value });
}

/** One of the listed words. */
export function checkOneOf<T extends string>(who: string, argument: string, value: unknown, allowed: readonly T[]): T {
  if (allowed.includes(value as T)) return value as T;
  const near = typeof value === "string" ? nearestName(value, allowed) : undefined;
  const wayOut = near === undefined ? {} : { wayOut: `did you mean ${JSON.stringify(near)}?` };
  refuse(who, argument, `must be one of ${allowed.join(", ")}`, { value, ...wayOut });
}

/** A plain object that has no other keys than the known ones: a misspelt option is an error, not a default. */
export function checkOptions(who: string, options: unknown, known: readonly string[], argument = "options"): void {
  if (options === undefined) return;
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    refuse(who, argument, "must be an object", { value: options });
  }
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    const listed =
      known.length <= 12 ? known.join(", ") : `${known.slice(0, 12).join(", ")} and ${known.length - 12} more`;
    const wayOut = near === undefined ? `known are ${listed}` : `did you mean ${JSON.stringify(near)}?`;
    refuse(who, `${argument}.${key}`, "is unknown", { wayOut });
  }
}

/**
 * The name that looks most like the given one, or undefined when none is close.
 * @example nearestName("lable", ["class", "label"]) // "label"
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein distance, or `limit` once it cannot fall below that. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(change, previous[j] + 1, current[j - 1] + 1));
    }
    previous = current;
  }
  return previous[b.length];
}
