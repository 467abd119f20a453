import { addImages, catalogue, datasetNamed, imagesIn } from "@xpal/data";
import type { Demos } from "./demos.ts";

/** The datasets that ship with the program. */
export const bundledDemos: Demos = {
  list: catalogue
    .filter(({ source }) => source === "bundled")
    .map(({ name, shortTitle, rows }) => ({ name, title: shortTitle, itemCount: rows })),
  open: async (name) => addImages(await datasetNamed(name).open(), { source: imagesIn(".") }),
};
