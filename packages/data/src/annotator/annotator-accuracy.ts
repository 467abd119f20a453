// How often an annotator is right, in all and per true class, from items whose class a person has said. An unsure answer is
// not a wrong one: it is counted beside. The range is Wilson's score interval (JASA 22, 1927) at 90 %, which stays inside
// of 0 to 1 and says little where little was asked.

import { checkParts, reject } from "@xpal/core/check";
/** How often an annotator was right on the items of a class, or of all. */
export interface Accuracy {
  readonly asked: number;
  readonly answered: number;
  readonly right: number;
  /** `right / answered` with its range; null without an answer. */
  readonly share: { readonly value: number; readonly lower: number; readonly upper: number } | null;
}

/** One audited item. */
export interface AuditedAnswer {
  readonly truth: string;
  /** Null for an answer that is no class. */
  readonly label: string | null;
}

/** The 0.95 quantile of the standard normal distribution. */
const Z = 1.6448536269514722;

/**
 * How often the answers were right, of all and of each true class in the order of `classes`.
 * @example annotatorAccuracy(["a"], [{ truth: "a", label: "a" }]).all.right // 1
 */
export function annotatorAccuracy(
  classes: readonly string[],
  audited: readonly AuditedAnswer[],
): { readonly all: Accuracy; readonly perClass: readonly Accuracy[] } {
  if (!Array.isArray(classes)) reject("annotatorAccuracy", "classes", "must be a list of class names", classes);
  if (!Array.isArray(audited)) reject("annotatorAccuracy", "audited", "must be a list of answers", audited);
  audited.forEach((one, i) => {
    checkParts("annotatorAccuracy", `audited[${i}]`, one, "an answer with the truth", ["truth", "label"]);
  });
  const of = (items: readonly AuditedAnswer[]): Accuracy => {
    const answered = items.filter(({ label }) => label !== null);
    const right = answered.filter(({ truth, label }) => truth === label).length;
    return { asked: items.length, answered: answered.length, right, share: wilson(right, answered.length) };
  };
  return { all: of(audited), perClass: classes.map((name) => of(audited.filter(({ truth }) => truth === name))) };
}

function wilson(right: number, count: number): Accuracy["share"] {
  if (count === 0) return null;
  const value = right / count;
  const middle = (value + (Z * Z) / (2 * count)) / (1 + (Z * Z) / count);
  const half = (Z / (1 + (Z * Z) / count)) * Math.sqrt((value * (1 - value)) / count + (Z * Z) / (4 * count * count));
  return { value, lower: Math.max(0, middle - half), upper: Math.min(1, middle + half) };
}
