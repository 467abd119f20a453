// A project of one column of numbers, as a scorer is opened with it.
import { fitRecipe, makeTable } from "@xpal/data";
import type { ScorerSpec } from "../../../src/server/scoring/scoring-calls.ts";
import { tableToBytes } from "../../../src/server/scoring/table-bytes.ts";

/** With two classes, the model that learns and equal costs. */
export function scorerSpec(values: Float64Array): ScorerSpec {
  const table = makeTable([{ name: "x", type: "number", values }]);
  return {
    table: tableToBytes(table),
    recipe: fitRecipe(table, { label: null }).recipe,
    columns: { ignored: [], pinned: [] },
    classes: ["a", "b"],
    ids: [0, 1],
    seed: 0,
    model: "learn",
    costs: null,
    measure: "mean",
    labelCostRule: null,
    truth: null,
    keepBytes: null,
  };
}
