// What never changes about a project, as the store keeps it. Changes are events.
import { type Recipe, recipeFromJSON } from "@xpal/data";
import { z } from "zod";
import { readingSchema } from "../../protocol/import-messages.ts";
import { viewSchema } from "../../protocol/messages.ts";
import { MODEL_KINDS } from "../../protocol/model-kind.ts";
import { StudioError } from "../studio-error.ts";

/** What a project remembers of a file that is too large to be read whole; its items are some of the file's rows. */
const largeFileSchema = z.object({
  /** How many rows the file has. */
  rows: z.int().min(2),
  /** The column with the number of each item's row in the file, from 0. */
  column: z.string(),
});
export type LargeFile = z.infer<typeof largeFileSchema>;

/** How the file of a project was read: what was chosen, and whether its first line names the columns. */
const storedReadingSchema = readingSchema.pick({
  header: true,
  separator: true,
  sheet: true,
  decimal: true,
  dateOrder: true,
  missing: true,
  ragged: true,
});
export type StoredReading = z.infer<typeof storedReadingSchema>;

/** The version of what is stored about a project and of its events. */
const ABOUT_VERSION = 1;

/** The fixed part of a project. */
export const projectAboutSchema = z.object({
  version: z.literal(ABOUT_VERSION),
  itemCount: z.int().min(2),
  classes: z.array(z.string()).min(2),
  recipe: z.custom<Recipe>((value) => recipeFromJSON(value) !== null),
  view: viewSchema,
  demo: z.boolean(),
  /** The column with the true labels, hidden from the model. */
  truth: z.string().nullable(),
  seed: z.int().min(0),
  /** The model that it began with. */
  model: z.enum(MODEL_KINDS),
  source: z.string(),
  /** What the lines of its file ended with; those of a CSV export end likewise. */
  lineEnd: z.enum(["\n", "\r\n", "\r"]),
  /** The folder that paths of images are relative to, for projects made from a file of this machine. */
  folder: z.string().nullable(),
  /** The large file that the items were drawn from; null where they are all rows of what was brought. */
  large: largeFileSchema.nullable(),
  /** Rows that are added later are read likewise. */
  reading: storedReadingSchema,
});
export type ProjectAbout = z.infer<typeof projectAboutSchema>;

/** Why a project cannot be opened by what is stored about it; null if it can. */
export function aboutFault(about: unknown): string | null {
  if (projectAboutSchema.safeParse(about).success) return null;
  const { version } = (about ?? {}) as { readonly version?: unknown };
  if (version === undefined || version === ABOUT_VERSION) return "what is stored about it cannot be read";
  return `what is stored about it must be of version ${ABOUT_VERSION}, got ${JSON.stringify(version)}; use the release of this program that wrote it`;
}

/**
 * What is stored about a project.
 * @throws StudioError "damaged" if it is not what this program writes.
 */
export function readAbout(about: unknown): ProjectAbout {
  const fault = aboutFault(about);
  if (fault !== null) throw new StudioError("damaged", fault);
  return projectAboutSchema.parse(about);
}

/** The name under which the store keeps the items. */
export const TABLE_FILE = "table";
