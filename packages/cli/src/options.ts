// Values of options, checked once and refused in the same words everywhere.
import { XpalError } from "xpal";

/** Reads an integer from `least` to `most`; for commander's `argParser`. */
export function integer(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
    throw new XpalError("bad-argument", { who: "xpal", argument: option, rule: `must be ${range}`, value: text });
  };
}
