// What can happen to a project. Events are the only truth; everything else is folded from them. Ids are made by the
// page, so that an answer that is sent twice is one answer.
import { z } from "zod";
import { MAX_NAME_LENGTH } from "./annotator.ts";
import { type ClassChange, MAX_CLASS_ID, MAX_CLASS_NAME_LENGTH, MAX_CLASSES } from "./classes.ts";
import { COLUMN_USES } from "./columns.ts";
import {
  MAX_CHANGED_ITEMS,
  MAX_COST,
  MAX_GUIDELINES_LENGTH,
  MAX_HIDDEN_COLUMNS,
  MAX_HIGHLIGHT_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_RULE_LENGTH,
  MAX_SHARE,
  MAX_TARGET,
  MEASURES,
} from "./limits.ts";
import { MODEL_KINDS } from "./model-kind.ts";

/** The name of a person: one line, no space around it. */
export const annotatorSchema = z
  .string()
  .max(MAX_NAME_LENGTH)
  .regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u);
const by = annotatorSchema.optional();

const classId = z.int().min(0).max(MAX_CLASS_ID);

/** What an item was answered: a class by its id, one of the two ways to set it aside, or null to open it again. */
const answerSchema = z.union([classId, z.enum(["skipped", "discarded"]), z.null()]);
export type Answer = z.infer<typeof answerSchema>;

/**
 * best: the model's choice; check: drawn at random to measure; queue: a good one while the best was computed; own: the
 * person's choice; second: somebody else has answered it, asked again to compare.
 */
export const whySchema = z.enum(["best", "check", "queue", "own", "second"]);

/** Why an item was put to the person, with what was known when it was. */
const askedSchema = z.object({
  from: whySchema,
  /** Expected drop in error rate. */
  gain: z.number().optional(),
  predicted: classId.optional(),
  probability: z.number().min(0).max(1).optional(),
});
export type Asked = z.infer<typeof askedSchema>;

const item = z.int().min(0);

/** One item answered. `was` is the event that last decided this item as the person saw it, null for none. */
const answerBody = z.object({
  item,
  to: answerSchema,
  was: z.string().max(64).nullable(),
  seconds: z.number().min(0).max(86_400).optional(),
  asked: askedSchema.optional(),
  by,
});

/** Many items changed at once, in review. */
const changeBody = z.object({ items: z.array(item).min(1).max(MAX_CHANGED_ITEMS), to: answerSchema, by });

/** An earlier answer or change taken back, or done again. */
const referBody = z.object({ of: z.string().min(1).max(64), by });

/** How the person works on this project. */
const settingsSchema = z.object({
  /** One key per class, by class id. */
  keys: z.record(z.string().regex(/^\d{1,10}$/), z.string().min(1).max(20)).optional(),
  /** What is to be decided, shown above the items; empty for a general one. */
  question: z.string().trim().max(MAX_QUESTION_LENGTH).optional(),
  /** Markdown. */
  guidelines: z.string().max(MAX_GUIDELINES_LENGTH).optional(),
  /** Share of answers that are checks, which measure the error; 0 for none. */
  checkShare: z.number().min(0).max(MAX_SHARE).optional(),
  /** What one label costs and what one wrong prediction costs, in the same unit; null when not told. */
  labelCost: z.number().min(0).max(MAX_COST).nullable().optional(),
  errorCost: z.number().min(0).max(MAX_COST).nullable().optional(),
  /** What calling an item of one class another costs, where it is not 1: by class ids, "3>1". */
  errorCosts: z.record(z.string().regex(/^\d{1,10}>\d{1,10}$/), z.number().min(0).max(MAX_COST)).optional(),
  /** What the label of an item costs where items differ: a column, or a rule over columns; null for one cost for all. */
  labelCostRule: z.string().trim().min(1).max(MAX_RULE_LENGTH).nullable().optional(),
  /** What the error or cost is the mean of: the items, or the classes, each as much as another; items when not told. */
  measure: z.enum(MEASURES).optional(),
  /** The error to stop at, a share of the open items; null when none was named. */
  targetError: z.number().gt(0).max(MAX_TARGET).nullable().optional(),
  /** The mean cost of an open item to stop at, where errors have costs; null when none was named. */
  targetCost: z.number().gt(0).max(MAX_COST).nullable().optional(),
  /** Whether only checks are asked, to measure the error. */
  measuring: z.boolean().optional(),
  /** The model that learns; the project's own when not told. */
  model: z.enum(MODEL_KINDS).optional(),
  /** The name of the project, where it is not the one that it was made with. */
  title: z.string().trim().min(1).max(200).optional(),
  /** Whether the first page keeps it in its archive. */
  archived: z.boolean().optional(),
  hiddenColumns: z.array(z.string().max(512)).max(MAX_HIDDEN_COLUMNS).optional(),
  highlight: z.string().max(MAX_HIGHLIGHT_LENGTH).optional(),
  /** Share of items that somebody else has answered and that are asked again, to measure agreement; 0 for none. */
  secondShare: z.number().min(0).max(MAX_SHARE).optional(),
  /** Whether answers count by how far who gave them can be trusted; by default they do, once that is known. */
  weighAnswers: z.boolean().optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

const className = z
  .string()
  .max(MAX_CLASS_NAME_LENGTH)
  .regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u);

/** The classes changed after the project was made. */
const classBody = z.discriminatedUnion("do", [
  z.object({ do: z.literal("add"), class: classId, name: className, by }),
  z.object({ do: z.literal("rename"), class: classId, name: className, by }),
  z.object({ do: z.literal("describe"), class: classId, text: z.string().max(10_000), by }),
  z.object({ do: z.literal("merge"), class: classId, into: classId, by }),
  z.object({ do: z.literal("retire"), class: classId, by }),
  z.object({ do: z.literal("restore"), class: classId, by }),
  z.object({ do: z.literal("order"), classes: z.array(classId).max(MAX_CLASSES), by }),
]) satisfies z.ZodType<ClassChange>;

/** How a column is used in comparisons. */
const columnBody = z.object({ column: z.string().min(1).max(512), use: z.enum(COLUMN_USES), by });

const draftParts = { id: z.string().min(8).max(64), at: z.iso.datetime({ precision: 3 }) };

/** An event as a page sends it. */
export const eventSchema = z.discriminatedUnion("kind", [
  z.object({ ...draftParts, kind: z.literal("answer"), body: answerBody }),
  z.object({ ...draftParts, kind: z.literal("change"), body: changeBody }),
  z.object({ ...draftParts, kind: z.literal("undo"), body: referBody }),
  z.object({ ...draftParts, kind: z.literal("redo"), body: referBody }),
  z.object({ ...draftParts, kind: z.literal("settings"), body: settingsSchema.extend({ by }) }),
  z.object({ ...draftParts, kind: z.literal("class"), body: classBody }),
  z.object({ ...draftParts, kind: z.literal("column"), body: columnBody }),
]);
export type StudioEvent = z.infer<typeof eventSchema>;
/** An event before it has its id and its time. */
export type EventDraft = {
  [K in StudioEvent["kind"]]: DraftOf<Extract<StudioEvent, { kind: K }>>;
}[StudioEvent["kind"]];
type DraftOf<E extends StudioEvent> = Pick<E, "kind" | "body">;

/** What a file told about one of its answers. */
const importedSchema = z.object({
  at: z.string().optional(),
  seconds: z.number().optional(),
  asked: askedSchema.optional(),
  by: z.string().optional(),
});
export type ImportedDetails = z.infer<typeof importedSchema>;

const importedAnswerSchema = z.union([
  z.tuple([item, answerSchema]).readonly(),
  z.tuple([item, answerSchema, importedSchema]).readonly(),
]);
export type ImportedAnswer = readonly [item: number, to: Answer, details?: ImportedDetails];

/** Ids and times of events that came from a file are not this page's own. */
const place = { sequence: z.int().min(1), id: z.string().min(1), at: z.string() };

/**
 * An event in the log. Two are made by the server alone: `import`, the answers that a file had, in their order, and
 * `rows`, items that were added, which lie in a file of the project. `by` of an import is who has taken answers for items that
 * were there before, and can undo that; the answers are the file's.
 */
export const loggedSchema = z.discriminatedUnion("kind", [
  z.object({
    ...place,
    kind: z.literal("import"),
    body: z.object({ answers: z.array(importedAnswerSchema).readonly(), by }),
  }),
  z.object({
    ...place,
    kind: z.literal("rows"),
    body: z.object({ file: z.string().min(1), count: z.int().min(1) }),
  }),
  ...eventSchema.options.map((option) => option.extend(place)),
]);
export type LoggedEvent = (
  | StudioEvent
  | { id: string; at: string; kind: "rows"; body: { file: string; count: number } }
  | {
      id: string;
      at: string;
      kind: "import";
      body: { answers: readonly ImportedAnswer[]; by?: string | undefined };
    }
) & { readonly sequence: number };
