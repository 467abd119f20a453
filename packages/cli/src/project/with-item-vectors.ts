// A table with vectors for its texts or pictures: made by a model where one is named, else by what pictures have without
// one. Pictures are a folder's own, or files that lie beside the table.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import {
  addEmbeddings,
  addPictures,
  type EmbeddedBy,
  megabytes,
  openModel,
  picturesIn,
  type Recipe,
  readableColumns,
  type Table,
} from "@xpal/data";
import type { Stages } from "../terminal/progress.ts";
import type { ProjectOptions } from "./project-options.ts";

/** Reads the texts or pictures of a table, by what a recipe has learnt where one is given. */
export async function withItemVectors(
  file: string,
  table: Table,
  options: Pick<ProjectOptions, "embed" | "yesDownload" | "role" | "label">,
  stage: Stages,
  recipe?: Recipe,
): Promise<Table> {
  const folder =
    statSync(file, { throwIfNoEntry: false })?.isDirectory() || /\.zip$/i.test(file) ? file : dirname(file);
  const source = picturesIn(folder);
  const more = recipe === undefined ? {} : { recipe };
  const said = {
    ...(options.role === undefined ? {} : { roles: options.role }),
    except: options.label ? [options.label] : [],
  };
  let result = table;
  for (const wanted of modelsFor(options.embed, recipe)) {
    stage.begin(`Opening ${wanted.model}`);
    const model = await openModel(wanted.model, {
      reads: wanted.reads ?? (readableColumns(table, "texts", said).length > 0 ? "texts" : "pictures"),
      agree: ({ name, bytes, host }) =>
        options.yesDownload ?? stage.confirm(`Download the model ${name}, ${megabytes(bytes)} from ${host}?`),
      onDownload: (share) => stage.begin(`Downloading ${wanted.model}, ${Math.round(100 * share)} %`),
    });
    result = await addEmbeddings(result, {
      model,
      source,
      ...more,
      ...said,
      onItems: (done, total) => stage.begin(`Describing ${done} of ${total} ${model.reads}`),
    });
    await model.embedder.close();
  }
  return addPictures(result, {
    source,
    ...more,
    onShare: (share) => stage.begin(`Reading pictures, ${Math.round(100 * share)} %`),
  });
}

/** The model that was named, or those that a recipe was made with. */
function modelsFor(
  embed: string | undefined,
  recipe: Recipe | undefined,
): { model: string; reads?: EmbeddedBy["reads"] }[] {
  const used = (recipe?.groups ?? []).flatMap(({ encoders }) =>
    encoders.flatMap((encoder) => (encoder.kind === "vector" && encoder.embedded ? [encoder.embedded] : [])),
  );
  if (recipe === undefined) return embed === undefined ? [] : [{ model: embed }];
  return used.slice(0, 1).map(({ model, reads }) => ({ model: embed ?? model, reads }));
}
