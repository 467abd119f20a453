// What the server and the page say to each other about a file that becomes a project or joins one.
import { COLUMN_ROLES } from "@xpal/data/words";
import { z } from "zod";

/** How a text file or a workbook is to be read; what is left out is found out from the file. */
export const readingSchema = z.object({
  /** Whether the first line holds the names of the columns. */
  header: z.boolean().optional(),
  /** One character, or "none": each line is one item. */
  separator: z.union([z.string().length(1), z.literal("none")]).optional(),
  encoding: z.string().min(1).max(40).optional(),
  sheet: z.string().min(1).max(255).optional(),
  decimal: z.enum([".", ","]).optional(),
  /** Whether the day or the month comes first in dates that could be read either way. */
  dateOrder: z.enum(["day", "month"]).optional(),
  /** Words for missing values among numbers and dates. */
  missing: z.array(z.string().min(1).max(100)).max(50).optional(),
  /** What becomes of lines that have more or fewer cells than the first: they are left out. Without it nothing is made of such a file. */
  ragged: z.enum(["skip"]).optional(),
  /** A model in ONNX that describes texts or images: its folder, or a name on a server of models. */
  embed: z.string().min(1).max(500).optional(),
  /** Whether the person has agreed to download the model. */
  download: z.boolean().optional(),
});
export type Reading = z.infer<typeof readingSchema>;

/** What must be decided before a file can become a project: about lines that do not fit, or about its numbers. */
const readingTroubleSchema = z.object({ what: z.enum(["ragged", "decimal"]), message: z.string() });
export type ReadingTrouble = z.infer<typeof readingTroubleSchema>;

/** What a file would become. */
export const importPreviewSchema = z.object({
  import: z.string(),
  name: z.string(),
  rows: z.int(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      role: z.string(),
      reason: z.string(),
      missing: z.int(),
      samples: z.array(z.string().nullable()),
    }),
  ),
  label: z.string().nullable(),
  classes: z.array(z.string()),
  labelled: z.int(),
  duplicates: z.int(),
  notices: z.array(z.string()),
  pixels: z.object({ width: z.int(), height: z.int() }).nullable(),
  /** How it was read, and what may be chosen instead; null where there is nothing to choose. */
  reading: z
    .object({
      now: readingSchema,
      separators: z.array(z.string()),
      encodings: z.array(z.string()),
      sheets: z.array(z.string()),
      decimals: z.array(z.enum([".", ","])),
      /** Whether numbers and dates stand in the file as texts, so that it matters which words stand for missing values. */
      hasCells: z.boolean(),
      /** What came of it: the lines that were left out, or that each line is one item. */
      notices: z.array(z.string()),
    })
    .nullable(),
  /** What must be decided first; the columns are then those of one of the choices. */
  trouble: readingTroubleSchema.nullable(),
  /** Whether rows come from folders that may be classes. */
  folders: z.boolean(),
  /** Whether it has texts or images, which a model could describe. */
  readable: z.boolean(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What would become of the rows of a file that are added to a project. */
export const rowsReportSchema = z.object({
  rows: z.int(),
  added: z.int(),
  /** Rows that the project has already, or that the file has twice; they are left out. */
  repeats: z.int(),
  labelled: z.int(),
  /** Rows that the project has already and that have a label in the file, which is not taken unless that is asked for. */
  labelsLeft: z.int(),
  /** How many of these are still open in the project, so that the label can be taken. */
  labelsOpen: z.int(),
  /** How many of these have another answer in the project, which stays. */
  labelsOther: z.int(),
  /** How many of these have a label that is no class of the project, so that it cannot be taken. */
  labelsUnknown: z.int(),
  /** How many of these labels were taken. */
  labelsTaken: z.int(),
  /** Labels that are not classes of the project, the first 20; new rows that have one come without a label. */
  unknown: z.array(z.string()),
  /** Columns of the file that the project does not have. */
  unused: z.array(z.string()),
  /** How many rows have an image of another name than in the file, since the project uses that for another image. */
  renamed: z.int().optional(),
  /** What to say of how the file was read, such as the lines that were left out. */
  notices: z.array(z.string()).optional(),
});
export type RowsReport = z.infer<typeof rowsReportSchema>;

/** What the person decided about an import. */
export const importChoiceSchema = z.object({
  title: z.string().trim().min(1).max(200),
  label: z.string().nullable(),
  classes: z.array(z.string().trim().min(1).max(200)).max(1000),
  /** What classes mean, by class: predicts them before the first answer where the items are texts that a model has read. */
  phrases: z.record(z.string(), z.string().trim().min(1).max(500)).optional(),
  roles: z.record(z.string(), z.enum(COLUMN_ROLES)),
  /** Draw the numbers as one image. */
  pixels: z.object({ width: z.int().min(1).max(512), height: z.int().min(1).max(512) }).nullable(),
  keepLabels: z.boolean(),
  dropDuplicates: z.boolean(),
  reading: readingSchema.optional(),
});
export type ImportChoice = z.infer<typeof importChoiceSchema>;
