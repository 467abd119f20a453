// What never changes about a project, as the store keeps it. Changes are events.
import { type Recipe, recipeFromJSON } from "@xpal/data";
import { z } from "zod";
import { viewSchema } from "../../protocol/messages.ts";
import { MODEL_KINDS } from "../../protocol/model-kind.ts";

/** The fixed part of a project. */
export const projectAboutSchema = z.object({
  version: z.literal(1),
  itemCount: z.int().min(2),
  classes: z.array(z.string()).min(2),
  recipe: z.custom<Recipe>((value) => recipeFromJSON(value) !== null),
  view: viewSchema,
  demo: z.boolean(),
  /** The column with the true labels, hidden from the model. */
  truth: z.string().nullable(),
  seed: z.int().min(0),
  /** The model that it began with; projects from before there was a choice have the paper's. */
  model: z.enum(MODEL_KINDS).default("paper"),
  source: z.string(),
  /** The folder that paths of pictures are relative to, for projects made from a file of this machine. */
  folder: z.string().nullable(),
});
export type ProjectAbout = z.infer<typeof projectAboutSchema>;

/** The name under which the store keeps the items. */
export const TABLE_FILE = "table";
