// Which column of a file holds the labels, by the options, their recipe or the file itself.
import { XpalError } from "@xpal/core";
import { type Notice, nearestName, type Recipe } from "@xpal/data";
import { checkColumnOptions, columnList } from "./column-options.ts";
import type { ProjectOptions } from "./project-options.ts";
import { readRecipe } from "./read-recipe.ts";

/** The label column that the options or their recipe name, if they do. */
export function namedLabel(options: ProjectOptions): string | undefined {
  if (options.label !== undefined || options.recipe === undefined) return options.label;
  return readRecipe(options.recipe, options).label?.column;
}

/** The name of the label column, whether it has yet to be added, and the recipe to apply where one is given. */
export function labelColumnOf(
  table: {
    readonly columns: readonly { readonly name: string }[];
    readonly notices: readonly Notice[];
    readonly target?: string;
  },
  options: ProjectOptions,
  guess: () => string | null = () => null,
): { labelColumn: string; isNew: boolean; recipe?: Recipe } {
  const names = table.columns.map(({ name }) => name);
  const recipe = options.recipe === undefined ? undefined : readRecipe(options.recipe, options);
  const labelColumn = options.label ?? recipe?.label?.column ?? table.target;
  if (labelColumn === undefined || labelColumn === "") {
    const likely = guess();
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: "--label",
      rule: "must name the column that holds the labels",
      wayOut: `${likely === null ? "" : `that may be ${JSON.stringify(likely)}; `}its columns are ${columnList(names)}; --new-label adds another one`,
    });
  }
  checkColumnOptions(names, labelColumn, options);
  const isThere = names.includes(labelColumn);
  const { remembered } = options.settings ?? {};
  const mayBeNew = recipe !== undefined || (remembered?.newLabel === true && remembered.label === labelColumn);
  if (!options.newLabel && !isThere && !mayBeNew) rejectLabelColumn(labelColumn, names, table.notices);
  const isNew = options.newLabel === true || !isThere;
  return { labelColumn, isNew, recipe };
}

/** Where the column may be instead: in a first line that was taken for data, or on another sheet. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "no-header": "--header takes its first line for the names",
  "other-sheets": "--sheet names another sheet",
};

function rejectLabelColumn(labelColumn: string, names: readonly string[], notices: readonly Notice[]): never {
  const elsewhere = notices.find(({ code }) => code in ELSEWHERE);
  const near = nearestName(labelColumn, names);
  const columns = `its columns are ${columnList(names)}`;
  const read =
    elsewhere === undefined
      ? columns
      : `${columns}, since ${elsewhere.message.split(";")[0]}; ${ELSEWHERE[elsewhere.code]}`;
  const found = near === undefined || elsewhere !== undefined ? read : `did you mean ${JSON.stringify(near)}?`;
  throw new XpalError("bad-argument", {
    who: "openProject",
    argument: `column ${JSON.stringify(labelColumn)}`,
    rule: "must be a column of the table",
    wayOut: `${found} --new-label adds a column of this name`.replace(/([^?]) --new/, "$1; --new"),
  });
}
