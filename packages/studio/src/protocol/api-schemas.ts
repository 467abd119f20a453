// What the calls of the REST API take and give, by the names of `api-calls.ts`. Classes are named, not numbered.
import { z } from "zod";
import { agreementSchema } from "./agreement.ts";
import { readingSchema } from "./import-messages.ts";
import { MAX_COST } from "./limits.ts";
import { forecastAnswerSchema, itemSchema, modelSchema } from "./messages.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

const project = z.object({ project: z.string().min(1).max(64) });
const count = z.coerce.number().int().min(1).max(50);
const nothing = z.object({});

const projectSchema = z.object({
  id: z.string(),
  title: z.string(),
  items: z.int(),
  /** The classes that can be answers, in their order. */
  classes: z.array(z.string()),
  labelled: z.int(),
  /** Items that were skipped or discarded. */
  aside: z.int(),
});

const createSchema = z.union([
  z.object({ demo: z.string().min(1).max(64) }),
  z.object({
    upload: z.string().min(1).max(64),
    title: z.string().trim().min(1).max(200),
    /** The column with the labels; found out from the file when left out, null for none. */
    label: z.string().max(512).nullable().optional(),
    /** The classes, where the file has no labels. */
    classes: z.array(z.string().trim().min(1).max(200)).max(1000).optional(),
    /** How the file is read, as on the import page; what is left out is found out from the file. */
    ...readingSchema.omit({ embed: true, download: true }).shape,
  }),
]);

/** A class by name, or one of the two ways to set an item aside. */
const answer = { label: z.string().max(200).optional(), aside: z.enum(["skipped", "discarded"]).optional() };
const labelsSchema = z.object({
  labels: z
    .array(
      z.object({
        item: z.int().min(0),
        ...answer,
        seconds: z.number().min(0).max(86_400).optional(),
        /** Makes a repeated request harmless. */
        id: z.string().min(8).max(64).optional(),
      }),
    )
    .min(1)
    .max(1000),
});
const resultsSchema = z.object({
  results: z.array(
    z.object({
      item: z.int(),
      done: z.boolean(),
      rejection: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
});

const opinionSchema = z.object({ by: z.string(), label: z.string().nullable(), at: z.string() });
const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  project: z.string().nullable(),
  at: z.string(),
  by: z.string(),
});

export const API_SCHEMAS = {
  projects: { answer: z.array(projectSchema) },
  project: { params: project, answer: projectSchema },
  upload: {
    query: z.object({ name: z.string().min(1).max(255) }),
    answer: z.object({ upload: z.string().optional(), project: z.string().optional() }),
  },
  createProject: { body: createSchema, answer: z.object({ project: z.string() }) },
  removeProject: { params: project, answer: nothing },
  items: {
    params: project,
    query: z.object({ ids: z.string().regex(/^\d+(,\d+){0,199}$/) }),
    answer: z.array(itemSchema),
  },
  next: {
    params: project,
    query: z.object({ count: count.optional() }),
    answer: z.object({
      items: z.array(
        itemSchema.extend({
          from: z.enum(["best", "check", "queue", "second"]),
          /** How old the ranking is that it comes from, where that is not of now: events it does not know, and seconds. */
          behind: z.int().optional(),
          age: z.number().optional(),
        }),
      ),
      /** How many items have no answer, and how many of these others have in hand. */
      open: z.int(),
      inHand: z.int(),
    }),
  },
  label: { params: project, body: labelsSchema, answer: resultsSchema },
  disputed: {
    params: project,
    answer: z.array(z.object({ item: itemSchema, counts: z.string().nullable(), opinions: z.array(opinionSchema) })),
  },
  review: {
    params: project,
    body: z.object({
      decisions: z
        .array(z.object({ item: z.int().min(0), ...answer }))
        .min(1)
        .max(1000),
    }),
    answer: resultsSchema,
  },
  agreement: { params: project, answer: agreementSchema },
  model: { params: project, answer: modelSchema },
  forecast: {
    params: project,
    query: z.object({ target: z.coerce.number().gt(0).max(MAX_COST).optional() }),
    answer: forecastAnswerSchema,
  },
  export: {
    params: project.extend({ format: z.string().min(1).max(40) }),
    query: z.object({ all: z.enum(["0", "1"]).optional() }),
    answer: z.string(),
  },
  modelFile: { params: project, answer: z.string() },
  webhooks: { answer: z.array(webhookSchema) },
  addWebhook: {
    body: z.object({
      url: z.url().max(2000),
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
      project: z.string().min(1).max(64).nullable().default(null),
    }),
    answer: webhookSchema.extend({ secret: z.string() }),
  },
  removeWebhook: { params: z.object({ webhook: z.string().min(1).max(64) }), answer: nothing },
} as const;
