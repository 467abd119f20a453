// What a person may say about the columns of a recipe: one is left out, or always counts. A recipe that was fitted stays
// as it is otherwise, so that rows that came later do not change what the other columns mean.

import { type KernelJSON, type Matrix, meanHammingBandwidth } from "@xpal/core";
import { nearestName, reject } from "@xpal/core/check";
import type { Table } from "../table/table.ts";
import { encoderWidth, groupFeatures } from "./apply-recipe.ts";
import { checkRecipe } from "./check-recipe.ts";
import { fitLsa } from "./lsa-encoder.ts";
import { columnsOf, type Encoder, type FeatureGroup, type Recipe } from "./recipe.ts";
import { fitText } from "./text-encoder.ts";

/** The columns that an encoder is known by: vectors of texts or images go by the names of the columns they are made of. */
export function namesOf(encoder: Encoder): readonly string[] {
  if (encoder.kind !== "vector") return columnsOf(encoder);
  if (encoder.images !== undefined) return [encoder.images.column];
  return encoder.embedded === undefined ? columnsOf(encoder) : encoder.embedded.columns;
}

/**
 * The columns that features are made of, in the order of the features.
 * @example comparedColumns(fitRecipe(balanceScale()).recipe).length // 4
 */
export function comparedColumns(recipe: Pick<Recipe, "groups">): string[] {
  checkRecipe("comparedColumns", recipe);
  return [...new Set(recipe.groups.flatMap(({ encoders }) => encoders.flatMap(namesOf)))];
}

/**
 * A recipe that leaves some columns out. Encoders of other columns stay; texts that were read together with one that is
 * left out are learned again; bandwidths follow the mean rule.
 * @param table What the recipe was fitted on, or all rows of now.
 * @throws XpalError if a name is not one of a column that items are compared by, or none would be left.
 * @example comparedColumns(withoutColumns(fitRecipe(balanceScale()).recipe, balanceScale(), ["left-weight"])).length // 3
 */
export function withoutColumns(recipe: Recipe, table: Table, names: readonly string[]): Recipe {
  checkRecipe("withoutColumns", recipe);
  if (names.length === 0) return recipe;
  const all = comparedColumns(recipe);
  checkNames("withoutColumns", all, names);
  if (all.every((name) => names.includes(name))) {
    reject("withoutColumns", "names", "must leave a column to compare items by", names.join(", "));
  }
  const groups = recipe.groups.flatMap((group) => {
    const encoders = group.encoders.flatMap((encoder) => withoutNames(encoder, table, names));
    if (encoders.length === 0) return [];
    const isSame = encoders.length === group.encoders.length && encoders.every((one, e) => one === group.encoders[e]);
    return [isSame ? group : { ...group, encoders, kernel: kernelOf(group, encoders, table) }];
  });
  const columns = recipe.columns.map((column) =>
    names.includes(column.name) ? { ...column, role: "ignored" as const, reason: "switched off" } : column,
  );
  return { ...recipe, columns, groups };
}

/**
 * The numbers of the feature columns that some columns became, groups side by side: what `learnedKernel` takes as `pinned`.
 * @throws XpalError if a name is not one of a column that items are compared by.
 * @example featureColumns(fitRecipe(balanceScale()).recipe, ["left-weight"]) // [0]
 */
export function featureColumns(recipe: Pick<Recipe, "groups">, names: readonly string[]): number[] {
  checkNames("featureColumns", comparedColumns(recipe), names);
  const columns: number[] = [];
  let next = 0;
  for (const encoder of recipe.groups.flatMap(({ encoders }) => encoders)) {
    const width = encoderWidth(encoder);
    const isNamed = namesOf(encoder).some((name) => names.includes(name));
    for (let d = 0; isNamed && d < width; d++) columns.push(next + d);
    next += width;
  }
  return columns;
}

function checkNames(who: string, all: readonly string[], names: readonly string[]): void {
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const near = nearestName(unknown, all);
  const list = all.length <= 12 ? all.join(", ") : `${all.slice(0, 12).join(", ")} and ${all.length - 12} more`;
  reject(
    who,
    `column ${JSON.stringify(unknown)}`,
    "must be one that items are compared by",
    undefined,
    near === undefined ? `these are ${list}` : `did you mean ${JSON.stringify(near)}?`,
  );
}

function withoutNames(encoder: Encoder, table: Table, names: readonly string[]): Encoder[] {
  const kept = namesOf(encoder).filter((name) => !names.includes(name));
  if (kept.length === 0) return [];
  if (kept.length === namesOf(encoder).length) return [encoder];
  if (encoder.kind === "vector") return []; // of several columns as one text, which cannot be taken apart
  const { locale } = encoder as Extract<Encoder, { locale: string }>;
  return [encoder.kind === "lsa" ? fitLsa(table, kept, { locale }) : fitText(table, kept, { locale })];
}

/** The kernel of a group with other encoders: a bandwidth is multiplied by what the mean rule would multiply it by. */
function kernelOf({ kernel, encoders: before }: FeatureGroup, after: readonly Encoder[], table: Table): KernelJSON {
  if (kernel.name === "cosine") return kernel;
  const bandwidth = kernel.bandwidth as number;
  if (kernel.name === "hamming") {
    const rule = (encoders: readonly Encoder[]) =>
      meanHammingBandwidth(groupFeatures({ encoders }, table, []) as Matrix);
    return { ...kernel, bandwidth: (bandwidth * rule(after)) / rule(before) };
  }
  const width = (encoders: readonly Encoder[]) => encoders.reduce((sum, encoder) => sum + encoderWidth(encoder), 0);
  return { ...kernel, bandwidth: bandwidth * Math.sqrt(width(after) / width(before)) };
}
