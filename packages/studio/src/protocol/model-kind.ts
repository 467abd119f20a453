// Which model learns from the answers. A project has one from its beginning, and its settings may change it. (The page
// imports this file, so it stays free of schemas.)

/**
 * learn: which columns matter and what counts as similar is learned from the answers; paper: it is fixed at the start, as
 * Kottke et al. have it.
 */
export const MODEL_KINDS = ["learn", "paper"] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];
