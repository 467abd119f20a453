// Which model learns from the answers. A project has one from its beginning, and its settings may change it.
import { z } from "zod";

/** adaptive: what counts as similar is learnt from the answers; paper: it is fixed at the start, as Kottke et al. have it. */
export const modelKindSchema = z.enum(["adaptive", "paper"]);
export type ModelKind = z.infer<typeof modelKindSchema>;
