// The rules that a study of stopping compares: those of the library, and the plainest one, to take the model at its word.
import {
  askedStop,
  costStop,
  maximumGain,
  noImprovement,
  overallUncertainty,
  type StopRule,
  stablePredictions,
  targetStop,
} from "@xpal/core";

/** A rule as the table shows it. */
export interface ComparedRule {
  readonly title: string;
  readonly rule: StopRule;
  /** The error that it promises; null where it promises none. */
  readonly target: number | null;
}

/** The errors that promises are made for and tested at. */
export const TARGETS = [0.05, 0.1, 0.2] as const;

/** All rules. */
export function comparedRules(): ComparedRule[] {
  const promising = (name: string, make: (error: number) => StopRule) =>
    TARGETS.map((target) => ({ title: `${name}, ${100 * target} %`, rule: make(target), target }));
  return [
    ...promising("target, audits", (error) => targetStop({ error })),
    ...promising("target, asked items", (error) => askedStop({ error })),
    ...promising("expected error", atItsWord),
    { title: "cost, one error = one label", rule: costStop({ labelCost: 1, errorCost: 1 }), target: null },
    { title: "cost, one error = five labels", rule: costStop({ labelCost: 1, errorCost: 5 }), target: null },
    { title: "no improvement", rule: noImprovement(), target: null },
    { title: "stabilising predictions", rule: stablePredictions(), target: null },
    { title: "overall uncertainty", rule: overallUncertainty(), target: null },
    { title: "maximum gain", rule: maximumGain(), target: null },
  ];
}

/** Stops as soon as the model expects an error of at most the target. */
function atItsWord(target: number): StopRule {
  return {
    name: "expectedError",
    decide(states) {
      const { expectedError: value, labels } = states[states.length - 1];
      const reason = { measure: "error bound", value, limit: target } as const;
      return { stop: labels > 0 && value <= target, next: "label", reason };
    },
    toJSON: () => ({ name: "expectedError", target }),
  };
}
