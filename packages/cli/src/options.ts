// Values of options, checked once and refused in the same words everywhere.
import { XpalError } from "xpal";

/** Reads an integer from `least` to `most`; for commander's `argParser`. */
export function integer(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
    throw refusal(option, `must be ${range}`, text);
  };
}

/** Reads a finite number above 0. */
export function positive(option: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value > 0 && value !== Number.POSITIVE_INFINITY) return value;
    throw refusal(option, "must be a finite number above 0", text);
  };
}

/** Reads names separated by commas; none may be empty or occur twice. */
export function list(option: string): (text: string) => string[] {
  return (text) => {
    const names = text.split(",").map((name) => name.trim());
    if (names.includes("")) throw refusal(option, "must be names separated by commas, none of them empty", text);
    if (new Set(names).size < names.length) throw refusal(option, "must not name anything twice", text);
    return names;
  };
}

function refusal(argument: string, rule: string, value: string): XpalError {
  return new XpalError("bad-argument", { who: "xpal", argument, rule, value });
}
