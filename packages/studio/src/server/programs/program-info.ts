// What a program has done for a project, with what it saved and how often it was right where a person had answered.
import { annotatorAccuracy } from "@xpal/data";
import type { ProgramInfo } from "../../protocol/program.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { isProgram, nameOf, type ProgramRecord } from "./program-record.ts";

/** All of it but the key. */
export function programInfo({ state, classes }: OpenProject, record: ProgramRecord): ProgramInfo {
  const name = nameOf(record);
  const className = (to: unknown) => (typeof to === "number" ? classes[to].name : null);
  const audited = record.audited.flatMap(({ item, said }) => {
    const fact = state.facts.get(item);
    const truth = fact === undefined || isProgram(fact.by) ? null : className(fact.to);
    return truth === null ? [] : [{ truth, label: className(said) }];
  });
  const names = classes.map((one) => one.name);
  const { all, perClass } = annotatorAccuracy(names, audited);
  const seconds = [...state.facts.values()].flatMap((fact) =>
    isProgram(fact.by) || fact.seconds === undefined ? [] : [fact.seconds],
  );
  seconds.sort((a, b) => a - b);
  const median = seconds[seconds.length >> 1];
  const { host, model, failure, count, asked, answered, cost } = record;
  const { labelCost } = state.settings;
  return {
    ...{ name, host, model, state: record.state, failure, count, asked, answered, cost },
    savedSeconds: median === undefined ? null : Math.round(median * answered),
    savedCost: labelCost == null ? null : labelCost * answered - (cost ?? 0),
    right: all,
    rightPerClass: [...perClass],
  };
}
