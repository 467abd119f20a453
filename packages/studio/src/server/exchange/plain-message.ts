// Rejections of the library name functions and options; people who bring a file know neither.
import { XpalError } from "@xpal/core";
import { pageWords } from "./page-words.ts";

/** The message of an error without the words of the programming interface. */
export function plainMessage(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof XpalError)) return message;
  return pageWords(message.slice(`${error.who}: `.length))
    .replace(/^options\.classes\[(\d+)\]/, (_, at) => `class ${Number(at) + 1}`)
    .replace(/^options\.roles\.?\[?("[^"]*"|\w+)\]?/, (_, name) => `the use of column ${name}`)
    .replace(/^options\.csv\./, "the ")
    .replace(/^options\./, "the ");
}
