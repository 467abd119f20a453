// JSON.parse without its two silent losses: whole numbers that are too long for a double become text, and a key that occurs
// twice in an object is rejected.
import { reject } from "@xpal/core/check";

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]]/g;

/** Whatever goes through a value level by level, such as JSON.stringify, has no room for many more. */
const MAX_LEVELS = 500;

/** The value of a JSON text; `line` is where it begins, for messages. */
export function parseJson(who: string, name: string, text: string, line: number): unknown {
  checkLevels(who, name, text, line);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const where = at === undefined ? lineOf(text, text.length, line) : lineOf(text, Number(at), line);
    reject(who, `${name}, line ${where},`, "must be valid JSON");
  }
  const long = checkTokens(who, name, text, line);
  return long ? JSON.parse(text.replace(TOKEN, (token) => (isLong(token) ? `"${token}"` : token))) : value;
}

/** Rejects lists and objects within each other without end; before the text is parsed, for parsing takes room too. */
function checkLevels(who: string, name: string, text: string, line: number): void {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) levels++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels--;
    if (levels > MAX_LEVELS) {
      reject(
        who,
        `${name}, line ${lineOf(text, at, line)},`,
        `must have at most ${MAX_LEVELS} levels of lists and objects`,
      );
    }
  }
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];
const BACKSLASH = 0x5c;

/** Where the string ends that begins here; at the end of the text where it does not end. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/** Rejects keys that occur twice; tells whether some whole number is too long. */
function checkTokens(who: string, name: string, text: string, line: number): boolean {
  const open: (Set<string> | undefined)[] = [];
  let long = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token, colon] = match;
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const keys = open[open.length - 1];
      const key = token.slice(0, -colon.length);
      if (keys?.has(key)) {
        const where = lineOf(text, match.index, line);
        reject(who, `${name}, line ${where},`, "must not have a key twice in an object", JSON.parse(key));
      }
      keys?.add(key);
    } else if (token.length > 15 && isLong(token)) long = true;
  }
  return long;
}

function isLong(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}

function lineOf(text: string, at: number, first: number): number {
  let line = first;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}
