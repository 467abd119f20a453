// What errors cost in a project, from --costs, and what the risk is the mean of, from --measure.
import { readFileSync } from "node:fs";
import { type Matrix, type Measure, XpalError } from "@xpal/core";
import { MAX_COST_CLASSES } from "@xpal/core/check";
import { type CostTable, costWarnings, lossMatrixOf, type Notice, readCostTable } from "@xpal/data";
import type { ProjectOptions } from "./project-options.ts";

/** As a learner takes it. */
export interface ProjectRisk {
  readonly lossMatrix?: Matrix;
  readonly measure?: Measure;
}

/**
 * The table that --costs names, if it does.
 * @throws XpalError if it cannot be read, or is no table of costs.
 */
export function readCosts({ costs }: Pick<ProjectOptions, "costs">): CostTable | undefined {
  if (costs === undefined) return undefined;
  return readCostTable(readBytes(costs), costs);
}

/**
 * The risk in the order of a project's classes, and what there is to say about it.
 * @throws XpalError if the table lacks a class or has one that is not among them.
 */
export function riskOf(
  table: CostTable | undefined,
  classes: readonly string[],
  rows: number,
  { costs, measure }: Pick<ProjectOptions, "costs" | "measure">,
): { risk: ProjectRisk; notices: Notice[] } {
  const risk = measure === undefined ? {} : { measure };
  if (table !== undefined || measure === "balanced") {
    rejectHours(table === undefined ? "--measure balanced" : "--costs", classes.length, rows);
  }
  if (table === undefined) return { risk, notices: [] };
  const lossMatrix = lossMatrixOf("xpal", costs ?? "--costs", table, classes);
  const notices = costWarnings(table).map((message) => ({ code: "costs", message: `${costs}: ${message}` }));
  return { risk: { ...risk, lossMatrix }, notices };
}

/** Seconds for a pair of rows and a triple of classes by the plain definition, and what one question may take of them. */
const SECONDS_EACH = 1e-9;
const MAX_SECONDS = 600;

/** Rejects what would take hours for a question without a word. */
function rejectHours(argument: string, classCount: number, rows: number): void {
  if (classCount <= MAX_COST_CLASSES || rows ** 2 * classCount ** 3 * SECONDS_EACH <= MAX_SECONDS) return;
  throw new XpalError("does-not-fit", {
    who: "xpal",
    argument,
    rule: `must be for at most ${MAX_COST_CLASSES} classes where a file has ${rows} rows: a question would take longer than ten minutes`,
    value: classCount,
    wayOut: "merge rare classes, or take fewer rows",
  });
}

/**
 * How long a question takes, in seconds, where errors cost differently or classes count the same and there are many of them:
 * its time grows with their third power.
 */
export function questionSeconds({ lossMatrix, measure }: ProjectRisk, classCount: number, rows: number): number {
  if (lossMatrix === undefined && measure !== "balanced") return 0;
  return rows * classCount ** 3 * 1.3e-9;
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: "--costs",
      rule: code === "ENOENT" ? "must exist" : `must be readable, but reading it failed with ${code}`,
      value: path,
      wayOut: "a CSV table with the class names, the true class in rows and the predicted class in columns",
    });
  }
}
