// What a program has done for a project, with what it saved and how often it was right where a person had answered.
import { annotatorAccuracy } from "@xpal/data";
import { isProgram } from "../../protocol/annotator.ts";
import { countsFor } from "../../protocol/classes.ts";
import type { ProgramInfo } from "../../protocol/program.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { answerCosts, medianSeconds } from "./answer-costs.ts";
import { nameOf, type ProgramRecord } from "./program-record.ts";

/** All of it but the key. */
export function programInfo(
  { state, classes }: Pick<OpenProject, "state" | "classes">,
  record: ProgramRecord,
): ProgramInfo {
  const name = nameOf(record);
  const className = (to: unknown) => (typeof to === "number" ? (state.classes.get(to)?.name ?? null) : null);
  const audited = record.audited.flatMap(({ item, said }) => {
    const fact = state.facts.get(item);
    const truth = fact === undefined || isProgram(fact.by) ? null : className(fact.to);
    return truth === null ? [] : [{ truth, label: said === null ? null : className(countsFor(state, said)) }];
  });
  const names = classes.map((one) => one.name);
  const { all, perClass } = annotatorAccuracy(names, audited);
  const median = medianSeconds(state.facts.values());
  const { host, model, failure, count, asked, answered, cost, choose, left } = record;
  const answerCost = answerCosts(record, state.settings, median);
  return {
    ...{ name, host, model, state: record.state, failure, count, asked, answered, cost, choose, left, answerCost },
    savedSeconds: median === null ? null : Math.round(median * answered),
    savedCost: answered * (answerCost.person - (answerCost.program ?? 0)),
    right: all,
    rightPerClass: [...perClass],
  };
}
