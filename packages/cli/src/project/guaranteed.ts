// What the checks of a file guarantee, for the summary of `xpal label` and for `xpal forecast`: by the same function and in the same
// words as in the studio.
import { createHash } from "node:crypto";
import { type Check, costScale, type Guarantee, guarantee, type Labels, type Learner } from "@xpal/core";
import { guaranteeWords } from "@xpal/data/words";
import type { Answers } from "../journal/answers.ts";
import { meanCost, share } from "../options.ts";
import { foreseen } from "./forecast-words.ts";
import type { Project } from "./open-project.ts";
import type { ProjectOptions } from "./project-options.ts";
import type { ProjectRisk } from "./project-risk.ts";
import { riskName } from "./worth.ts";

/** The usual target: an error, or where errors have costs a share of the blind cost. */
const USUAL_TARGET = 0.05;

/** The target as the project understands it: an error, or where errors have costs a mean cost. */
export function targetOf({ lossMatrix }: ProjectRisk, target: string | undefined): number {
  if (lossMatrix === undefined) return target === undefined ? USUAL_TARGET : share("--target")(target);
  if (target === undefined) return USUAL_TARGET * costScale(lossMatrix).blind;
  return meanCost("--target", Math.max(...lossMatrix.data))(target);
}

/** A name for how a project predicts: checks count for the model that predicted them. */
export function modelName({ recipe, model: risk }: Project, { kernel }: Pick<ProjectOptions, "kernel">): string {
  const { label: _, ...read } = recipe;
  return createHash("sha256")
    .update(JSON.stringify([kernel, read, risk.measure ?? null, Array.from(risk.lossMatrix?.data ?? [])]))
    .digest("hex")
    .slice(0, 8);
}

/** The checks of a journal that this model predicted, in their order. */
export function checksOf({ checks }: Answers, labels: Labels, classes: readonly string[], model: string): Check[] {
  return labels.inOrder.flatMap(({ index, counts }, before) => {
    const check = checks.get(index);
    const predicted = check?.model === model ? classes.indexOf(check.predicted) : -1;
    const to = counts.findIndex((count) => count > 0);
    return predicted < 0 ? [] : [{ labels: before, to, predicted }];
  });
}

/** A guarantee as a report has it. */
export interface Guaranteed extends Guarantee {
  readonly sentence: string;
}

/** What the checks guarantee. */
export async function guaranteed(
  project: Project,
  learner: Learner,
  checks: readonly Check[],
  target: number,
): Promise<Guaranteed> {
  const found = await guarantee(learner, checks, target);
  const of = foreseen(riskName(project)) === "error" ? "error" : "cost";
  const { state, advice, bound } = guaranteeWords(found, { of, noun: "row" });
  const asking = found.reached ? "" : "--checks 1 asks for checks only.";
  const sentence = [bound, state, advice, asking].filter((words) => words !== "").join(" ");
  return { ...found, sentence: sentence.replaceAll("\u00a0", " ") };
}
