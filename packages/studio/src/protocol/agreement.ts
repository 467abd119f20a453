// How far people agree, as the server tells it.
import { z } from "zod";

/** A share with the range that holds it with 90 % probability. */
const rangeSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** How far somebody can be trusted, as the answers of all together say. */
const reliabilitySchema = z.object({
  name: z.string(),
  /** Answers that are classes, and how many of them are to items that others have answered or a reviewer has decided. */
  answers: z.int(),
  compared: z.int(),
  right: rangeSchema,
  /** How often they are right about items of each class, by class number; null where they have met none of it. */
  perClass: z.array(rangeSchema.nullable()),
});
export type PersonReliability = z.infer<typeof reliabilitySchema>;

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
  /** Per person: [what counts][what they said], by class number, on items that another person has answered too. */
  confusion: z.array(z.object({ name: z.string(), items: z.int(), counts: z.array(z.array(z.int())) })),
  disputed: z.int(),
  /** Per person; empty while nobody's answers can be compared. */
  reliability: z.array(reliabilitySchema),
});
export type AgreementInfo = z.infer<typeof agreementSchema>;
