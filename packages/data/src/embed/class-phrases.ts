// What people say of a class before anything is answered: a phrase such as "bills and payments", or the class's name if it
// is a word. The model that made vectors of the texts makes one of each phrase, and texts near it are likely of its class:
// 34 % error in 8 classes without any answer, 46 % by names (docs/design/texts-images-vectors.md).
import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkParts, reject } from "@xpal/core/check";
import { checkRecipe } from "../recipe/check-recipe.ts";
import type { ClassPhrases, Recipe } from "../recipe/recipe.ts";
import { cacheFolder } from "../transfer/cache-folder.ts";
import type { Embedder } from "./embedder.ts";
import { EmbeddingCache } from "./embedding-cache.ts";
import { type EmbeddingModel, type ModelOptions, openModel } from "./open-model.ts";
import { pieceLength } from "./sentence/choose-model.ts";
import { installedSentenceModel, SENTENCE_MODEL, sentenceCutter } from "./sentence/sentence-model.ts";

/** What is known of the classes. */
export interface PhraseOptions extends Pick<ModelOptions, "agree" | "folders"> {
  /** All classes so far; the recipe's by default. Their names are the phrases of those without one. */
  readonly classes?: readonly string[];
  /** Phrases by class. */
  readonly phrases?: Readonly<Record<string, string>>;
  /** Where vectors are kept; "xpal" in the user's cache folder by default. */
  readonly cache?: string;
}

/**
 * A recipe with a point for each class that has a phrase, or a name that says something. It stays as it is where no model made
 * vectors of the texts and no phrase was given, or only one class says anything.
 * @throws XpalError if phrases were given and no model made vectors of the texts, or a phrase is of no class.
 * @example (await withClassPhrases(fitRecipe(balanceScale(), { label: "class" }).recipe)).phrases // undefined
 */
export async function withClassPhrases(recipe: Recipe, options: PhraseOptions = {}): Promise<Recipe> {
  checkRecipe("withClassPhrases", recipe);
  checkParts("withClassPhrases", "options", options, "an object", []);
  const { phrases: given = {}, classes = recipe.label?.classes ?? [] } = options;
  const { phrases: _, ...bare } = recipe;
  for (const name of Object.keys(given)) checkClass(name, classes);
  const encoder = recipe.groups
    .flatMap(({ encoders }) => encoders)
    .find((one) => one.kind === "vector" && one.embedded?.reads === "texts");
  if (encoder?.kind !== "vector" || encoder.embedded === undefined) {
    return Object.keys(given).length === 0 ? bare : rejectWithoutModel();
  }
  const { model, hash } = encoder.embedded;
  const texts = await phrasesOf(classes, given, model);
  const named = Object.keys(texts);
  if (named.length < 2) return bare;
  const open = () => openModel(model, { ...options, reads: "texts" });
  const vectors = await vectorsOf(
    named.map((name) => texts[name]),
    hash,
    open,
    options.cache,
  );
  return { ...bare, phrases: { column: encoder.column, texts, points: centred(named, vectors) } };
}

function checkClass(name: string, classes: readonly string[]): void {
  if (classes.includes(name)) return;
  reject("withClassPhrases", "the class of a phrase", `must be one of ${classes.join(", ")}`, name);
}

function rejectWithoutModel(): never {
  const wayOut = "leave the phrases out, or choose a model for the texts";
  reject("withClassPhrases", "phrases of classes", "need texts that a model has encoded", undefined, wayOut);
}

/** The phrase of each class that has one, and the names of the others if they are words: without the others, some names would draw texts to their classes. */
async function phrasesOf(
  classes: readonly string[],
  given: Readonly<Record<string, string>>,
  model: string,
): Promise<Record<string, string>> {
  const phrases = Object.entries(given).filter(([, phrase]) => phrase.trim() !== "");
  const others = classes.filter((name) => !phrases.some(([other]) => other === name));
  const words = others.map((name) => name.replace(/[_-]+/g, " ").trim());
  const named = (await areWords(words, model)) ? others.map((name, at): [string, string] => [name, words[at]]) : [];
  return Object.fromEntries([...phrases, ...named]);
}

/** Names are short, and many are no words of every day: their pieces are shorter than those of texts in English. */
const NAME_PIECE = 2.4;

/** Whether names say something: letters, in which they differ, that the model does not take to pieces. */
async function areWords(names: readonly string[], model: string): Promise<boolean> {
  const letters = new Set(names.map((name) => name.toLowerCase().replace(/\P{L}/gu, "")));
  if (letters.size < names.length || [...letters].some((name) => name.length < 3)) return false;
  const files = model === SENTENCE_MODEL ? await installedSentenceModel() : undefined;
  return files === undefined || pieceLength(await sentenceCutter(files), names) >= NAME_PIECE;
}

/** Vectors of the phrases; those that were made before are kept, so that the model is opened for new ones only. */
async function vectorsOf(
  phrases: readonly string[],
  hash: string,
  open: () => Promise<EmbeddingModel>,
  cache: string = cacheFolder(),
): Promise<Float32Array[]> {
  const kept = await EmbeddingCache.open(join(cache, "embeddings"), hash);
  const keys = phrases.map((phrase) => createHash("sha256").update(phrase).digest("hex"));
  const missing = keys.flatMap((key, at) => (kept.get(key) === undefined ? [at] : []));
  if (missing.length > 0) {
    const model = await open();
    if (model.embedder.hash !== hash) {
      reject(
        "withClassPhrases",
        `the model ${model.name}`,
        "must be the one that the vectors of the texts were made with",
      );
    }
    const made = await (model.embedder as Embedder<string>).embed(missing.map((at) => phrases[at]));
    await model.embedder.close();
    await kept.add(missing.map((at, i) => [keys[at], made[i]]));
  }
  return keys.map((key) => kept.get(key) as Float32Array);
}

/** Less the mean over the classes: what all phrases share tells no class from another, as it is with the texts. */
function centred(names: readonly string[], vectors: readonly Float32Array[]): ClassPhrases["points"] {
  const mean = Float64Array.from(vectors[0], (_, d) => vectors.reduce((sum, one) => sum + one[d], 0) / vectors.length);
  const rounded = (value: number) => Number(value.toPrecision(7)); // as many digits as float32 has
  return Object.fromEntries(
    names.map((name, at) => [name, Array.from(vectors[at], (value, d) => rounded(value - mean[d]))]),
  );
}
