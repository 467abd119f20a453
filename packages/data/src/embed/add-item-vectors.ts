// Vectors for whatever a table's items are: made by a model where one is named, else by the sentence model for English texts
// and by what images have without one. The command and the studio call this, so that the same file becomes the same points in both.

import { checkParts } from "@xpal/core/check";
import { addImages } from "../images/add-images.ts";
import type { ImageSource } from "../images/image-source.ts";
import type { Recipe } from "../recipe/recipe.ts";
import { checkTable } from "../table/check-table.ts";
import type { Notice } from "../table/notice.ts";
import type { Table } from "../table/table.ts";
import { addEmbeddings } from "./add-embeddings.ts";
import type { EmbeddedBy } from "./embedded-by.ts";
import { type ModelOptions, openModel } from "./open-model.ts";
import { type ReadableOptions, readableColumns } from "./readable-columns.ts";
import { wordsAlone } from "./sentence/choose-model.ts";
import { installedSentenceModel, SENTENCE_MODEL } from "./sentence/sentence-model.ts";

/** What is being done, and how far it is: a share from 0 to 1. */
export interface VectorProgress {
  readonly what: "opening" | "downloading" | "describing" | "images";
  readonly share: number;
}

/** How vectors are made. */
export interface ItemVectorOptions extends ReadableOptions, Pick<ModelOptions, "agree" | "folders"> {
  readonly source: ImageSource;
  /**
   * A model in ONNX: its folder, or a name on a server of models; "sentences" for the sentence model, "none" for none. By
   * default the sentence model encodes English texts if it is installed.
   */
  readonly embed?: string;
  /** A recipe whose vectors are wanted, by the models and the images that it was made with. */
  readonly recipe?: Recipe;
  /** Whether rows whose image cannot be read are left out; else they count as average images. */
  readonly leaveOut?: boolean;
  readonly onProgress?: (progress: VectorProgress) => void;
}

/**
 * A table with vectors for its texts or images; as it was where neither has any.
 * @throws XpalError if the model cannot be used, may not be downloaded, or finds nothing to read.
 * @example (await addItemVectors(balanceScale(), { source: imagesIn(".") })).columns.length // 5
 */
export async function addItemVectors(table: Table, options: ItemVectorOptions): Promise<Table> {
  checkTable("addItemVectors", table);
  checkParts("addItemVectors", "options", options, "an object", []);
  const { source, recipe, onProgress = () => {} } = options;
  const byRecipe = recipe === undefined ? {} : { recipe };
  const { models, notices } = await modelsOf(table, options);
  let result: Table = notices.length === 0 ? table : { ...table, notices: [...table.notices, ...notices] };
  for (const { name, reads } of models) {
    onProgress({ what: "opening", share: 0 });
    const model = await openModel(name, {
      reads,
      ...(options.agree === undefined ? {} : { agree: options.agree }),
      ...(options.folders === undefined ? {} : { folders: options.folders }),
      onDownload: (share) => onProgress({ what: "downloading", share }),
    });
    try {
      const onItems = (done: number, total: number) => onProgress({ what: "describing", share: done / total });
      result = await addEmbeddings(result, { ...options, model, source, ...byRecipe, onItems });
    } finally {
      await model.embedder.close();
    }
  }
  return addImages(result, {
    source,
    ...byRecipe,
    leaveOut: options.leaveOut ?? false,
    onShare: (share) => onProgress({ what: "images", share }),
  });
}

/** The model of an item: its name, and what it reads. */
type NamedModel = Pick<EmbeddedBy, "reads"> & { readonly name: string };

/** The model that was named, or the one that the recipe was made with, or the default one. */
async function modelsOf(
  table: Table,
  options: ItemVectorOptions,
): Promise<{ models: readonly NamedModel[]; notices: readonly Notice[] }> {
  const { embed, recipe } = options;
  if (recipe !== undefined) {
    const encoders = recipe.groups.flatMap((group) => group.encoders);
    const made = encoders.flatMap((encoder) => (encoder.kind === "vector" ? (encoder.embedded ?? []) : []));
    return {
      models: made
        .slice(0, 1)
        .map(({ model, reads }) => ({ name: embed === undefined || embed === "none" ? model : embed, reads })),
      notices: [],
    };
  }
  const texts = readableColumns(table, "texts", options);
  if (embed === undefined) return sentencesOf(table, texts);
  return {
    models: embed === "none" ? [] : [{ name: embed, reads: texts.length > 0 ? "texts" : "images" }],
    notices: [],
  };
}

/** The sentence model where it can read the texts and no vectors were given. */
async function sentencesOf(table: Table, texts: readonly string[]) {
  if (texts.length === 0 || table.columns.some(({ type }) => type === "vector")) return { models: [], notices: [] };
  const reason = await wordsAlone(table, texts, await installedSentenceModel());
  if (reason !== undefined) return { models: [], notices: [reason] };
  return { models: [{ name: SENTENCE_MODEL, reads: "texts" as const }], notices: [] };
}
