// FILE.xpal.json: what was said about a file when it was labelled, so that other commands make the same model of it
// without being given the options again. Options of the command line take precedence, and a message says so.
import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { XpalError } from "@xpal/core";
import type { Notice } from "@xpal/data";
import { sidecarPath } from "../journal/sidecar-path.ts";
import { writeWhole } from "../write-whole.ts";
import type { ProjectOptions } from "./project-options.ts";
import { SETTING_RULES } from "./setting-rules.ts";

/** The options that are remembered, in the order in which they are shown. */
export const SETTING_KEYS = Object.keys(SETTING_RULES) as SettingKey[];

type SettingKey = keyof typeof SETTING_RULES;

/** What is remembered of a file. */
export type Settings = Partial<Pick<ProjectOptions, SettingKey>>;

/** What a recipe decides; neither is remembered together with the other. */
const DECIDED_BY_RECIPE: readonly SettingKey[] = ["classes", "bandwidth", "role"];

/** What was said of one label column, and not of another one in the same file. */
const OF_ONE_LABEL: readonly SettingKey[] = ["newLabel", "classes", "phrase", "phrases", "recipe", "costs"];

/** Options that are paths; they are kept relative to the folder of the settings. */
const PATHS: readonly SettingKey[] = ["recipe", "phrases", "embeddings", "embed", "costs"];

/** What the settings of a file did to the options of a command. */
export interface AppliedSettings {
  readonly path: string;
  /** As they are in the file, with paths relative to the current folder. */
  readonly remembered: Settings;
  /** What was given on the command line. */
  readonly given: Settings;
  /** The options that were taken from the file. */
  readonly used: readonly SettingKey[];
  /** What the command line overruled, in words. */
  readonly conflicts: readonly string[];
}

/** The path of a file's settings. */
function settingsPath(file: string): string {
  return sidecarPath(file, ".xpal.json");
}

/**
 * The settings of a file; empty if it has no settings.
 * @throws XpalError if they are not as this command writes them.
 */
export function readSettings(file: string): Settings {
  const path = settingsPath(file);
  if (!existsSync(path)) return {};
  const json = parse(path);
  if (json?.format !== "xpal-settings" || json.version !== 1) {
    reject(path, 'must say format "xpal-settings", version 1');
  }
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    if (key === "format" || key === "version") continue;
    if (!Object.hasOwn(SETTING_RULES, key)) reject(path, `must not say ${JSON.stringify(key)}`);
    const { words, holds } = SETTING_RULES[key as SettingKey];
    if (!holds(value)) reject(`${path}, ${JSON.stringify(key)},`, `must ${words}`, value);
    settings[key] = PATHS.includes(key as SettingKey) ? fromFolder(path, key, String(value)) : value;
  }
  return settings as Settings;
}

/** The options to use: those given, then those remembered. */
export function applySettings(file: string, given: Settings, remembered: Settings): AppliedSettings {
  const used: SettingKey[] = [];
  const conflicts: string[] = [];
  const path = settingsPath(file);
  const isOther = given.label !== undefined && isOtherLabel(given.label, remembered);
  const overrules = (key: SettingKey) =>
    (isOther && OF_ONE_LABEL.includes(key) && given[key] === undefined) ||
    (key === "recipe" && DECIDED_BY_RECIPE.some((other) => given[other] !== undefined)) ||
    (DECIDED_BY_RECIPE.includes(key) && given.recipe !== undefined);
  for (const key of SETTING_KEYS) {
    const before = remembered[key];
    if (before === undefined) continue;
    if (overrules(key)) conflicts.push(`${path} remembers ${inWords(key, before)}, which is left out here`);
    else if (given[key] === undefined) used.push(key);
    else if (key === "role") conflicts.push(...roleConflicts(path, given.role ?? {}, remembered.role ?? {}));
    else if (!isEqual(given[key], before)) {
      conflicts.push(`${inWords(key, given[key])} is used here, although ${path} remembers ${inWords(key, before)}`);
    }
  }
  return { path, remembered, given, used, conflicts };
}

/** The options for the rows of another file, which is not read as the labelled one; only its vectors may be of both. */
export function forOtherFile<Options extends ProjectOptions>(options: Options): Options {
  const used: readonly string[] = (options.settings?.used ?? []).filter((key) => key !== "embeddings");
  return Object.fromEntries(Object.entries(options).filter(([key]) => !used.includes(key))) as Options;
}

/** What to say about settings that were taken from the file or overruled. */
export function settingsNotices(applied: AppliedSettings | undefined): Notice[] {
  if (applied === undefined) return [];
  const words = applied.used.map((key) => inWords(key, applied.remembered[key]));
  return [
    ...(words.length === 0
      ? []
      : [{ code: "settings", message: `as ${applied.path} remembers it: ${words.join(" ")}` }]),
    ...applied.conflicts.map((message) => ({ code: "settings-conflict", message })),
  ];
}

/** Remembers what was given, and the label column; what was remembered before stays unless it is overruled. */
export function rememberSettings(file: string, { given, remembered }: AppliedSettings, label: string): void {
  const after: Record<string, unknown> = { ...remembered, ...given, label };
  if (isOtherLabel(label, remembered)) for (const key of OF_ONE_LABEL) after[key] = given[key];
  if (given.role !== undefined) after.role = { ...remembered.role, ...given.role };
  if (given.recipe !== undefined) for (const key of DECIDED_BY_RECIPE) delete after[key];
  else if (DECIDED_BY_RECIPE.some((key) => given[key] !== undefined)) delete after.recipe;
  const known = Object.fromEntries(
    SETTING_KEYS.filter((key) => after[key] !== undefined).map((key) => [key, after[key]]),
  );
  const path = settingsPath(file);
  if (existsSync(path) && isEqual(known, remembered)) return;
  for (const key of PATHS) if (known[key] !== undefined) known[key] = toFolder(path, key, String(known[key]));
  const text = `${JSON.stringify({ format: "xpal-settings", version: 1, ...known }, null, 2)}\n`;
  writeWhole(path, text, file);
}

function isOtherLabel(label: string, remembered: Settings): boolean {
  return remembered.label !== undefined && remembered.label !== label;
}

function roleConflicts(path: string, given: object, remembered: object): string[] {
  const before = remembered as Record<string, string>;
  return Object.entries(given)
    .filter(([column, role]) => Object.hasOwn(before, column) && before[column] !== role)
    .map(([column, role]) => `--role ${column}=${role} is used here, although ${path} remembers ${before[column]}`);
}

/** An option as it is typed. */
function inWords(key: SettingKey, value: unknown): string {
  const name = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return name;
  if (value === false) return name.replace("--", "--no-");
  if (Array.isArray(value)) {
    return key === "classes" ? `${name} ${value.join(",")}` : value.map((one) => `${name} ${one}`).join(" ");
  }
  if (typeof value !== "object" || value === null) return `${name} ${value}`;
  return Object.entries(value)
    .map(([column, role]) => `${name} ${column}=${role}`)
    .join(" ");
}

function isEqual(a: unknown, b: unknown): boolean {
  const ordered = (value: unknown): unknown =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).sort() : value;
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
}

function fromFolder(settings: string, key: string, path: string): string {
  const seen = join(dirname(settings), path);
  return isAbsolute(path) || isModelName(key, path, seen) ? path : seen;
}

function toFolder(settings: string, key: string, path: string): string {
  return isModelName(key, path, path) ? path : relative(dirname(resolve(settings)), resolve(path));
}

/** Whether `--embed` names no folder: a word, or a model on a server, which looks like a path of two parts where nothing lies. */
function isModelName(key: string, text: string, path: string): boolean {
  if (key === "embed" && ["sentences", "none"].includes(text)) return true;
  return key === "embed" && /^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(text) && !existsSync(path);
}

function parse(path: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path, "utf8"));
    return json !== null && typeof json === "object" ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function reject(argument: string, rule: string, value?: unknown): never {
  throw new XpalError("bad-argument", {
    who: "readSettings",
    ...{ argument, rule, value },
    wayOut: "correct or remove it, or give --no-remembered",
  });
}
