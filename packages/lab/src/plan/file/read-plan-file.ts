// A plan file from disk, checked: YAML or JSON. Complaints name the place in the file and, for a wrong word, the right one.
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { refuse } from "../../refuse.ts";
import { DATASET_KINDS, type PlanFile, planSchema, STRATEGY_KINDS } from "./plan-schema.ts";

/**
 * Reads and checks a plan file.
 * @throws XpalError if it cannot be read, is no YAML or JSON, or does not fit the schema.
 */
export function readPlanFile(path: string): PlanFile {
  const document = parseDocument(readText(path), { prettyErrors: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = problem.linePos?.[0].line ?? 1;
    refuse("study", `${path}, line ${line}`, `must be YAML or JSON: ${problem.message.split(" at line ")[0]}`);
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
  const parsed = planSchema.safeParse(content);
  if (!parsed.success) complain(path, [], parsed.error);
  return parsed.data;
}

/** Datasets and strategies are of several kinds; the one whose first member is there says best what is wrong. */
function checkKinds(content: unknown, path: string): void {
  const { datasets, strategies } = (content ?? {}) as { datasets?: unknown; strategies?: unknown };
  const check = (list: unknown, place: string, kinds: readonly z.ZodType[], names: readonly string[]) => {
    if (!Array.isArray(list)) return;
    for (const [i, entry] of list.entries()) {
      if (typeof entry !== "object" || entry === null) continue;
      const at = names.findIndex((name) => Object.hasOwn(entry, name));
      if (at < 0)
        refuse("study", `${path}, ${place}[${i}]`, `must have one of ${names.join(", ")}`, Object.keys(entry)[0]);
      if (names[at] === "module" && Object.hasOwn(entry, "kernel")) {
        const wayOut = "a module sees the dataset's kernel; leave the key out";
        refuse("study", `${path}, ${place}[${i}].kernel`, "must go with a strategy of the library", "a module", wayOut);
      }
      const parsed = kinds[at].safeParse(entry);
      if (!parsed.success) complain(path, [place, i], parsed.error);
    }
  };
  check(datasets, "datasets", DATASET_KINDS, ["file", "openml", "bundled", "generator", "folder"]);
  check(strategies, "strategies", STRATEGY_KINDS.slice(1), ["strategy", "module"]);
}

function complain(path: string, before: readonly PropertyKey[], error: z.ZodError): never {
  const [issue] = error.issues;
  const place = placeOf([...before, ...issue.path]);
  if (issue.code === "unrecognized_keys") {
    const where = place === "" ? "" : ` in ${place}`;
    refuse(
      "study",
      path,
      `must not have the key ${JSON.stringify(issue.keys[0])}${where}`,
      undefined,
      "xpal study init shows all keys",
    );
  }
  return refuse(
    "study",
    place === "" ? path : `${path}, ${place}`,
    ruleOf(issue),
    "input" in issue ? issue.input : undefined,
  );
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  const text = issue.message.replace(/^Invalid input: /, "");
  return text.startsWith("must ") ? text : `does not fit: ${text[0].toLowerCase()}${text.slice(1)}`;
}

/** ["datasets", 0, "file"] as datasets[0].file. */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return refuse("study", path, "must be a file that can be read", (error as NodeJS.ErrnoException).code);
  }
}
