// What FILE.xpal.json may say of each option, in the order in which they are shown. People correct the file by hand, so that
// its values are checked as those of the command line are.
import { COLUMN_ROLES } from "@xpal/data/words";
import { KERNELS, type ProjectOptions } from "./project-options.ts";

/** What a value must be. */
interface Rule {
  readonly words: string;
  holds(value: unknown): boolean;
}

const TEXT: Rule = { words: "be a text", holds: isText };
const TEXTS: Rule = { words: "be a list of texts", holds: isTexts };
const COLUMNS: Rule = {
  words: "be a list of column names, or false for none",
  holds: (value) => value === false || isTexts(value),
};
const ROLE: Rule = {
  words: `give columns one of the roles ${COLUMN_ROLES.join(", ")}`,
  holds: (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((role) => COLUMN_ROLES.includes(role)),
};
const PHRASES: Rule = {
  words: "give each class a phrase",
  holds: (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isText),
};
const POSITIVE: Rule = {
  words: "be a number above 0",
  holds: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
};
const CHARACTER: Rule = { words: "be one character", holds: (value) => isText(value) && [...value].length === 1 };

/** The rule of each option that is remembered. */
export const SETTING_RULES = {
  ...{ label: TEXT, newLabel: oneOf(true), classes: TEXTS, kernel: oneOf(...KERNELS), bandwidth: POSITIVE, role: ROLE },
  ...{ ignore: COLUMNS, pin: COLUMNS, phrase: PHRASES, phrases: TEXT, recipe: TEXT },
  ...{ costs: TEXT, measure: oneOf("mean", "balanced"), labelCost: TEXT },
  ...{
    separator: CHARACTER,
    decimal: oneOf(".", ","),
    dateOrder: oneOf("day", "month"),
    missing: TEXTS,
    encoding: TEXT,
    header: oneOf(true, false),
  },
  ...{ ragged: oneOf("reject", "skip"), sheet: TEXT, array: TEXT, embeddings: TEXT, embed: TEXT },
} satisfies Partial<Record<keyof ProjectOptions, Rule>>;

function oneOf(...allowed: readonly unknown[]): Rule {
  return {
    words: `be ${allowed.map((one) => JSON.stringify(one)).join(" or ")}`,
    holds: (value) => allowed.includes(value),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
