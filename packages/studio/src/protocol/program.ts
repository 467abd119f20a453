// A program that answers beside the people of a project: what it is told, and what came of it.
import { z } from "zod";

/** The most questions that a program is given at once to work through. */
const MAX_QUESTIONS = 100_000;

/** What an hour is worth when nothing else is said, in the currency of the prices. */
export const DEFAULT_HOUR = 20;
/** How long one answer may take when nothing else is said. */
export const DEFAULT_SECONDS = 60;

/** One that is right less often than this asks before it goes on, once it was compared with so many answers of people. */
export const POOR_SHARE = 0.6;

const amount = z.number().min(0).max(1e6);

/** Lets a program answer. */
export const programRequestSchema = z.object({
  /** The address of an OpenAI-compatible server, such as http://localhost:11434/v1. */
  endpoint: z.string().min(1).max(500),
  model: z.string().min(1).max(200),
  /** Sent to that server and told to nobody else; the last one when it is left out. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .optional(),
  /** What a million tokens cost, sent and received. */
  price: z.object({ sent: amount, received: amount }).optional(),
  /** How many items it is asked about. */
  count: z.int().min(1).max(MAX_QUESTIONS),
  /** Whether it is asked only where its answer is worth more per cost than a person's; else about the best items; true by default. */
  choose: z.boolean().optional(),
  /** What an hour is worth, of a person's work and of waiting for the program, in the currency of the prices; 20 by default. */
  hour: amount.optional(),
  /** How long one answer may take, in seconds; 60 by default. A question is asked four times before it is given up. */
  seconds: z.number().min(0.1).max(600).optional(),
  /** Whether it goes on although it is right in less than 60 % of the items that people answered; not by default. */
  evenIfPoor: z.boolean().optional(),
  /** The host that items may be sent to, where it is another machine: the yes that the rejection asks for. */
  agreedTo: z.string().max(300).optional(),
});
export type ProgramRequest = z.infer<typeof programRequestSchema>;

/** How often it was right where a person had answered; the range holds it with 90 % probability. */
const rightSchema = z.object({
  asked: z.int(),
  answered: z.int(),
  right: z.int(),
  share: z.object({ value: z.number(), lower: z.number(), upper: z.number() }).nullable(),
});

/** What a program has done. */
export const programSchema = z.object({
  /** The name beside its answers. */
  name: z.string(),
  host: z.string(),
  model: z.string(),
  /** poor: it is right too seldom, and goes on when it is told to. */
  state: z.enum(["working", "done", "stopped", "failed", "poor"]),
  /** Why it failed. */
  failure: z.string().nullable(),
  count: z.int(),
  /** Items that it was asked about; what it was unsure about, or gave no readable answer to, people are asked. */
  asked: z.int(),
  answered: z.int(),
  /** Null without a price. */
  cost: z.number().nullable(),
  /** Whether it is asked only where its answer is worth more per cost than a person's. */
  choose: z.boolean(),
  /** How many items that were compared are left to people, whose answers are worth more per cost. */
  left: z.int(),
  /** What an answer costs, price and time together: of the program, null before its first, and of a person. */
  answerCost: z.object({ program: z.number().nullable(), person: z.number() }),
  /** The time that people would have taken for its answers, by the median of theirs; null before they have answered. */
  savedSeconds: z.number().nullable(),
  /** What people's answers would have cost, less what its own did, price and time together. */
  savedCost: z.number(),
  right: rightSchema,
  /** In the order in which the classes came. */
  rightPerClass: z.array(rightSchema),
});
export type ProgramInfo = z.infer<typeof programSchema>;
