// The door for Node: all that the browser door offers, with files, folders and OpenML added.
export * from "./browser.ts";
export { bundled } from "./catalogue/bundled/bundled.ts";
export { type CatalogueEntry, catalogue, datasetNamed, type MakeOptions } from "./catalogue/catalogue.ts";
export { type OpenmlOptions, openml } from "./catalogue/openml/openml.ts";
export { type PaperSet, paperSets } from "./catalogue/openml/paper-sets.ts";
export { imagePath } from "./formats/folder/image-path.ts";
export { type ReadOptions, readTable } from "./formats/read-table.ts";
export { addPictures, type PictureOptions } from "./pictures/add-pictures.ts";
export { type PictureSource, picturesIn } from "./pictures/picture-source.ts";
