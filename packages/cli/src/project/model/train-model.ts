// What was learnt from the labelled rows of a file.
import { type Model, makeModel, needsAllRows, UNLABELLED } from "@xpal/data";
import { XpalError } from "xpal";
import { labelledInOrder } from "../labelled-in-order.ts";
import type { Project } from "../open-project.ts";
import { strategyOf } from "../strategies.ts";

/**
 * The model of a project's labelled rows.
 * @throws XpalError if fewer than two rows are labelled.
 */
export async function trainModel(project: Project, seed: number): Promise<Model> {
  const { table, recipe, pool, labels, labelColumn } = project;
  const { features, kernel, classes } = pool;
  const rows = Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  if (rows.length < 2) {
    throw new XpalError("bad-argument", {
      who: "trainModel",
      argument: `column ${JSON.stringify(labelColumn)}`,
      rule: "must have at least two labelled rows to predict from",
      value: rows.length,
      wayOut: "xpal label asks for the most useful ones",
    });
  }
  // A kernel that is fitted on the rows answered first is told them in that order.
  const order = needsAllRows(kernel, rows.length) ? labelledInOrder(project) : rows;
  const known = order.map((row) => [row, classes[labels[row]]] as const);
  const strategy = strategyOf("strategy", "xpal").make(kernel);
  return makeModel({ recipe, table, features, kernel, classes, labels: known, strategy, seed });
}
