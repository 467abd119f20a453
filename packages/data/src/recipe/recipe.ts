// How a table becomes features and a kernel, as plain JSON: fitted once, printed, stored beside a model, applied to
// other tables. Applying it twice gives the same bytes, since every number that was learned is written down.
import type { KernelJSON } from "@xpal/core";
import { reject } from "@xpal/core/check";
import type { EmbeddedBy } from "../embed/embedded-by.ts";
import type { CellForm } from "../formats/cells/cell-form.ts";
import type { ImageModel } from "../images/image-model.ts";
import type { PackedMatrix } from "../linear/packed-matrix.ts";
import type { Role } from "./role.ts";

/** A column and its role. */
export interface ColumnRole {
  readonly name: string;
  readonly role: Role;
  /** "number", "text", "date" or "vector", as it was read. */
  readonly type: string;
  /** Why the role was taken. */
  readonly reason: string;
}

/** A number: (x - mean) / deviation, missing ones replaced by the median; an indicator column says where. */
export interface NumericEncoder {
  readonly kind: "numeric";
  readonly column: string;
  readonly missing: "median" | "reject";
  readonly median: number;
  readonly indicator: boolean;
  readonly mean: number;
  readonly deviation: number;
  /** How the cells were written, where they were not plain numbers; new rows are read alike. Dates count in days, times in hours. */
  readonly reads?: CellForm;
}

/** A category: one 0/1 column each, one more for "missing" where that occurred; a category not listed is all zeros. */
export interface OneHotEncoder {
  readonly kind: "one-hot";
  readonly column: string;
  readonly categories: readonly string[];
  readonly missing: "category" | "reject" | "none";
}

/** A vector, less the mean vector and divided by one number where these are given; earlier versions wrote `deviations`. */
export interface VectorEncoder {
  readonly kind: "vector";
  readonly column: string;
  readonly length: number;
  readonly means?: readonly number[];
  readonly scale?: number;
  /** The average cosine between two rows, from the mean direction alone: why the mean is taken away. */
  readonly shared?: number;
  /** For vectors made from images: the column of images, and what was learned to make them. */
  readonly images?: { readonly column: string; readonly model: ImageModel };
  /** For vectors that a model made of other columns. */
  readonly embedded?: EmbeddedBy;
  /** One divisor for each component, in recipes of earlier versions. */
  readonly deviations?: readonly number[];
}

/** The words of some text columns, counted and weighted by how rare they are; sparse. */
export interface TfIdfEncoder {
  readonly kind: "tf-idf";
  readonly columns: readonly string[];
  readonly locale: string;
  readonly words: readonly string[];
  readonly weights: readonly number[];
}

/** The texts of some columns as points: their words and pieces of words along a few directions, centred. */
export interface LsaEncoder {
  readonly kind: "lsa";
  readonly columns: readonly string[];
  readonly locale: string;
  readonly words: readonly string[];
  /** Pieces of words; empty for longer texts. */
  readonly pieces: readonly string[];
  /** One row for each word, then for each piece: what it adds to a text's point, its rarity included. */
  readonly directions: PackedMatrix;
  readonly means: readonly number[];
  readonly scale: number;
}

/** How one or several columns become features. */
export type Encoder = NumericEncoder | OneHotEncoder | VectorEncoder | TfIdfEncoder | LsaEncoder;

/** Features that share a kernel. A "tf-idf" encoder is always alone in its group. */
export interface FeatureGroup {
  readonly name: string;
  readonly encoders: readonly Encoder[];
  readonly kernel: KernelJSON;
}

/** The label column and the classes in their order: as declared, else sorted, whole numbers by value. */
export interface LabelRecipe {
  readonly column: string;
  readonly classes: readonly string[];
}

/** What was said of classes before any answer, and where that lies among the vectors that a model made of the texts. */
export interface ClassPhrases {
  /** The column of vectors. */
  readonly column: string;
  /** The phrase of each class that has one. */
  readonly texts: Readonly<Record<string, string>>;
  /** Its vector, less the mean of all. */
  readonly points: Readonly<Record<string, readonly number[]>>;
}

/** A fitted recipe. Several groups mean that their kernels are multiplied. */
export interface Recipe {
  readonly format: "xpal-recipe";
  readonly version: 1;
  readonly columns: readonly ColumnRole[];
  readonly label: LabelRecipe | null;
  readonly groups: readonly FeatureGroup[];
  /** Phrases for classes, where there are any. */
  readonly phrases?: ClassPhrases;
}

/**
 * The columns that an encoder reads.
 * @example columnsOf(fitRecipe(balanceScale()).recipe.groups[0].encoders[0]) // ["left-weight"]
 */
export function columnsOf(encoder: Encoder): readonly string[] {
  return "columns" in encoder ? encoder.columns : [encoder.column];
}

/**
 * The recipe in a parsed JSON text.
 * @throws XpalError if `json` is not a recipe, or has a version that this package does not know.
 * @example recipeFromJSON(JSON.parse(JSON.stringify(fitRecipe(balanceScale()).recipe))).label?.column // "class"
 */
export function recipeFromJSON(json: unknown): Recipe {
  const recipe = json as Partial<Recipe> | null;
  if (recipe === null || typeof recipe !== "object" || recipe.format !== "xpal-recipe") {
    reject("recipeFromJSON", "json", 'must be a recipe with format "xpal-recipe"', json);
  }
  if (recipe.version !== 1) reject("recipeFromJSON", "json.version", "must be 1", recipe.version);
  for (const key of ["columns", "groups"] as const) {
    if (!Array.isArray(recipe[key])) reject("recipeFromJSON", `json.${key}`, "must be a list", recipe[key]);
  }
  if (recipe.groups?.length === 0) reject("recipeFromJSON", "json.groups", "must not be empty");
  recipe.groups?.forEach((group, g) => {
    const known = Array.isArray(group?.encoders) && group.encoders.every((encoder) => KINDS.includes(encoder?.kind));
    if (!known) reject("recipeFromJSON", `json.groups[${g}].encoders`, `must be a list of ${KINDS.join(", ")}`);
  });
  if (recipe.label !== null && !Array.isArray(recipe.label?.classes)) {
    reject("recipeFromJSON", "json.label", "must be null or have a column and classes", recipe.label);
  }
  return recipe as Recipe;
}

const KINDS: readonly string[] = ["numeric", "one-hot", "vector", "tf-idf", "lsa"];
