// JSON.parse without its two silent losses: whole numbers that are too long for a double become text, and a key that occurs
// twice in an object is rejected.
import { reject } from "@xpal/core/check";

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]]/g;

/** The value of a JSON text; `line` is where it begins, for messages. */
export function parseJson(who: string, name: string, text: string, line: number): unknown {
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
