// What was learned from the labelled rows of a file.

import { isLearnedKernel, XpalError } from "@xpal/core";
import { type Model, makeModel, needsAllRows } from "@xpal/data";
import { labelledInOrder } from "../labelled-in-order.ts";
import type { Project } from "../open-project.ts";
import { strategyFor } from "../strategy-option.ts";

/**
 * The model of a project's labelled rows.
 * @throws XpalError if fewer than two rows are labelled.
 */
export async function trainModel(project: Project, seed: number): Promise<Model> {
  const { table, recipe, pool, labels, labelColumn } = project;
  const { features, kernel, classes, predictor } = pool;
  const inOrder = labelledInOrder(project);
  // What learns may depend on the order of the answers; otherwise the rows are kept as they stand in the file.
  const learns = isLearnedKernel(kernel) || needsAllRows(kernel) || predictor !== undefined;
  const rows = learns ? inOrder : inOrder.sort((a, b) => a - b);
  const known = rows.map((row) => [row, classes[labels[row]]] as const);
  if (known.length < 2) {
    throw new XpalError("bad-argument", {
      who: "trainModel",
      argument: `column ${JSON.stringify(labelColumn)}`,
      rule: "must have at least two labelled rows to predict from",
      value: known.length,
      wayOut: "xpal label asks for the most useful ones",
    });
  }
  const strategy = strategyFor("xpal", kernel, project.risk.measure);
  const { large, risk } = project;
  return makeModel({
    ...{ recipe, table, features, kernel, classes, labels: known, strategy, seed, ...risk },
    ...(predictor === undefined ? {} : { predictor }),
    ...(large === undefined ? {} : { evaluation: { indices: large.evaluation, sampled: true } }),
  });
}
