// A table becomes a project: its recipe, its view, its items as a file, and the labels that it had as the first event.
import { applyRecipe, classesInTurn, fitRecipe, type RecipeOptions, type Table } from "@xpal/data";
import type { JsonValue, Project } from "@xpal/store";
import type { ImportedAnswer } from "../../protocol/events.ts";
import { type OwnExport, ownAnswers } from "../exchange/own-columns.ts";
import { tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { inferView } from "./infer-view.ts";
import { type LargeFile, type ProjectAbout, type StoredReading, TABLE_FILE } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";

/** With more labels than this to begin with, learning what is similar takes seconds per question; the paper's model is used instead. */
const MANY_LABELS = 1000;

/** What a project is made of. */
export interface ProjectPlan {
  readonly title: string;
  readonly table: Table;
  readonly recipe: RecipeOptions & { readonly label: string | null; readonly classes?: readonly string[] };
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** Whether the labels in the table are taken over; otherwise they are the hidden truth. */
  readonly labels: "keep" | "hide";
  readonly demo: boolean;
  readonly source: string;
  /** Where paths of images begin. */
  readonly folder?: string;
  /** The large file that the table is a part of. */
  readonly large?: LargeFile | null;
  /** How the file was read. */
  readonly reading?: StoredReading;
  /** What an earlier export told about the answers. */
  readonly own?: OwnExport | null;
  /** Images that came with the table. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/** A project that only needs to be stored. */
export interface PreparedProject {
  readonly title: string;
  readonly about: ProjectAbout;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The answers that the table had, in their order. */
  readonly answers: readonly ImportedAnswer[];
}

/** Does what takes time: the recipe, the view, the items as bytes. */
export function prepareProject(plan: ProjectPlan): PreparedProject {
  const { classes: named, ...withoutClasses } = plan.recipe; // without a label column they are the project's alone
  const { recipe } = fitRecipe(plan.table, plan.recipe.label === null ? withoutClasses : plan.recipe);
  const data = applyRecipe(recipe, plan.table);
  const classes = recipe.label?.classes ?? named ?? [];
  if (classes.length < 2) throw new StudioError("bad-argument", "a project needs at least two classes; name them");
  const twice = classes.findIndex((name, at) => classes.indexOf(name) !== at);
  if (twice >= 0)
    throw new StudioError(
      "bad-argument",
      `class ${twice + 1} must not occur twice, got ${JSON.stringify(classes[twice])}`,
    );
  const labels = classesInTurn(data.labels).map((item) => [item, data.labels[item]] as const);
  const answers = plan.own ? ownAnswers(plan.own, data.labels) : labels;
  const kept = plan.labels === "keep" ? answers : [];
  const truth = plan.labels === "hide" && labels.length > 0 ? plan.recipe.label : null; // none of nothing is not 0 % wrong
  const about: ProjectAbout = {
    version: 1,
    itemCount: plan.table.rows,
    classes: [...classes],
    recipe,
    view: inferView(plan.table, recipe, plan.pixels),
    demo: plan.demo,
    truth,
    seed: 0,
    model: kept.length > MANY_LABELS ? "paper" : "learn",
    source: plan.source,
    lineEnd: plan.table.lineEnd ?? "\n",
    folder: plan.folder ?? null,
    large: plan.large ?? null,
    reading: plan.reading ?? {},
  };
  return {
    title: plan.title,
    about,
    files: new Map([[TABLE_FILE, tableToBytes(plan.table)], ...(plan.files ?? [])]),
    answers: kept,
  };
}

/** Stores a new project. */
export async function storeProject(
  store: ProjectStore,
  clock: () => Date,
  prepared: PreparedProject,
): Promise<Project> {
  const { title, about, files, answers } = prepared;
  const at = clock().toISOString();
  const draft = { id: crypto.randomUUID(), title, at, about: about as unknown as JsonValue };
  const body = { answers } as unknown as JsonValue;
  // Together, so that no project is ever without the answers that its file had.
  return store.projects.create(
    draft,
    files,
    answers.length > 0 ? [{ id: crypto.randomUUID(), kind: "import", at, body }] : [],
  );
}
