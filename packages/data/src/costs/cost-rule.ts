// What a label costs as a rule over the columns of a row, such as `2 + 1.5 * words(body) / 100`: numbers, columns of numbers,
// the length of texts, sums and products. A rule is parsed once and evaluated row by row; nothing in it is run as code.
//   rule    = product { ("+" | "-") product }
//   product = part { ("*" | "/") part }
//   part    = number | column | function "(" rule { "," rule } ")" | "(" rule ")"
// A column with other characters than letters, digits and _ stands in double quotes.
import { reject } from "@xpal/core/check";
import { type Column, columnOf, type Table } from "../table/table.ts";

/** A rule ready to be evaluated; NaN where a cell that it needs is empty. */
export type CostRule = (row: number) => number;

/** Longer rules are rejected, so that nesting stays within what the stack holds. */
const MAX_CHARACTERS = 1000;
const WAY_OUT =
  'a rule is made of numbers, columns, + - * / ( ), words(column), characters(column), min(a, b) and max(a, b); a column such as "page count" stands in double quotes';

/** Lengths of texts, and the smaller or larger of two. */
const LENGTHS = {
  words: (text: string) => text.split(/\s+/u).filter(Boolean).length,
  characters: (text: string) => [...text].length,
};
const CHOICES = { min: Math.min, max: Math.max };

const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)|([\p{L}_][\p{L}\p{N}_]*)|"([^"]*)"|([-+*/(),]))/uy;

interface Token {
  readonly kind: "number" | "name" | "quoted" | "sign" | "end";
  readonly text: string;
}

/**
 * The rule over the rows of a table.
 * @throws XpalError if the text is no rule, or a column is missing or of the wrong type.
 */
export function costRule(who: string, table: Table, text: string): CostRule {
  const argument = `the label cost ${JSON.stringify(text)}`;
  if (text.length > MAX_CHARACTERS)
    reject(who, argument.slice(0, 60), `must have at most ${MAX_CHARACTERS} characters`, text.length);
  return new RuleParser(who, table, argument, tokensOf(who, argument, text)).whole();
}

function tokensOf(who: string, argument: string, text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null)
      reject(
        who,
        argument,
        `must be a column or a rule, but ${JSON.stringify(text.slice(at).trim()[0])} does not belong there`,
        undefined,
        WAY_OUT,
      );
    const [, number, name, quoted, sign] = found as RegExpExecArray;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (quoted !== undefined) tokens.push({ kind: "quoted", text: quoted });
    else tokens.push({ kind: "sign", text: sign });
  }
  return tokens;
}

class RuleParser {
  readonly #who: string;
  readonly #table: Table;
  readonly #argument: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(who: string, table: Table, argument: string, tokens: readonly Token[]) {
    this.#who = who;
    this.#table = table;
    this.#argument = argument;
    this.#tokens = tokens;
  }

  whole(): CostRule {
    const rule = this.#sum();
    if (this.#next.kind !== "end") this.#fault();
    return rule;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "" };
  }

  /** Goes on where the next token is one of these signs; which one. */
  #took(...signs: readonly string[]): string | null {
    const { kind, text } = this.#next;
    if (kind !== "sign" || !signs.includes(text)) return null;
    this.#at++;
    return text;
  }

  #sum(): CostRule {
    let left = this.#product();
    for (let sign = this.#took("+", "-"); sign !== null; sign = this.#took("+", "-")) {
      const [one, other, factor] = [left, this.#product(), sign === "+" ? 1 : -1];
      left = (row) => one(row) + factor * other(row);
    }
    return left;
  }

  #product(): CostRule {
    let left = this.#part();
    for (let sign = this.#took("*", "/"); sign !== null; sign = this.#took("*", "/")) {
      const [one, other, isProduct] = [left, this.#part(), sign === "*"];
      left = (row) => (isProduct ? one(row) * other(row) : one(row) / other(row));
    }
    return left;
  }

  #part(): CostRule {
    const { kind, text } = this.#next;
    if (this.#took("(") !== null) {
      const inside = this.#sum();
      if (this.#took(")") === null) this.#fault();
      return inside;
    }
    if (kind === "sign" || kind === "end") this.#fault();
    this.#at++;
    if (kind === "number") return () => Number(text);
    if (kind === "name" && this.#took("(") !== null) return this.#call(text);
    return this.#number(this.#column({ kind, text }));
  }

  #call(name: string): CostRule {
    if (Object.hasOwn(LENGTHS, name)) {
      const token = this.#next;
      if (token.kind !== "name" && token.kind !== "quoted") this.#fault();
      this.#at++;
      if (this.#took(")") === null) this.#fault();
      return this.#length(name as keyof typeof LENGTHS, this.#column(token));
    }
    if (!Object.hasOwn(CHOICES, name)) this.#fault(name);
    const choose = CHOICES[name as keyof typeof CHOICES];
    const parts = [this.#sum()];
    while (this.#took(",") !== null) parts.push(this.#sum());
    if (this.#took(")") === null) this.#fault();
    return (row) => choose(...parts.map((part) => part(row)));
  }

  #column({ text }: Token): Column {
    return columnOf(this.#table, text, this.#who);
  }

  #number(column: Column): CostRule {
    const { name, type, values } = column;
    if (type === "number") return (row) => values[row];
    const wayOut = `words(${JSON.stringify(name)}) and characters(${JSON.stringify(name)}) are the lengths of a text`;
    return reject(this.#who, `column ${JSON.stringify(name)} in ${this.#argument}`, "must hold numbers", type, wayOut);
  }

  #length(how: keyof typeof LENGTHS, { name, type, values }: Column): CostRule {
    if (type === "text") return (row) => LENGTHS[how](values[row] ?? "");
    return reject(this.#who, `column ${JSON.stringify(name)} in ${this.#argument}`, "must hold texts", type);
  }

  #fault(text = this.#next.text): never {
    const found = text === "" ? "it ends too early" : `${JSON.stringify(text)} is not expected there`;
    return reject(this.#who, this.#argument, `must be a column or a rule, but ${found}`, undefined, WAY_OUT);
  }
}
