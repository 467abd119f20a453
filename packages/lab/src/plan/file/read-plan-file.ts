// A plan file from disk, checked: YAML or JSON. Complaints name the place in the file and, for a wrong word, the right one.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { checkText, reject } from "@xpal/core/check";
import { parseDocument } from "yaml";
import { z } from "zod";
import { didYouMean } from "../did-you-mean.ts";
import { DATASET_KINDS, type PlanFile, planSchema, STRATEGY_KINDS } from "./plan-schema.ts";

/**
 * Reads and checks a plan file.
 * @throws XpalError if it cannot be read, is not YAML or JSON, or does not match the schema.
 * @example readPlanFile(shippedPlan("learned-kernel")).reference // "xpal"
 */
export function readPlanFile(path: string): PlanFile {
  checkText("readPlanFile", "path", path);
  const document = parseDocument(readText(path), { prettyErrors: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = problem.linePos?.[0].line ?? 1;
    reject("study", `${path}, line ${line}`, `must be YAML or JSON: ${problem.message.split(" at line ")[0]}`);
  }
  return checkPlanFile(document.toJS({ maxAliasCount: 100 }), path);
}

/**
 * Checks a plan that was parsed.
 * @param path Where it came from, for messages.
 * @throws XpalError naming the first place that does not fit.
 */
export function checkPlanFile(content: unknown, path: string): PlanFile {
  checkKinds(content, path);
  const parsed = planSchema.safeParse(content, { reportInput: true });
  if (!parsed.success) complain(path, [], parsed.error, planSchema);
  return parsed.data;
}

/** Datasets and strategies are of several kinds; the one whose first member is there says best what is wrong. */
function checkKinds(content: unknown, path: string): void {
  const { datasets, strategies } = (content ?? {}) as { datasets?: unknown; strategies?: unknown };
  const check = (list: unknown, where: string, kinds: readonly z.ZodType[], names: readonly string[]) => {
    if (!Array.isArray(list)) return;
    for (const [i, entry] of list.entries()) {
      if (typeof entry !== "object" || entry === null) continue;
      const at = names.findIndex((name) => Object.hasOwn(entry, name));
      if (at < 0) {
        const near = Object.keys(entry).flatMap((key) => didYouMean(key, names) ?? [])[0];
        const rule = `must have one of ${names.join(", ")}`;
        reject("study", `${path}, ${where}[${i}]`, rule, Object.keys(entry)[0], near);
      }
      if (names[at] === "module" && Object.hasOwn(entry, "kernel")) {
        const wayOut = "a module sees the dataset's kernel; leave the key out";
        reject("study", `${path}, ${where}[${i}].kernel`, "must go with a strategy of the library", "a module", wayOut);
      }
      const parsed = kinds[at].safeParse(entry, { reportInput: true });
      if (!parsed.success) complain(path, [where, i], parsed.error, kinds[at]);
    }
  };
  check(datasets, "datasets", DATASET_KINDS, ["file", "openml", "bundled", "generator", "folder"]);
  check(strategies, "strategies", STRATEGY_KINDS.slice(1), ["strategy", "module"]);
  for (const [i, entry] of Array.isArray(strategies) ? strategies.entries() : []) {
    if (typeof entry !== "string") continue;
    const parsed = STRATEGY_KINDS[0].safeParse(entry, { reportInput: true });
    if (!parsed.success) complain(path, ["strategies", i], parsed.error, STRATEGY_KINDS[0]);
  }
}

/** Rejects the first thing that is wrong; `schema` is what stands at `before`. */
function complain(path: string, before: readonly PropertyKey[], error: z.ZodError, schema: z.ZodType): never {
  const [issue] = error.issues;
  const where = dotted([...before, ...issue.path]);
  if (issue.code === "unrecognized_keys") {
    const inside = where === "" ? "" : ` in ${where}`;
    const [key] = issue.keys;
    const wayOut = didYouMean(key, keysAt(schema, issue.path)) ?? "xpal study init shows all keys";
    reject("study", path, `must not have the key ${JSON.stringify(key)}${inside}`, undefined, wayOut);
  }
  const value = "input" in issue ? issue.input : undefined;
  const wayOut = issue.code === "invalid_value" ? didYouMean(value, issue.values.map(String)) : undefined;
  return reject("study", where === "" ? path : `${path}, ${where}`, ruleOf(issue), value, wayOut);
}

/** The keys that a schema allows at some position. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.ZodType | undefined = schema;
  for (const step of path) {
    const found = withoutOptional(at);
    if (found instanceof z.ZodArray) at = found.element as z.ZodType;
    else at = found instanceof z.ZodObject ? (found.shape[String(step)] as z.ZodType | undefined) : undefined;
  }
  const found = withoutOptional(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function withoutOptional(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  const text = issue.message.replace(/^Invalid input: /, "");
  return text.startsWith("must ") ? text : `does not fit: ${text[0].toLowerCase()}${text.slice(1)}`;
}

/** ["datasets", 0, "file"] as datasets[0].file. */
function dotted(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const wayOut = didYouMean(basename(path), filesBeside(path));
    return reject("study", path, "must be a file that can be read", (error as NodeJS.ErrnoException).code, wayOut);
  }
}

function filesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
