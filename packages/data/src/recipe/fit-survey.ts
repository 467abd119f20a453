// A recipe for a file that is larger than memory: counts, moments, categories and classes are exact, from the pass over
// all rows, which also tells ids among numbers; other roles, medians, the words of texts and the bandwidth of categories come
// from its sample of rows.
import { checkParts, reject } from "@xpal/core/check";
import { sharedDirection } from "../linear/centring.ts";
import { type Column, cellText, makeTable, type Table } from "../table/table.ts";
import type { ColumnFacts } from "./column-facts.ts";
import type { ColumnFitters } from "./column-fitters.ts";
import { plainFitters } from "./column-fitters.ts";
import { type FittedRecipe, fitRecipeBy } from "./fit-recipe.ts";
import { fitLabel } from "./label-encoder.ts";
import { oddNotices } from "./label-notices.ts";
import { DAY, medianOf } from "./numeric-encoder.ts";
import type { NumericEncoder } from "./recipe.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { formRole } from "./role.ts";
import { sortNames } from "./sort-names.ts";
import type { Survey } from "./survey.ts";

/**
 * Fits a recipe to what a survey found.
 * @throws XpalError as `fitRecipe`.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,b\n3,\n4,\n");
 * const source = await openRowSource(`${folder}/mine.csv`);
 * const survey = await surveyOnce(source, { label: "class", sample: 10, seed: 1 }, folder);
 * fitSurvey(survey, { label: "class" }).recipe.label?.classes // ["a", "b"]
 */
export function fitSurvey(survey: Survey, options: RecipeOptions): FittedRecipe {
  checkParts("fitSurvey", "survey", survey, "a survey", ["sample", "labelled"]);
  const sample = survey.sample.rows >= 2 ? survey.sample : survey.labelled;
  const { label } = options;
  const isNew = typeof label === "string" && !sample.columns.some(({ name }) => name === label);
  return fitRecipeBy(isNew ? withColumn(sample, label) : sample, options, surveyFitters(survey, sample));
}

function withColumn(table: Table, name: string): Table {
  const values = new Array<null>(table.rows).fill(null);
  return { ...table, columns: [...table.columns, { name, type: "text", values }] };
}

function surveyFitters(survey: Survey, sample: Table): ColumnFitters {
  const plain = plainFitters(sample);
  const factsOf = (name: string) => survey.facts.find((facts) => facts.name === name) as ColumnFacts;
  return {
    rows: survey.rows,
    label(name, declared) {
      const values = [...survey.labels.keys(), null];
      const numbers = Uint32Array.from([...survey.firstRows.values(), 0]); // in the order of the labels
      const classes = makeTable([{ name, type: "text", values }], { source: survey.path, numbers });
      const { label, notices } = fitLabel(classes, name, declared, survey.labels);
      return { label, notices: [...oddNotices(name, survey.oddLabels), ...notices] };
    },
    role(column) {
      const { type, role } = factsOf(column.name);
      return type === "number" ? formRole(column, role) : plain.role(column);
    },
    missing: ({ name }) => factsOf(name).missing,
    numeric(column, options) {
      const facts = factsOf(column.name);
      if (column.type === "text" || column.type === "vector") return plain.numeric(column, options);
      return numericFrom(facts, column, options.missing, options.standardise);
    },
    oneHot(column, missing) {
      const facts = factsOf(column.name);
      const gaps = facts.missing;
      if (column.type === "vector") return plain.oneHot(column, missing);
      const categories = categoriesIn(facts);
      const name = `column ${JSON.stringify(column.name)}`;
      if (categories === null) {
        reject(
          "fitRecipe",
          name,
          "must have at most 10000 categories",
          undefined,
          "ignore the column, or give it the role text",
        );
      }
      if (gaps > 0 && missing === "reject") rejectGaps(name, gaps);
      if (categories.length + (gaps > 0 ? 1 : 0) < 2) return undefined;
      const how = gaps > 0 ? "category" : missing === "reject" ? "reject" : "none";
      return { kind: "one-hot", column: column.name, categories: sortNames(categories), missing: how };
    },
    vector(column, centred) {
      const fitted = plain.vector(column, centred);
      const { sums, count, squares } = factsOf(column.name);
      if (!centred || column.type !== "vector") return fitted;
      const scale = Math.sqrt(squares / (count * sums.length));
      const means = Array.from(sums, (sum) => sum / count);
      return { ...fitted, means, scale: scale === 0 ? 1 : scale, shared: sharedDirection(column.values) };
    },
  };
}

/** The categories of all rows; null if there are too many. */
function categoriesIn({ name, type, words, distinct }: ColumnFacts): string[] | null {
  if (type !== "number" && type !== "date") return words === null ? null : [...words.keys()];
  if (distinct === null) return null;
  const values = Float64Array.from(distinct);
  return Array.from(values, (_, i) => cellText({ name, type, values }, i) as string);
}

/** The encoder of numbers: only its median is that of the sample. */
function numericFrom(
  facts: ColumnFacts,
  sample: Column,
  missing: "median" | "reject",
  standardise: boolean,
): NumericEncoder | undefined {
  const { name, count, missing: gaps, type } = facts;
  if (gaps > 0 && missing === "reject") rejectGaps(`column ${JSON.stringify(name)}`, gaps);
  if (count === 0 || (gaps === 0 && facts.least === facts.largest)) return undefined;
  const unit = type === "date" ? DAY : 1;
  const present = (sample.values as Float64Array).filter((value) => !Number.isNaN(value)).sort();
  const median = (present.length === 0 ? facts.mean : medianOf(present)) / unit;
  const own = facts.mean / unit;
  const rows = count + gaps;
  const mean = (count * own + gaps * median) / rows;
  const squares = facts.squares / unit ** 2 + count * (own - mean) ** 2 + gaps * (median - mean) ** 2;
  const deviation = Math.sqrt(squares / rows);
  if (!Number.isFinite(mean) || !Number.isFinite(deviation)) {
    const wayOut = "its numbers are too large; scale or ignore the column";
    reject(
      "fitRecipe",
      `column ${JSON.stringify(name)}`,
      "must have values that can be standardised",
      undefined,
      wayOut,
    );
  }
  const isConstant = facts.least === facts.largest || deviation === 0; // of equal numbers it may be rounding
  const form = sample.type === "number" || sample.type === "date" ? sample.form : undefined;
  const scaled = standardise ? { mean, deviation: isConstant ? 1 : deviation } : { mean: 0, deviation: 1 };
  return {
    kind: "numeric",
    column: name,
    missing,
    median,
    indicator: gaps > 0,
    ...scaled,
    ...(form === undefined ? {} : { reads: form }),
  };
}

function rejectGaps(name: string, gaps: number): never {
  const rule = `must have no missing value, but ${gaps} ${gaps === 1 ? "is" : "are"} missing`;
  reject("fitRecipe", name, rule, undefined, 'set missing to "median", or ignore the column');
}
