// Names of people, without the schemas, which the page does not need.

/** Who answers as long as nobody has said a name; also who sent events that carry none. */
export const DEFAULT_ANNOTATOR = "me";
export const MAX_NAME_LENGTH = 60;

/** What the name of a program that answers begins with. */
export const PROGRAM_PREFIX = "program ";

/** Whether an answer is a program's. */
export function isProgram(by: string): boolean {
  return by.startsWith(PROGRAM_PREFIX);
}
