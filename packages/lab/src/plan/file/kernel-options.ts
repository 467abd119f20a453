// The options of a strategy's own kernel, as plan files and queued jobs may carry them.
import { z } from "zod";

const numbers = z.array(z.number()).min(1);
/** Options of the kernels that learn but for their base, which is the dataset's kernel. */
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
    views: z
      .union([z.boolean(), z.array(z.enum(["given", "decorrelated", "ranks"])).min(1)])
      .optional()
      .describe("learn: which views take part, all by default; adaptive: whether to try decorrelated features"),
    perClass: z.int().min(0).optional().describe("learn: labelled items per class seen that it takes; 3 by default"),
    metrics: z
      .array(z.enum(["weights", "rankWeights", "full", "partWeights", "forest"]))
      .optional()
      .describe("learn: which metrics are learnt, a forest among them; all by default"),
    leastShare: z.number().min(0).max(1).optional().describe("learn: groups below this share are not used; 0.1"),
    weightWidth: z.number().positive().optional().describe("learn: width of the prior on feature weights; 1"),
    metricWidth: z.number().positive().optional().describe("learn: width of the prior on the full metric; 0.3"),
    steps: z.int().min(1).max(1000).optional().describe("learn: steps of a fit; 30 by default"),
    fitAt: z.array(z.int().min(2)).optional().describe("learn: at how many labelled items metrics are fitted"),
    delay: z.int().min(0).optional().describe("learn: answers after its fit until a metric is used; 2 by default"),
    shrinkage: z.number().positive().optional().describe("learn: how little correlations are taken out; 0.1"),
    choose: z.enum(["mixture", "best"]).optional().describe("All members by weight, or the single best one"),
  })
  .describe("Options of the kernel that learns, under the library's names");
