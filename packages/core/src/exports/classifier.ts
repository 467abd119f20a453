// Frequencies, posteriors and decisions.
export { alwaysBest } from "../classifier/always-best.ts";
export { costsOf } from "../classifier/costs-of.ts";
export { decide } from "../classifier/decide.ts";
export { frequencies } from "../classifier/frequencies.ts";
export { largestCost } from "../classifier/largest-cost.ts";
export { lossMatrixAt, type Measure } from "../classifier/measure.ts";
export { predictionsOf, probabilitiesOf } from "../classifier/parzen-window.ts";
export { posterior } from "../classifier/posterior.ts";
export type { Prior } from "../classifier/priors.ts";
