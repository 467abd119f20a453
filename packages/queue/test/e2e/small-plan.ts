// A plan small enough for a test and large enough to be disturbed.
import { datasetCard, type Plan, paperPlan, runExperiment } from "@xpal/lab";
import { onQueue } from "@xpal/queue";

const dataset = (name: string, rows: number) => {
  const data = Float64Array.from({ length: rows * 3 }, (_, i) => Math.sin(i * 12.9898) + (Math.floor(i / 3) % 2));
  const labels = Uint32Array.from({ length: rows }, (_, i) => i % 2);
  return { name, kernel: "rbf" as const, features: { rows, cols: 3, data }, classes: ["a", "b"], labels };
};

/** Three datasets and four strategies; `title` makes it another plan on the same runs. */
export function queuePlan(options: {
  repetitions: number;
  rows?: readonly number[];
  budget?: number;
  title?: string;
}): Plan {
  const { repetitions, rows = [60, 110, 150], budget = 40, title = "A test" } = options;
  const datasets = rows.map((count) => {
    const one = dataset(`rows-${count}`, count);
    return { dataset: one, card: datasetCard(one), options: {} };
  });
  return paperPlan({ title, datasets, strategies: ["xpal", "qbc", "us", "rand"], repetitions, budget, paper: false });
}

/** An experiment on threads of this process, or on the queue that is named. */
export function experiment(
  plan: Plan,
  options: { out: string; store: string; queue?: string; tags?: readonly string[] } & Partial<
    Parameters<typeof runExperiment>[1]
  >,
) {
  const { queue, tags = [], ...rest } = options;
  return runExperiment(plan, {
    ...{ threads: 2, owner: `test ${Math.random()}`, now: () => Date.now(), machine: "a test" },
    ...(queue === undefined ? {} : { runner: onQueue({ queue, tags }) }),
    report: { maps: false },
    ...rest,
  });
}
