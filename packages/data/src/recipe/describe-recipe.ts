// A recipe for people: one line per column, one per kernel.
import { checkRecipe } from "./check-recipe.ts";
import { columnsOf, type Encoder, type Recipe, type VectorEncoder } from "./recipe.ts";

/**
 * The recipe as lines of text.
 * @example describeRecipe(fitRecipe(balanceScale()).recipe)[0] // "left-weight     numeric  numbers; mean 3, deviation 1.414"
 */
export function describeRecipe(recipe: Recipe): string[] {
  checkRecipe("describeRecipe", recipe);
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  const nameWidth = Math.max(...recipe.columns.map(({ name }) => name.length));
  const roleWidth = Math.max(...recipe.columns.map(({ role }) => role.length));
  const lines = recipe.columns.map(({ name, role, reason }) => {
    const encoder = encoders.find((one) => columnsOf(one).includes(name));
    const used = ["numeric", "categorical", "text", "vector"].includes(role);
    const detail = encoder === undefined ? (used ? "; dropped, it tells nothing" : "") : `; ${encoderWords(encoder)}`;
    const classes = role === "label" ? `; classes ${recipe.label?.classes.join(", ")}` : "";
    return `${name.padEnd(nameWidth)}  ${role.padEnd(roleWidth)}  ${reason}${detail}${classes}`;
  });
  return [...lines, `kernel: ${describeKernels(recipe)}`];
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
