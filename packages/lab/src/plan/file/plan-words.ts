// What readers and recipes say, for people who write plans: these cannot declare classes.
import { XpalError } from "@xpal/core";

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/, name another label column, or declare the classes/g, ", or name another label column"],
  [/; name another label column, or declare the classes/g, "; name another label column"],
  [/;? ?declare all classes, also those that do not occur yet/g, ""],
  [/; declare the classes (?:if it is one,|to count it)/g, ""],
];

/** A sentence without the advice to declare classes. */
export function planWords(sentence: string): string {
  return INSTEAD.reduce((words, [pattern, instead]) => words.replace(pattern, instead), sentence);
}

/** What a function gives; its rejections are in the words of plans. */
export function inPlanWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof XpalError) || error.wayOut === undefined) throw error;
    const { code, who, argument, message, wayOut } = error;
    const words = planWords(wayOut);
    if (words === wayOut) throw error;
    const rule = message.slice(`${who}: ${argument} `.length, -`; ${wayOut}`.length); // with the value
    throw new XpalError(code, { who, argument, rule, ...(words === "" ? {} : { wayOut: words }) });
  }
}
