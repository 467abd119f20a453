// What a program answered, as a class or none. Only an answer that is a class and nothing else counts: a sentence that names
// a class may as well deny it, and an answer that follows an instruction inside of the item must not pass for a label.
import { UNSURE } from "./annotation-prompt.ts";
import type { AnnotationAnswer } from "./question.ts";

const UNREADABLE: AnnotationAnswer = { label: null, because: "unreadable" };

/** How programs begin when they decline to answer. */
const REJECTION = /^(?:i['’]m sorry|sorry|i apologi[sz]e|i can(?:no|['’])t|i am (?:unable|not able)|as an ai)\b/i;

/**
 * The class in an answer.
 * @example parseAnswer(" `Bug`. ", ["bug", "question"]) // { label: "bug" }
 */
export function parseAnswer(text: string, classes: readonly string[]): AnnotationAnswer {
  const said = text.replace(/<think>.*?<\/think>/gs, "").trim(); // what some programs say to themselves
  if (REJECTION.test(said)) return { label: null, because: "rejected" };
  const bare = unwrapped(said);
  if (bare.toUpperCase() === UNSURE && !classes.includes(bare)) return { label: null, because: "unsure" };
  const exact = classes.find((name) => name === bare || name === said);
  if (exact !== undefined) return { label: exact };
  const near = classes.filter((name) => name.toLowerCase() === bare.toLowerCase());
  return near.length === 1 ? { label: near[0] } : UNREADABLE;
}

/** Without what programs put around a name: quotes, emphasis, a dash or "Answer:" before it, a full stop behind it. */
function unwrapped(said: string): string {
  return said
    .replace(/^(?:answer|class|label)\s*:\s*/i, "")
    .replace(/^-\s+/, "")
    .replace(/\.$/, "")
    .replace(/^(["'`*]+)(.*)\1$/s, "$2")
    .replace(/\.$/, "")
    .trim();
}
