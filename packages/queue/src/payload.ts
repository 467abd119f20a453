// The messages on the queue. Anyone who can write to the server can write anything, so both kinds of message are
// checked against these schemas, and a job's hashes are computed again by the worker (check-payload.ts).
import { kernelOptions, PAPER_STRATEGIES, RECORDED } from "@xpal/lab/internal";
import { z } from "zod";

/** Grows when a worker of the former version could misread a message. */
export const QUEUE_PROTOCOL = 1;

const name = z.string().min(1).max(512);
const hash = z.string().regex(/^[0-9a-f]{20}$/);
const longHash = z.string().regex(/^[0-9a-f]{64}$/);
const options = z.record(z.string(), z.unknown());
const count = z.int().min(1).max(1e9);

const kernel = z.strictObject({ name: z.literal("learned"), ...kernelOptions.shape });

const source = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("paper"), key: z.enum(PAPER_STRATEGIES) }),
  z.strictObject({
    ...{ kind: z.literal("library"), name: z.string().max(64), options, kernel: kernel.optional() },
    ...{ measure: z.literal("balanced").optional(), perCost: z.literal(true).optional() },
    batch: z.strictObject({ size: count, how: z.enum(["spread", "joint", "top"]) }).optional(),
  }),
  z.strictObject({ kind: z.literal("module"), hash, text: longHash, options }),
]);

/** A job: some repetitions of some strategies on one dataset. Data and modules are named by hash, never carried. */
export const payloadSchema = z.strictObject({
  protocol: z.literal(QUEUE_PROTOCOL),
  /** The version of the program that made it; the same one must do it. */
  version: z.string().max(64),
  plan: hash,
  dataset: z.strictObject({
    name,
    hash: longHash,
    options: z.strictObject({
      budget: count.optional(),
      testShare: z.number().gt(0).lt(1).optional(),
      bandwidth: z.number().positive().optional(),
      chance: z.enum(["numpy", "plain"]).optional(),
      firstSeed: z.int().min(0).optional(),
      costs: z
        .array(z.array(z.number().min(0)).readonly())
        .readonly()
        .optional(),
      labelCosts: z.array(z.number().positive()).max(1e6).readonly().optional(),
      pinned: z.array(z.int().min(0)).max(1e5).readonly().optional(),
    }),
  }),
  measures: z.array(z.enum(RECORDED)).max(8),
  unasked: z.array(z.enum(RECORDED)).max(8).optional(),
  strategies: z
    .array(z.strictObject({ key: name, content: hash, source }))
    .min(1)
    .max(1000),
  repetitions: z.tuple([count, count]).refine(([first, last]) => first <= last, "must be first and last in order"),
});

/** A job as it travels. */
export type Payload = z.infer<typeof payloadSchema>;

/** What is said of a plan where all workers look: who may work on it, and how much there is. */
export const announcementSchema = z.strictObject({
  protocol: z.literal(QUEUE_PROTOCOL),
  version: z.string().max(64),
  plan: hash,
  title: z.string().max(1000),
  /** What a worker must have to take part. */
  tags: z.array(z.string()).max(16),
  /** Whether it has strategies that are modules. */
  code: z.boolean(),
  runs: count,
  jobs: z.int().min(0),
  at: z.string().max(64),
  cancelled: z.boolean(),
});

/** A plan as announced. */
export type Announcement = z.infer<typeof announcementSchema>;

/** What a worker tells about a job while it does it. */
export const newsSchema = z.strictObject({
  worker: z.string().max(200),
  running: z
    .strictObject({
      dataset: name,
      strategy: name,
      repetition: count,
      labelCount: z.int().min(0),
      aulc: z.number(),
    })
    .nullable(),
  failures: z.array(z.strictObject({ dataset: name, strategy: name, repetition: count, sentence: z.string() })),
});

/** News of a job. */
export type News = z.infer<typeof newsSchema>;

/** The first thing that is wrong, as the end of a sentence. */
export function firstFault({ issues: [issue] }: z.ZodError): string {
  const where = issue.path.map(String).join(".");
  return `${where === "" ? "it" : where} does not fit: ${issue.message.replace(/^Invalid input: /, "").toLowerCase()}`;
}
