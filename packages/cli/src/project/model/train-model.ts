// What was learned from the labelled rows of a file.
import { XpalError } from "@xpal/core";
import { type Model, trainModel } from "@xpal/data";
import { labelledInOrder } from "../labelled-in-order.ts";
import type { Project } from "../open-project.ts";

/**
 * The model of a project's labelled rows.
 * @throws XpalError if fewer than two rows are labelled.
 */
export async function trainedModel(project: Project): Promise<Model> {
  const { model, labels, labelColumn } = project;
  const known = labelledInOrder(project).map((row) => [row, model.classes[labels[row]]] as const);
  if (known.length < 2) {
    throw new XpalError("bad-argument", {
      who: "trainModel",
      argument: `column ${JSON.stringify(labelColumn)}`,
      rule: "must have at least two labelled rows to predict from",
      value: known.length,
      wayOut: "xpal label asks for the most useful ones",
    });
  }
  return trainModel(model, known);
}
