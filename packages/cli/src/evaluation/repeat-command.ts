// The command that repeats an evaluation, as a shell takes it: with every option that its outcome depends on.

import type { ProjectOptions } from "../project/project-options.ts";
import { SETTING_KEYS } from "../project/settings.ts";

/** What is repeated beside the options of the file. */
export interface Repeated extends ProjectOptions {
  readonly strategies: readonly string[];
  readonly budget: number;
  readonly repetitions: number;
}

/** The command line. */
export function repeatCommand(file: string, options: Repeated): string {
  const { strategies, budget, repetitions, seed } = options;
  const ofFile = SETTING_KEYS.filter((key) => key !== "newLabel").flatMap((key) => optionWords(key, options[key]));
  const limits = { budget, repetitions, seed };
  const rest = Object.entries(limits).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const exact = options.exact ? ["--exact"] : [];
  const words = ["xpal", "evaluate", file, ...ofFile, ...exact, "--strategies", strategies.join(","), ...rest];
  return words.map(quoted).join(" ");
}

function optionWords(key: string, value: unknown): string[] {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === undefined) return [];
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  if (key === "classes") return [`--${name}`, (value as readonly string[]).join(",")];
  const values = typeof value === "object" && value !== null ? listed(value) : [String(value)];
  return values.flatMap((one) => [`--${name}`, one]);
}

/** A list of columns, or the role of each. */
function listed(value: object): string[] {
  return Array.isArray(value) ? value.map(String) : Object.entries(value).map(([column, role]) => `${column}=${role}`);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
