import type { ModelKind } from "../../protocol/model-kind.ts";

/**
 * How many items are chosen each as if those before it had been answered as the model expects. They serve fast hands far
 * better than the best of now that differ (decision 0056), but each costs as much as a question.
 */
export function stepsAhead(kind: ModelKind, items: number): number {
  if (kind === "paper" || items <= 2500) return 8;
  return items <= 5000 ? 4 : 2;
}
