// When checks say more than the model's own estimate: everywhere from the same number on.
import { MIN_CHECKS } from "@xpal/core";
import type { Model } from "../../protocol/messages.ts";

/** What the checks say, once there are enough of them, else null. */
export function enoughChecks(model: Model | null): (Pick<Model, "checkedCost"> & NonNullable<Model["checked"]>) | null {
  if (model === null || model.checked === null || model.checked.count < MIN_CHECKS) return null;
  return { ...model.checked, checkedCost: model.checkedCost };
}
