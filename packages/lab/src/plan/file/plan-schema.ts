// The plan file of a study: what may stand in it. The published JSON Schema (packages/lab/plan.schema.json) is made of
// this, and a test holds the two together.

import { strategyCatalogue } from "@xpal/core";
import { type CatalogueEntry, catalogue } from "@xpal/data";
import { COLUMN_ROLES } from "@xpal/data/words";
import { z } from "zod";
import { PAPER_NAMES } from "../../paper/strategies/paper-settings.ts";
import { RECORDED } from "../../replay/measures.ts";
import { kernelOptions } from "./kernel-options.ts";

const name = z
  .string()
  .regex(/^[\w.()+-][\w .()+-]{0,99}$/, "must be a name of letters, digits, spaces and -_.()+")
  .describe("The name in tables and figures; letters, digits, spaces and -_.()+");
const kernel = z
  .enum(["auto", "rbf", "hamming", "cosine"])
  .describe("One kernel for all columns; by default each kind of column has its own and they are multiplied");
const bandwidth = z.number().positive().describe("The kernel's bandwidth; by default the mean bandwidth rule");
const budget = z.int().min(1).describe("The most labels a run asks for; 200 by default, never more than there are");
const testShare = z.number().gt(0).lt(1).describe("The share of rows to test on; 0.4 by default");
const seed = z.int().min(0).describe("The generator's seed; 1 by default");
const roles = z
  .record(z.string(), z.enum(COLUMN_ROLES))
  .describe("Roles by column name, for the columns to overrule; xpal inspect shows the others");
const missing = z
  .enum(["median", "reject"])
  .describe("Missing numbers: the median and an indicator (the default), or reject");
const columns = {
  ignore: z.array(z.string().min(1)).min(1).optional().describe("Columns to leave out of every comparison"),
  pin: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe("Columns that always count: the learned kernel may give them more weight, never less"),
};
const table = {
  label: z
    .string()
    .min(1)
    .optional()
    .describe("The column of the class; by default the one the source names, or the last"),
  name: name.optional(),
  kernel: kernel.optional(),
  ...columns,
  roles: roles.optional(),
  missing: missing.optional(),
  labelCost: z
    .string()
    .min(1)
    .optional()
    .describe(
      "What the label of a row costs: a column, which is then no feature unless roles say so, or a rule such as 2 + words(body) / 100",
    ),
};
const read = z
  .strictObject({
    separator: z.string().length(1).optional(),
    quote: z.string().length(1).optional(),
    decimal: z.enum([".", ","]).optional(),
    encoding: z.string().min(1).optional(),
    header: z.boolean().optional(),
    ragged: z.enum(["reject", "skip"]).optional(),
    sheet: z.string().min(1).optional(),
  })
  .describe("How the file is read; what is left out is found out from the file");
const costs = z
  .union([
    z
      .string()
      .min(1)
      .describe("A CSV table of what errors cost: class names, the true class in rows, the predicted class in columns"),
    z
      .strictObject({ dearest: z.number().gt(1).max(1e6).describe("What missing an item of the rarest class costs") })
      .describe("A rule: missing the most frequent class costs 1, the rarest the most, those between by their rank"),
  ])
  .describe("What errors cost");
const limits = {
  costs: costs.optional(),
  bandwidth: bandwidth.optional(),
  budget: budget.optional(),
  testShare: testShare.optional(),
};

/** Names and aliases of the catalogue's datasets of a kind. */
function namesOf(source: CatalogueEntry["source"]): string[] {
  return catalogue.flatMap((entry) => (entry.source === source ? [...entry.aliases, entry.name] : []));
}

const datasets = [
  z.strictObject({
    file: z
      .string()
      .min(1)
      .describe(
        "A table: CSV, TSV, JSON, JSONL, Parquet, Arrow, XLSX or ARFF; $data/NAME lies in the folder that --data names",
      ),
    ...table,
    read: read.optional(),
    embeddings: z.string().min(1).optional().describe("A file of vectors for the rows, matched by a key or in order"),
    ...limits,
  }),
  z.strictObject({
    openml: z.union([z.int().min(1), z.string().min(1)]).describe("A number or name on OpenML"),
    ...table,
    ...limits,
  }),
  z.strictObject({
    bundled: z.enum(namesOf("bundled")).describe("A dataset that comes with xpal"),
    name: name.optional(),
    kernel: kernel.optional(),
    ...columns,
    ...limits,
  }),
  z.strictObject({
    generator: z.enum(namesOf("generated")).describe("A rule that makes a dataset"),
    points: z
      .int()
      .min(10)
      .max(100_000)
      .optional()
      .describe("How many points; clusters, moons, checkerboard and rare only"),
    classes: z.int().min(2).max(100).optional().describe("How many classes; clusters only"),
    seed: seed.optional(),
    name: name.optional(),
    kernel: kernel.optional(),
    ...columns,
    ...limits,
  }),
  z.strictObject({
    folder: z
      .string()
      .min(1)
      .describe("A folder with a datasets.json; $data is the one that --data or XPAL_DATASETS names"),
    only: z.array(z.string().min(1)).min(1).optional().describe("Which of its datasets; all by default"),
    except: z.array(z.string().min(1)).min(1).optional().describe("Which to leave out, where they are there"),
    ...limits,
  }),
] as const;

const options = z.record(z.string(), z.unknown()).describe("Options of the strategy, under the library's names");
const strategies = [
  z.enum(PAPER_NAMES).describe("A strategy with the paper's settings"),
  z.strictObject({
    strategy: z.enum(strategyCatalogue.flatMap((entry) => [entry.name, ...entry.aliases])),
    key: name.optional().describe("Short and unique; by default the strategy's name"),
    title: z.string().min(1).max(60).optional().describe("As printed; by default the key"),
    options: options.optional(),
    kernel: z
      .literal("learned")
      .optional()
      .describe("The learned kernel, which starts from the dataset's; by default the dataset's"),
    kernelOptions: kernelOptions.optional(),
    perCost: z
      .literal(true)
      .optional()
      .describe("Choose by gain per cost of the label, on datasets with a labelCost; xpal only"),
    batch: z
      .strictObject({
        size: z.int().min(1).max(10_000).describe("How many labels are asked for at once"),
        how: z.enum(["spread", "joint", "top"]).describe("How they are chosen; see xpal suggest --batch"),
      })
      .optional()
      .describe("Labels asked for in lists; one at a time by default"),
    measure: z
      .enum(["mean", "balanced"])
      .optional()
      .describe("What the risk is the mean of, to choose and to decide by: all rows (the default), or the classes"),
  }),
  z.strictObject({
    module: z.string().min(1).describe("An ES module whose default export is a strategy or makes one from the options"),
    key: name.describe("Short and unique"),
    title: z.string().min(1).max(60).optional(),
    options: options.optional(),
  }),
] as const;

/** The plan file as a schema. */
export const planSchema = z
  .strictObject({
    $schema: z.string().optional(),
    title: z.string().min(1).max(200).optional().describe("The title of the report"),
    datasets: z.array(z.union(datasets)).min(1),
    strategies: z.array(z.union(strategies)).min(1),
    reference: z
      .string()
      .optional()
      .describe("The key of the strategy the others are compared with; the first by default"),
    repetitions: z.int().min(1).max(1000).optional().describe("How many random splits; 20 by default"),
    budget: budget.optional(),
    testShare: testShare.optional(),
    measures: z
      .array(z.enum(["error", ...RECORDED]))
      .optional()
      .describe(
        "What is measured after each label; the error always is, and balancedError and macroF1 where nothing is said",
      ),
  })
  .describe("A study of xpal: which strategies are compared on which datasets, and how");

/** A plan file that was read. */
export type PlanFile = z.infer<typeof planSchema>;

/** What may stand for a dataset. */
export const DATASET_KINDS = datasets;

/** What may stand for a strategy. */
export const STRATEGY_KINDS = strategies;

/** The published JSON Schema. */
export function planJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(planSchema), title: "xpal study plan" };
}
