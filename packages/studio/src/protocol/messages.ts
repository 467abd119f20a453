// What the server and the page say to each other, checked on both sides by the same schemas.
import { z } from "zod";
import { eventSchema } from "./events.ts";
import { MODEL_KINDS } from "./model-kind.ts";

/** How an item is shown. */
export const viewSchema = z.object({
  /** Columns that are the pixels of one image, row by row. */
  pixels: z
    .object({ columns: z.array(z.string()), width: z.int().min(1), height: z.int().min(1), white: z.number() })
    .nullable(),
  /** A column with a path, an address or a data URI of an image. */
  image: z.string().nullable(),
  /** Columns shown as running text. */
  texts: z.array(z.string()),
  /** Columns shown as name and value. */
  cells: z.array(z.string()),
});
export type View = z.infer<typeof viewSchema>;

/** A rejection as HTTP carries it. */
export const rejectionSchema = z.object({ code: z.string(), message: z.string() });
export type Rejection = z.infer<typeof rejectionSchema>;

/** A project in the list. */
export const projectSchema = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string(),
  itemCount: z.int(),
  /** The name of each class that there ever was, in the order in which they came. */
  classes: z.array(z.string()),
  /** What it began with, before rows were added and classes changed: the log is folded over this. */
  began: z.object({ itemCount: z.int(), classes: z.array(z.string()) }),
  view: viewSchema,
  /** Whether the true labels are known, hidden from the model, to draw the real error. */
  hasTruth: z.boolean(),
  demo: z.boolean(),
  /** The model that the project began with; its settings may name another. */
  model: z.enum(MODEL_KINDS),
  /** How many rows the file has that the items were drawn from; null where the items are all there is. */
  rowsInFile: z.int().nullable(),
  /** Why it takes no changes, or cannot be opened at all; null for a sound project. */
  damaged: z.string().nullable(),
  last: z.int(),
});
export type ProjectInfo = z.infer<typeof projectSchema>;

/** A dataset that a demo can be begun with. */
export const demoSchema = z.object({ name: z.string(), title: z.string(), itemCount: z.int() });
export type Demo = z.infer<typeof demoSchema>;

/** A project in the list, with how far it is. */
export const listedProjectSchema = projectSchema.extend({
  /** The names of the classes that can be answers, in their order. */
  classes: z.array(z.string()),
  labelled: z.int(),
  /** Items set aside. */
  aside: z.int(),
  /** How many classes can be answers. */
  classCount: z.int(),
  /** When something happened to it last. */
  used: z.string(),
  archived: z.boolean(),
});
export type ListedProject = z.infer<typeof listedProjectSchema>;

/** A project in the bin. */
export const binnedProjectSchema = listedProjectSchema
  .pick({ id: true, title: true, itemCount: true, labelled: true, classCount: true })
  .extend({
    /** When it was removed, and when it goes for good unless it is restored before. */
    removed: z.string(),
    until: z.string(),
  });
export type BinnedProject = z.infer<typeof binnedProjectSchema>;

/** A cell of an item that is shown: its value, and whether it is unusual for its column. */
const cellSchema = z.object({ name: z.string(), value: z.string().nullable(), unusual: z.boolean() });

/** An item as shown. */
export const itemSchema = z.object({
  item: z.int(),
  /** Pixel values from 0 to 255. */
  pixels: z.array(z.number()).optional(),
  image: z.string().optional(),
  texts: z.array(z.object({ name: z.string(), value: z.string() })),
  cells: z.array(cellSchema),
});
export type ItemView = z.infer<typeof itemSchema>;

/** An item to ask for, and why: the model's choice of now or of a moment ago, or a check, drawn at random to measure the error. */
const suggestionSchema = z.object({
  item: z.int(),
  from: z.enum(["best", "check", "queue"]),
  /** How old the ranking is that it comes from, where that is not of now: events that it does not know, and seconds. */
  behind: z.int().optional(),
  age: z.number().optional(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** The next items to ask for, best first, at a state of the log. */
export const nextSchema = z.object({
  sequence: z.int(),
  suggestions: z.array(suggestionSchema),
  /** How many items have no answer. Everything is labelled when it is 0. */
  open: z.int(),
  /** How many of these other windows have in hand. */
  inHand: z.int(),
  /** All items that this window has in hand now. */
  held: z.array(z.int()),
  /** Those that it should give back, for others or for better ones; they are its own until it does. */
  surplus: z.array(z.int()),
});
export type Next = z.infer<typeof nextSchema>;

/** An item that somebody else has answered and that is to be asked again; null for none now. */
export const secondOpinionSchema = z.object({
  item: z.int().nullable(),
  /** How many have answered it. */
  opinions: z.int().optional(),
});
export type SecondOpinion = z.infer<typeof secondOpinionSchema>;

/** What a window says that it has in hand: the item on screen and those that may follow. */
export const heldSchema = z.object({ shown: z.int().min(0).nullable(), items: z.array(z.int().min(0)).max(200) });
export type Held = z.infer<typeof heldSchema>;

/** What the learned kernel has learned: how much weight each scale and each locality of its kernel carries. */
const learnedSchema = z.object({
  /** From this many labelled items. */
  labels: z.int(),
  /** Above 1 sharper, below 1 wider than at the start. */
  scales: z.array(z.object({ scale: z.number(), share: z.number() })),
  /** 0: distances as they are; 1: relative to the neighbours' distances. */
  localities: z.array(z.object({ locality: z.number(), share: z.number() })),
});
export type Learned = z.infer<typeof learnedSchema>;

/** What the answers have taught about the columns. Weights are relative to the mean of all columns. */
export const countsSchema = z.object({
  sequence: z.int(),
  /** How many answers are labels. */
  labels: z.int(),
  /** learned, alike: see `columns`; few: too few answers; unweighed, fixed: this model or these items have no weights. */
  state: z.enum(["learned", "alike", "few", "unweighed", "fixed"]),
  fittedOn: z.int().nullable(),
  needed: z.object({ labels: z.int(), perClass: z.int() }).nullable(),
  reason: z.string().nullable(),
  columns: z.array(
    z.object({
      /** Texts that are read together are one entry. */
      names: z.array(z.string()),
      kind: z.string(),
      weight: z.number(),
      low: z.number(),
      high: z.number(),
      /** Whether it counts for next to nothing in all fits. */
      ignored: z.boolean(),
      verdict: z.enum(["counts", "covered", "against", "unknown"]),
    }),
  ),
  /** All columns that items can be compared by, as they are grouped, those that are switched off too. */
  compared: z.array(z.string()),
  /** Columns that are not compared by their nature: the same in every item, or an id. */
  unused: z.array(z.object({ name: z.string(), why: z.enum(["ignored", "id", "image", "constant"]) })),
  /** The words that speak most for each class, by class id. */
  words: z.array(z.object({ class: z.int(), words: z.array(z.string()) })),
});
export type Counts = z.infer<typeof countsSchema>;

/** What one answer to an item would do. */
const lookAnswerSchema = z.object({
  probability: z.number(),
  /** The drop in error rate if this were the answer, and the same in items. */
  gain: z.number(),
  items: z.number(),
  flips: z.int(),
  examples: z.array(z.object({ item: z.int(), from: z.int(), to: z.int() })),
});
export type LookAnswer = z.infer<typeof lookAnswerSchema>;

/** What the answers for an item would do, and why it is asked. */
export const lookSchema = z.object({
  sequence: z.int(),
  item: z.int(),
  /** Expected drop in error rate, and the same in items; in mean cost or balanced error where these decide. */
  gain: z.number(),
  items: z.number(),
  /** What the label of the item costs; null where all cost the same. */
  labelCost: z.number().nullable(),
  predicted: z.int(),
  probability: z.number(),
  /** How many items are like this one: the mean similarity relative to the most typical item, 0 to 1. */
  density: z.number(),
  /** By class id; null for whoever must not know what others have answered. */
  answers: z.record(z.string(), lookAnswerSchema).nullable(),
  /** The labelled items most similar to it, by the kernel as the answers have taught it. */
  near: z.array(z.object({ item: z.int(), to: z.int(), similarity: z.number() })),
  /** Null while the model compares items as it did at the start. */
  learned: learnedSchema.nullable(),
  /** By what classes are predicted, in words, where it is not by the similarities that items are chosen by. */
  predictor: z.string().optional(),
  /** The words of the item that speak most for what is predicted. */
  words: z.array(z.string()),
});
export type Look = z.infer<typeof lookSchema>;

/** Which item comes next after one answer to this one; computed answer by answer, the likeliest first. */
export const aheadSchema = z.object({
  sequence: z.int(),
  item: z.int(),
  next: suggestionSchema.nullable(),
  /** Another answer has come meanwhile, so this was not computed: the everyday end of a look ahead, and no error. */
  stale: z.boolean().optional(),
});
export type Ahead = z.infer<typeof aheadSchema>;

/** A share with its 95 % interval. */
const shareSchema = z.object({ value: z.number(), low: z.number(), high: z.number(), count: z.int() });
export type Share = z.infer<typeof shareSchema>;

/** What checks guarantee of an error, or where errors have costs of a mean cost: `guarantee` of the library. */
const guaranteeSchema = z.object({
  target: z.number(),
  /** Whether the target is guaranteed, or nothing is open any more. */
  reached: z.boolean(),
  /** The error or mean cost among the open items is at most this, with 95 % confidence; null before the first check. */
  bound: z.number().nullable(),
  checks: z.int(),
  wrong: z.int(),
  /** How many further checks, all predicted rightly, are enough. */
  toGo: z.int(),
  /** How many items are open: with fewer than the checks to go, the target cannot be guaranteed here. */
  open: z.int(),
  /** Advice: whether further checks are likely to succeed now. */
  isLikely: z.boolean(),
});

const intervalShape = { low: z.number(), median: z.number(), high: z.number() };

/** How many more labels a target will take. */
const forecastSchema = z.object({
  target: z.number(),
  level: z.number(),
  more: z.object(intervalShape),
  /** The probability that the target is reached before three in four items are labelled. */
  chance: z.number(),
  now: z.object(intervalShape),
  curve: z.array(z.object({ labels: z.int(), ...intervalShape })),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** A forecast, or how many labels it needs. */
export const forecastAnswerSchema = z.object({
  sequence: z.int(),
  labels: z.int(),
  fewest: z.int(),
  open: z.int(),
  /** Null with fewer labels than needed. */
  forecast: forecastSchema.nullable(),
});
export type ForecastAnswer = z.infer<typeof forecastAnswerSchema>;

/** How often what was one class was called another, by class id (in the API by name), without zeros. */
export const confusionSchema = z.record(z.string(), z.record(z.string(), z.int()));
export type ConfusionCounts = Record<number, Record<number, number>>;

/** What the model knows now. */
export const modelSchema = z.object({
  sequence: z.int(),
  labels: z.int(),
  /** The error that the model expects of itself, a rough estimate; null while it is too early to tell. */
  expectedError: z.number().nullable(),
  /** In the demo: the share of wrong predictions among all items. */
  trueError: z.number().nullable(),
  /** The error on the latest checks, each predicted before it was answered. */
  checked: shareSchema.nullable(),
  /** What the predictions of the same items cost on average; null where nothing was said of costs. */
  checkedCost: z.number().nullable(),
  /** The expected and true error after each label, in the order of answers. */
  curve: z.array(z.object({ labels: z.int(), expected: z.number().nullable(), real: z.number().nullable() })),
  /** The first answers and as many random ones, tested on checks that came later. */
  versusRandom: z.object({ labels: z.int(), tested: z.int(), chosen: z.number(), random: z.number() }).nullable(),
  /** Confusion on checks: [answered][predicted]. */
  confusion: confusionSchema,
  /** Null where no target was named. */
  guarantee: guaranteeSchema.nullable(),
  engine: z.string(),
});
export type Model = z.infer<typeof modelSchema>;

/** What the next few labels together are expected to bring: beyond one step, where a single gain may be zero too early. */
export const soonSchema = z.object({
  sequence: z.int(),
  labels: z.int(),
  gain: z.number(),
  /** What these labels cost together; null where all cost the same. */
  cost: z.number().nullable(),
});
export type Soon = z.infer<typeof soonSchema>;

/** What the labels of the open items would cost by a rule. */
export const labelCostsSchema = z.object({ least: z.number(), mean: z.number(), largest: z.number() });
export type LabelCosts = z.infer<typeof labelCostsSchema>;

/** Per item, as lists: what the model predicts (a class id), how sure it is, and how useful a label would be. */
export const predictionsSchema = z.object({
  sequence: z.int(),
  predicted: z.array(z.int()),
  probability: z.array(z.number()),
  usefulness: z.array(z.number()).nullable(),
  /**
   * How far the other labels contradict an item's own: 0 where they agree or it has none, up to 1 where they say nothing
   * for its label; 1/2 when another class has twice the support.
   */
  contradiction: z.array(z.number()),
});
export type Predictions = z.infer<typeof predictionsSchema>;

/** All items in the plane. */
export const mapSchema = z.object({
  method: z.enum(["components", "neighbours"]),
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** Whether a better one is being computed. */
  pending: z.boolean(),
});
export type MapLayout = z.infer<typeof mapSchema>;

/** A stretch of the log, and events as pages send them. */
export const eventsRequestSchema = z.object({ events: z.array(eventSchema).min(1).max(1000) });
export const eventsAnswerSchema = z.object({
  results: z.array(z.object({ id: z.string(), sequence: z.int().nullable(), rejection: rejectionSchema.nullable() })),
  last: z.int(),
});
export type EventsAnswer = z.infer<typeof eventsAnswerSchema>;
