import type { Runs } from "@xpal/store";
import { runKey } from "../../plan/planned-runs.ts";
import type { Environment, Experiment, RunRecord } from "../../records/experiment.ts";
import type { PlanRecord } from "./plan-record.ts";
import { readRecord } from "./run-record.ts";

/**
 * The experiment of a plan as far as the store has it, in an order that does not depend on who ran what when: by
 * dataset, strategy and repetition.
 */
export async function readExperiment(
  store: Pick<Runs, "get">,
  plan: PlanRecord,
  environment: Environment,
): Promise<Experiment> {
  const records: RunRecord[] = [];
  for (const [d, dataset] of plan.datasets.entries()) {
    for (const [s, strategy] of plan.strategies.entries()) {
      for (let repetition = 1; repetition <= plan.repetitions; repetition++) {
        const key = runKey(plan.contents[d][s], dataset.name, strategy.key, repetition);
        const run = await store.get(key);
        if (run !== undefined) records.push(readRecord(key, run.outcome));
      }
    }
  }
  const { title, reference, repetitions, budget, datasets, strategies, contents } = plan;
  return { title, reference, repetitions, budget, datasets, strategies, contents, records, environment };
}
