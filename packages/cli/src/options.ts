// Values of options, checked once and rejected in the same words everywhere.
import { statSync } from "node:fs";
import { reject } from "@xpal/core/check";

/** Reads an integer from `least` to `most`; for commander's `argParser`. */
export function integer(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
    reject("xpal", option, `must be ${range}`, text);
  };
}

/** Reads a finite number above 0. */
export function positive(option: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value > 0 && value !== Number.POSITIVE_INFINITY) return value;
    reject("xpal", option, "must be a finite number above 0", text);
  };
}

/** Reads a share above 0 and below 1, or a percentage such as 5%. */
export function share(option: string): (text: string) => number {
  return (text) => {
    const [, number = "", sign] = /^(\d*\.?\d+)\s*(%?)$/.exec(text.trim()) ?? [];
    const value = number === "" ? Number.NaN : Number(number) / (sign === "%" ? 100 : 1);
    if (value > 0 && value < 1) return value;
    reject("xpal", option, "must be a share above 0 and below 1, such as 0.05 or 5%", text);
  };
}

/** Reads a share from 0 to 1, or a percentage such as 10%. */
export function shareOrAll(option: string): (text: string) => number {
  return (text) => {
    const [, number = "", sign] = /^(\d*\.?\d+)\s*(%?)$/.exec(text.trim()) ?? [];
    const value = number === "" ? Number.NaN : Number(number) / (sign === "%" ? 100 : 1);
    if (value >= 0 && value <= 1) return value;
    reject("xpal", option, "must be a share from 0 to 1, such as 0.1 or 10%", text);
  };
}

/** Reads a mean cost above 0 and below the largest cost. */
export function meanCost(option: string, largest: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value > 0 && value < largest) return value;
    reject("xpal", option, `must be a mean cost above 0 and below the largest cost, ${largest}`, text);
  };
}

/** Reads names separated by commas; none may be empty or occur twice. */
export function list(option: string): (text: string) => string[] {
  return (text) => {
    const names = text.split(",").map((name) => name.trim());
    if (names.includes("")) reject("xpal", option, "must be names separated by commas, none of them empty", text);
    if (new Set(names).size < names.length) reject("xpal", option, "must not name anything twice", text);
    return names;
  };
}

/** Reads a folder that exists; the option may be repeated. */
export function folders(option: string): (text: string, before?: readonly string[]) => string[] {
  return (text, before = []) => {
    if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return [...before, text];
    reject("xpal", option, "must be a folder that exists", text);
  };
}

/** Reads one character; `tab` and `\t` stand for a tab. */
export function oneCharacter(option: string): (text: string) => string {
  return (text) => {
    if (text === "\\t" || text === "tab") return "\t";
    if (text.length === 1) return text;
    reject("xpal", option, "must be one character, or tab", text);
  };
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Reads a size: a number of bytes, or of K, M or G. */
export function bytes(option: string): (text: string) => number {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?) *([kmg]?)i?b?$/i.exec(text.trim());
    const size = match === null ? 0 : Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
    if (size >= 1 && Number.isSafeInteger(size)) return size;
    reject("xpal", option, "must be a size such as 500M or 2G", text);
  };
}
