// A recipe for people: one line per column, one per kernel.
import { checkRecipe } from "./check-recipe.ts";
import { type ColumnRole, columnsOf, type Encoder, type Recipe, type VectorEncoder } from "./recipe.ts";

/** Above this many columns those that are alike share a line. */
const MAX_LINES = 40;

/**
 * The recipe as lines of text: what becomes of each column and why. Of hundreds of columns those that are alike share a line.
 * @example describeRecipe(fitRecipe(balanceScale()).recipe)[0] // "left-weight     numeric  numbers; mean 3, deviation 1.414"
 */
export function describeRecipe(recipe: Recipe): string[] {
  checkRecipe("describeRecipe", recipe);
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  const encoderOf = new Map(encoders.flatMap((one) => columnsOf(one).map((name) => [name, one] as const)));
  const used = new Set([...encoderOf.keys(), ...encoders.flatMap(sourcesOf)]);
  const all = recipe.columns.map((column) => ({
    ...column,
    words: wordsOf(column, encoderOf.get(column.name), used.has(column.name), recipe),
  }));
  const rows = all.length <= MAX_LINES ? all.map((one) => ({ ...one, names: one.name })) : grouped(all, used);
  const nameWidth = Math.max(...rows.map(({ names }) => names.length));
  const roleWidth = Math.max(...rows.map(({ role }) => role.length));
  const lines = rows.map(({ names, role, words }) => `${names.padEnd(nameWidth)}  ${role.padEnd(roleWidth)}  ${words}`);
  const phrases = Object.entries(recipe.phrases?.texts ?? {}).map(([name, text]) => `${name} (${text})`);
  const known = phrases.length === 0 ? [] : [`class phrases: ${phrases.join(", ")}`];
  return [...lines, ...known, `kernel: ${describeKernels(recipe)}`];
}

/** The columns that a model made a vector of. */
function sourcesOf(encoder: Encoder): readonly string[] {
  if (encoder.kind !== "vector") return [];
  return encoder.images === undefined ? (encoder.embedded?.columns ?? []) : [encoder.images.column];
}

/** What becomes of a column, and why. */
function wordsOf({ role, reason }: ColumnRole, encoder: Encoder | undefined, isUsed: boolean, recipe: Recipe): string {
  if (role === "label") return `${reason}; classes ${recipe.label?.classes.join(", ")}`;
  if (encoder !== undefined) return `${reason}; ${encoderWords(encoder)}`;
  if (isUsed) return reason;
  const constant = ["numeric", "categorical", "text", "vector"].includes(role);
  return constant ? `${reason}; not used, the same in every row` : `${reason}; not used`;
}

interface Line extends ColumnRole {
  readonly words: string;
}

/** The columns by what becomes of them; a group that has only one keeps its own words. */
function grouped(
  columns: readonly Line[],
  used: ReadonlySet<string>,
): (Pick<Line, "role" | "words"> & { names: string })[] {
  const groups = new Map<string, Line[]>();
  for (const column of columns) {
    const reason = column.reason.replace(/\d+/g, "#");
    const key = JSON.stringify([column.role, reason, used.has(column.name)]);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()].map((members) => {
    const [first] = members;
    if (members.length === 1) return { ...first, names: first.name };
    const shown = members.length <= 4 ? members : members.slice(0, 3);
    const more = members.length - shown.length;
    const names = `${shown.map(({ name }) => name).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
    const isUsed = used.has(first.name);
    const same = new Set(members.map(({ reason }) => reason)).size === 1;
    const reason = same ? first.reason : first.reason.replace(/^\d+ /, "");
    const constant = !isUsed && ["numeric", "categorical", "text", "vector"].includes(first.role);
    return {
      role: first.role,
      names,
      words: `${reason}${isUsed ? "" : constant ? "; not used, the same in every row" : "; not used"}`,
    };
  });
}

/**
 * The kernels of a recipe in words.
 * @example describeKernels(fitRecipe(balanceScale()).recipe) // "rbf on numbers, bandwidth 0.49"
 */
export function describeKernels(recipe: Recipe): string {
  checkRecipe("describeKernels", recipe);
  const kernels = recipe.groups.map(({ name, kernel }) => {
    const bandwidth = typeof kernel.bandwidth === "number" ? `, bandwidth ${digits(kernel.bandwidth)}` : "";
    return `${kernel.name} on ${name}${bandwidth}`;
  });
  return kernels.join(" times ");
}

function encoderWords(encoder: Encoder): string {
  switch (encoder.kind) {
    case "numeric": {
      const gaps = encoder.indicator ? `, missing ones by the median ${digits(encoder.median)} and an indicator` : "";
      return `mean ${digits(encoder.mean)}, deviation ${digits(encoder.deviation)}${gaps}`;
    }
    case "one-hot": {
      const shown = encoder.categories.slice(0, 5).join(", ");
      return `one column each for ${shown}${encoder.categories.length > 5 ? ", …" : ""}`;
    }
    case "vector":
      return vectorWords(encoder);
    case "tf-idf":
      return `${encoder.words.length} words, weighted by rarity`;
    case "lsa": {
      const pieces =
        encoder.pieces.length === 0 ? "" : ` and ${encoder.pieces.length} pieces of words (the texts are short)`;
      return `${encoder.words.length} words${pieces}, weighted by rarity, along ${encoder.directions.cols} directions`;
    }
  }
}

function vectorWords({ means, deviations, shared, images, embedded }: VectorEncoder): string {
  if (embedded !== undefined) return `made of ${embedded.columns.join(", ")} by the model ${embedded.model}`;
  if (images !== undefined)
    return "patches, gradients and colours of the images, less their mean and divided by one number";
  if (means === undefined) return "as they are";
  if (deviations !== undefined) return "standardised";
  const why = shared === undefined ? "" : `, since their mean alone makes the average cosine ${shared.toFixed(2)}`;
  return `less their mean and divided by one number${why}`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(4)));
}
