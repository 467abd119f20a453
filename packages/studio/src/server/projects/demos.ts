// Projects to try the studio with: datasets whose true labels stay hidden from the model.

import { XpalError } from "@xpal/core";
import type { Table } from "@xpal/data";
import type { Project } from "@xpal/store";
import type { Demo } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";
import { prepareProject, storeProject } from "./create-project.ts";
import { inferPixels } from "./infer-view.ts";
import type { ProjectStore } from "./project-store.ts";

/** The demos that are offered, and how the table of one is read. */
export interface Demos {
  readonly list: readonly Demo[];
  /** The table, with vectors for its images; its label column is `class`. */
  open(name: string): Promise<Table>;
}

/** A project of one of the demos. */
export async function createDemo(
  store: ProjectStore,
  clock: () => Date,
  { list, open }: Demos,
  name: string,
): Promise<Project> {
  const table = await open(name).catch((error: unknown) => {
    if (!(error instanceof XpalError)) throw error;
    const names = list.map((demo) => demo.name).join(", ");
    throw new StudioError(
      "bad-argument",
      `there is no demo ${JSON.stringify(name.slice(0, 60))}; choose one of ${names}`,
    );
  });
  const numbers = table.columns.filter(({ name }) => name !== "class").map(({ name }) => name);
  const prepared = prepareProject({
    title: list.find((demo) => demo.name === name)?.title ?? name,
    table,
    recipe: { label: "class", kernel: "rbf" },
    pixels: inferPixels(table, numbers),
    labels: "hide",
    demo: true,
    source: name,
  });
  return storeProject(store, clock, prepared);
}
