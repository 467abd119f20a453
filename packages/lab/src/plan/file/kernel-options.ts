// The options of the learned kernel of a strategy, as plan files and queued jobs may carry them.
import { z } from "zod";

const numbers = z.array(z.number()).min(1);
/** But for its base, which is the dataset's kernel. */
export const kernelOptions = z
  .strictObject({
    scales: numbers.optional().describe("Scales g; 1/16 to 2 by octaves by default"),
    localities: numbers.optional().describe("Locality exponents p; 0 and 1 by default, 0 for the cosine"),
    neighbour: z.int().min(1).optional().describe("Which neighbour measures the local spread; the 20th by default"),
    from: z.int().min(2).optional().describe("The labelled items from which on it learns; 6 by default"),
    shareWeight: z
      .number()
      .positive()
      .optional()
      .describe("Pseudo-labels that follow the class shares; 0.1 by default"),
    scaleWidth: z.number().positive().optional().describe("Width of the prior on the scale, in octaves; 1 by default"),
    views: z
      .array(z.enum(["given", "decorrelated", "ranks"]))
      .min(1)
      .optional()
      .describe("Which views take part; all by default"),
    perClass: z.int().min(0).optional().describe("Labelled items per class seen that it takes; 3 by default"),
    metrics: z
      .array(z.enum(["weights", "rankWeights", "full", "partWeights", "forest"]))
      .optional()
      .describe("Which metrics are learned, a forest among them; all by default"),
    leastShare: z.number().min(0).max(1).optional().describe("Groups below this share are not used; 0.1"),
    weightWidth: z.number().positive().optional().describe("Width of the prior on feature weights; 1"),
    metricWidth: z.number().positive().optional().describe("Width of the prior on the full metric; 0.3"),
    steps: z.int().min(1).max(1000).optional().describe("Steps of a fit; 30 by default"),
    fitAt: z.array(z.int().min(2)).optional().describe("At how many labelled items metrics are fitted"),
    delay: z.int().min(0).optional().describe("Answers after its fit until a metric is used; 2 by default"),
    shrinkage: z.number().positive().optional().describe("How little correlations are taken out; 0.1"),
  })
  .describe("Options of the learned kernel, under the library's names");
