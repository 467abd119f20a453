// The laboratory refuses as the core does: one sentence, one class of error. Its own checks are few, so they live here.
import { XpalError } from "xpal";

/** Refuses an argument: one sentence naming function, argument, rule and value. */
export function refuse(who: string, argument: string, rule: string, value?: unknown, wayOut?: string): never {
  throw new XpalError("bad-argument", {
    who,
    argument,
    rule,
    ...(value === undefined ? {} : { value }),
    ...(wayOut === undefined ? {} : { wayOut }),
  });
}

/** An integer of at least `least` and, where given, at most `most`. */
export function checkInteger(who: string, argument: string, value: unknown, least: number, most = Infinity): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  refuse(who, argument, `must be an integer ${range}`, value ?? "nothing");
}

/** Finite numbers, at least as many as asked for. */
export function checkNumbers(who: string, argument: string, value: unknown, least = 1): void {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    refuse(who, argument, "must be an array of numbers", value ?? "nothing");
  }
  const numbers = value as ArrayLike<unknown>;
  if (numbers.length < least) {
    refuse(who, argument, `must have at least ${least} ${least === 1 ? "number" : "numbers"}`, numbers.length);
  }
  for (let i = 0; i < numbers.length; i++) {
    if (!Number.isFinite(numbers[i])) refuse(who, `${argument}[${i}]`, "must be a finite number", String(numbers[i]));
  }
}

/** A share strictly between 0 and 1, such as a confidence or a significance level. */
export function checkShare(who: string, argument: string, value: unknown): void {
  if (typeof value !== "number" || !(value > 0 && value < 1)) {
    refuse(who, argument, "must be a number between 0 and 1, both excluded", value ?? "nothing");
  }
}
