// How far people agree, as the server tells it.
import { z } from "zod";
import { confusionSchema } from "./messages.ts";

/** A share with the range that holds it with 90 % probability. */
const rangeSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** From so many decided disputes on it can be told who is right how often, and answers are weighed by it. */
export const MIN_DECIDED = 10;

/** How often somebody is right, as the answers of all together say. */
const reliabilitySchema = z.object({
  name: z.string(),
  /** Answers that are classes, to items that others have answered too. */
  compared: z.int(),
  right: rangeSchema,
  /** Who is right less often with 95 % probability. */
  ahead: z.array(z.string()),
});

export const agreementSchema = z.object({
  /** Items that two people or more have put into a class, and all answers to them. */
  items: z.int(),
  answers: z.int(),
  /** Krippendorff's alpha for names, any number of people per item; null where it is not defined. */
  alpha: z.number().nullable(),
  /** Fleiss' kappa over the items that the same number of people have answered, the commonest number; null likewise. */
  fleiss: z.object({ people: z.int(), items: z.int(), kappa: z.number().nullable() }).nullable(),
  /** Cohen's kappa of each pair. */
  pairs: z.array(
    z.object({
      names: z.tuple([z.string(), z.string()]),
      items: z.int(),
      agreed: z.int(),
      kappa: z.number().nullable(),
    }),
  ),
  /** Per person: [what counts][what they said], by class id (in the API by name), on items that another person has answered too. */
  confusion: z.array(z.object({ name: z.string(), items: z.int(), counts: confusionSchema })),
  disputed: z.int(),
  /** Disputes of others that reviewers have decided; per person how often they are right, empty before ten are. */
  reliability: z.object({ decided: z.int(), people: z.array(reliabilitySchema) }),
});
export type AgreementInfo = z.infer<typeof agreementSchema>;
