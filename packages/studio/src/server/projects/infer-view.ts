// How the items of a table are best shown, from the roles of its columns.
import type { Recipe, Table } from "@xpal/data";
import type { View } from "../../protocol/messages.ts";

/** A view: pixels where asked for, else images, texts and cells by role. */
export function inferView(table: Table, recipe: Recipe, pixels: { width: number; height: number } | null): View {
  const named = (...roles: string[]) =>
    recipe.columns.filter(({ role }) => roles.includes(role)).map(({ name }) => name);
  const numbers = named("numeric").filter((name) => table.columns.some((c) => c.name === name && c.type === "number"));
  const drawn = pixels !== null && numbers.length === pixels.width * pixels.height;
  const [image = null] = named("image");
  const texts = named("text");
  const plain = named("numeric", "categorical", "id").filter((name) => !(drawn && numbers.includes(name)));
  const cells = [...plain, ...dates(table, recipe)];
  const empty = !drawn && image === null && texts.length + cells.length === 0;
  return {
    pixels: drawn ? { columns: numbers, ...pixels, white: largest(table, numbers) } : null,
    image,
    texts,
    // Vectors tell a person little; they are named where there is nothing else.
    cells: empty ? named("vector") : cells,
  };
}

/** The image that a table of numbers may be: a square of non-negative values of one range, named in order. */
export function inferPixels(table: Table, names: readonly string[]): { width: number; height: number } | null {
  const side = Math.sqrt(names.length);
  if (!Number.isInteger(side) || side < 4) return null;
  const alike = names.every((name) => /^[a-z_-]*\d+([_x-]\d+)*$/i.test(name));
  const chosen = table.columns.filter(({ name }) => names.includes(name));
  const grey = chosen.every((column) => column.type === "number" && column.values.every((value) => value >= 0));
  return alike && grey ? { width: side, height: side } : null;
}

function largest(table: Table, names: readonly string[]): number {
  let most = 0;
  for (const column of table.columns) {
    if (column.type !== "number" || !names.includes(column.name)) continue;
    for (const value of column.values) if (value > most) most = value;
  }
  return most === 0 ? 1 : most;
}

/** Dates do not train the model but help the person. */
function dates(table: Table, recipe: Recipe): string[] {
  return table.columns
    .filter(({ name, type }) => type === "date" && recipe.columns.some((c) => c.name === name && c.role === "ignored"))
    .map(({ name }) => name);
}
