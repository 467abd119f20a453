// A plan that runs in a moment: two clouds, and three strategies of the paper.
import { matrixFrom } from "@xpal/core";
import { RandomState } from "../../../src/paper/numpy/random-state.ts";
import { datasetCard } from "../../../src/plan/dataset-card.ts";
import { paperPlan } from "../../../src/plan/paper-plan.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";

/** Two clouds side by side. */
export function clouds(name = "clouds", rows = 40): Dataset {
  const chance = new RandomState(rows);
  const points = Array.from({ length: rows }, (_, i) => [...chance.uniform(0, 1, 3)].map((x) => x + (i % 2) / 2));
  const labels = Uint32Array.from({ length: rows }, (_, i) => i % 2);
  return { name, kernel: "rbf", features: matrixFrom(points), classes: ["a", "b"], labels };
}

/** The plan; whatever is given replaces its own. */
export function smallPlan(more: Partial<Plan> = {}): Plan {
  const datasets = [clouds(), clouds("others", 50)].map((dataset) => ({
    dataset,
    card: datasetCard(dataset),
    options: {},
  }));
  const plan = paperPlan({ datasets, strategies: ["xpal", "us", "rand"], repetitions: 3, budget: 10 });
  return { ...plan, ...more };
}
