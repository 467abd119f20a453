// The door for Node: all that the browser door offers, with files, folders and OpenML added.
export * from "./browser.ts";
export { bundled } from "./catalogue/bundled/bundled.ts";
export { type CatalogueEntry, catalogue, datasetNamed, type MakeOptions } from "./catalogue/catalogue.ts";
export { type OpenmlOptions, openml } from "./catalogue/openml/openml.ts";
export { type PaperSet, paperSets } from "./catalogue/openml/paper-sets.ts";
export { addEmbeddings, type EmbedOptions } from "./embed/add-embeddings.ts";
export { addItemVectors, type ItemVectorOptions, type VectorProgress } from "./embed/add-item-vectors.ts";
export type { ModelOffer } from "./embed/download-model.ts";
export { type EmbeddingModel, type ModelOptions, megabytes, openModel } from "./embed/open-model.ts";
export { imagePath } from "./formats/folder/image-path.ts";
export { type ReadOptions, readTable } from "./formats/read-table.ts";
export { addPictures, type PictureOptions } from "./pictures/add-pictures.ts";
export { type PictureSource, picturesIn } from "./pictures/picture-source.ts";
export { shrinkPicture } from "./pictures/shrink-picture.ts";
