// What somebody said about an item.
import { checkInteger, reject } from "../check.ts";

/** One answer: which item, who gave it, which class; items, annotators and classes by index. */
export interface Answer {
  readonly item: number;
  readonly annotator: number;
  readonly answer: number;
}

/** Rejects answers that name an item, annotator or class that there is not. */
export function checkAnswers(
  who: string,
  answers: readonly Answer[],
  { items, annotators, classes }: { items: number; annotators: number; classes: number },
): void {
  if (!Array.isArray(answers)) reject(who, "answers", "must be a list of { item, annotator, answer }", answers);
  for (const [at, one] of answers.entries()) {
    checkInteger(who, `answers[${at}].item`, one?.item, 0, items - 1);
    checkInteger(who, `answers[${at}].annotator`, one.annotator, 0, annotators - 1);
    checkInteger(who, `answers[${at}].answer`, one.answer, 0, classes - 1);
  }
}

/** Rejects known items that are not pairs of an item and a class. */
export function checkKnown(
  who: string,
  known: readonly (readonly [item: number, classIndex: number])[],
  { items, classes }: { items: number; classes: number },
): void {
  if (!Array.isArray(known)) reject(who, "problem.known", "must be a list of [item, class]", known);
  for (const [at, pair] of known.entries()) {
    if (!Array.isArray(pair)) reject(who, `problem.known[${at}]`, "must be [item, class]", pair);
    checkInteger(who, `problem.known[${at}][0]`, pair[0], 0, items - 1);
    checkInteger(who, `problem.known[${at}][1]`, pair[1], 0, classes - 1);
  }
}
