// A table with vectors for its texts or images. Images are a folder's own, or files that lie beside the table.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { addItemVectors, imagesIn, megabytes, type Recipe, type Table, type VectorProgress } from "@xpal/data";
import type { Stages } from "../terminal/progress.ts";
import type { ProjectOptions } from "./project-options.ts";

const WORDS: Readonly<Record<VectorProgress["what"], string>> = {
  opening: "Opening the model",
  downloading: "Downloading the model",
  describing: "Encoding the rows with the model",
  images: "Reading images",
};

/** Reads the texts or images of a table, by what a recipe has learned where one is given. */
export async function withItemVectors(
  file: string,
  table: Table,
  options: Pick<ProjectOptions, "embed" | "kernel" | "yesDownload" | "role" | "label">,
  stage: Stages,
  recipe?: Recipe,
): Promise<Table> {
  const { role, label } = options;
  const embed = options.embed ?? (options.kernel === "cosine" ? "none" : undefined); // which compares words as counted
  const folder =
    statSync(file, { throwIfNoEntry: false })?.isDirectory() || /\.zip$/i.test(file) ? file : dirname(file);
  return addItemVectors(table, {
    source: imagesIn(folder),
    ...(embed === undefined ? {} : { embed }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(role === undefined ? {} : { roles: role }),
    ...(label === undefined ? {} : { except: [label] }),
    agree: ({ name, bytes, host }) =>
      options.yesDownload ?? stage.confirm(`Download the model ${name}, ${megabytes(bytes)} from ${host}?`),
    onProgress: ({ what, share }) => stage.begin(`${WORDS[what]}, ${Math.round(100 * share)} %`),
  });
}
