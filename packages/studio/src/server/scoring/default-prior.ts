// The prior of the paper, under which the model judges itself: a point that no label reaches is a guess.

/** As in the core: 0.001 for each class. */
export const DEFAULT_PRIOR = 1e-3;
