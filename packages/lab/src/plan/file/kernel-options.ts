// The options of a strategy's own kernel, as plan files and queued jobs may carry them.
import { z } from "zod";

const numbers = z.array(z.number()).min(1);
/** Options of the adaptive kernel but for its base, which is the dataset's kernel. */
export const kernelOptions = z
  .strictObject({
    scales: numbers.optional().describe("Scales g; 1/4, 1/2, 1, 2 and 4 by default"),
    localities: numbers.optional().describe("Locality exponents p; 0, 1/2 and 1 by default, 0 for the cosine"),
    neighbour: z.int().min(1).optional().describe("Which neighbour measures the local spread; the 20th by default"),
    from: z.int().min(2).optional().describe("The labelled items from which on it learns; 6 by default"),
    shareWeight: z
      .number()
      .positive()
      .optional()
      .describe("Pseudo-labels that follow the class shares; 0.1 by default"),
    scaleWidth: z.number().positive().optional().describe("Width of the prior on the scale, in octaves; 1 by default"),
    views: z.boolean().optional().describe("Whether RBF data may also be looked at decorrelated; false by default"),
    choose: z.enum(["mixture", "best"]).optional().describe("All members by weight, or the single best one"),
  })
  .describe("Options of the adaptive kernel, under the library's names");
