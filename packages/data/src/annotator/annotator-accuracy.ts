// How often an annotator is right, in all and per true class, from items whose class a person has said. An unsure answer is
// not a wrong one: it is counted beside. The range is exact at 90 %, and says little where little was asked.
import { exactShare } from "@xpal/core";
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

const CONFIDENCE = 0.9;

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
    const share = answered.length === 0 ? null : exactShare(right, answered.length, CONFIDENCE);
    return { asked: items.length, answered: answered.length, right, share };
  };
  return { all: of(audited), perClass: classes.map((name) => of(audited.filter(({ truth }) => truth === name))) };
}
