// `xpal inspect` on a file that is read in pieces: what the pass over all rows found, and what a sample says.
import { describeRecipe, fitSurvey, type Notice, type Recipe, type Survey } from "@xpal/data";
import { amount } from "../../terminal/amount.ts";
import type { Stages } from "../../terminal/progress.ts";
import { recipeOptions } from "../fitting-options.ts";
import { labelColumnOf, namedLabel } from "../label-column.ts";
import { openProject, type Project } from "../open-project.ts";
import { openLarge } from "../open-table.ts";
import type { ProjectOptions } from "../project-options.ts";
import { settingsNotices } from "../settings.ts";
import { classOf } from "../with-found.ts";
import { samplingNotices, surveyShown } from "./open-sample.ts";

/** What was found in a large file. */
export interface LargeFound {
  readonly survey: Survey;
  readonly recipe: Recipe;
  /** Null without a label column. */
  readonly project: Project | null;
  readonly notices: readonly Notice[];
}

/** Examines a large file; undefined for one that is read whole. */
export async function examineLarge(
  file: string,
  options: ProjectOptions,
  stage: Stages,
): Promise<LargeFound | undefined> {
  const source = await openLarge(file, options, namedLabel(options));
  if (source === undefined) return undefined;
  try {
    if (options.label !== undefined || options.recipe !== undefined) {
      labelColumnOf(source, options); // rejects before the pass
      const project = await openProject(file, options, stage);
      const { survey } = project.large as NonNullable<Project["large"]>;
      return { survey, recipe: project.recipe, project, notices: project.notices };
    }
    const survey = await surveyShown(source, { seed: options.seed }, stage);
    const fitted = fitSurvey(survey, { label: null, ...recipeOptions(options) });
    const notices = [
      ...settingsNotices(options.settings),
      ...source.notices,
      ...fitted.notices,
      ...samplingNotices(survey, 0),
    ];
    return { survey, recipe: fitted.recipe, project: null, notices };
  } finally {
    source.close();
  }
}

/** For programs. */
export function largeJson({ survey, recipe, project, notices }: LargeFound) {
  return {
    rows: survey.rows,
    columns: recipe.columns,
    ...(project === null ? {} : classesOf(survey, project)),
    missing: Object.fromEntries(gaps(survey, recipe)),
    duplicates: null,
    kernels: recipe.groups.map(({ name, kernel }) => ({ group: name, ...kernel })),
    facts: survey.facts.map(({ name, count, missing, least, largest, mean, squares, type }) =>
      type === "number" || type === "date"
        ? { name, count, missing, least, largest, mean, deviation: Math.sqrt(squares / Math.max(1, count)) }
        : { name, count, missing },
    ),
    sample: survey.sample.rows,
    notices,
    recipe,
  };
}

/** For people. */
export function largeWords(file: string, { survey, recipe, project }: LargeFound): string[] {
  const described = describeRecipe(recipe);
  const missing = gaps(survey, recipe);
  const label = recipe.label?.column;
  const found = project === null ? undefined : classesOf(survey, project);
  return [
    `${file}: ${amount(survey.rows, "row")}, ${amount(survey.facts.length, "column")}`,
    "",
    ...described.slice(0, -1).map((line) => `  ${line}`),
    "",
    found === undefined || label === undefined
      ? "No label column was named; --label counts the classes."
      : `Classes: ${found.classes.map(({ class: name, rows }) => `${name} ${rows}`).join(", ")}; ${amount(found.unlabelled, "row")} ${found.unlabelled === 1 ? "is" : "are"} unlabelled.`,
    missing.length === 0
      ? "No value is missing."
      : `Missing values: ${missing.map(([name, count]) => `${name} ${count}`).join(", ")}.`,
    "Rows that occur twice are not looked for in a file of this size.",
    described[described.length - 1].replace(/^k/, "K"),
  ];
}

/** Exact counts: those of the file, and the answers of the journal. */
function classesOf({ rows, labels }: Survey, { model, answers, table, labelColumn }: Project) {
  const column = table.columns.find(({ name }) => name === labelColumn);
  const counts = new Map<string, number>();
  for (const [found, count] of labels) {
    const name = classOf(found, model.classes);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  for (const [row, name] of answers.labels) {
    const inFile = column?.type === "text" ? column.values[row] : null;
    if (inFile === null || inFile === "") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const classes = model.classes.map((name) => ({ class: name, rows: counts.get(name) ?? 0 }));
  return { classes, unlabelled: rows - classes.reduce((sum, { rows: count }) => sum + count, 0) };
}

function gaps({ facts }: Survey, recipe: Recipe): [name: string, count: number][] {
  return facts
    .filter(({ name, missing }) => name !== recipe.label?.column && missing > 0)
    .map(({ name, missing }) => [name, missing]);
}
