// The strategies besides xPAL.
export { type AlceOptions, type AlceStrategy, alce } from "../strategies/alce.ts";
export { type CostEmbedding, type CostEmbeddingOptions, costEmbedding } from "../strategies/cost-embedding.ts";
export { type EerOptions, type EerStrategy, eer } from "../strategies/eer.ts";
export { type GreedyAllStrategy, greedyAll } from "../strategies/greedy-all.ts";
export { type PalOptions, type PalStrategy, pal } from "../strategies/pal.ts";
export { type PalGainOptions, palGain } from "../strategies/pal-gain.ts";
export { type CommitteeMember, disagreement, type QbcOptions, type QbcStrategy, qbc } from "../strategies/qbc.ts";
export { random } from "../strategies/random.ts";
export { type UncertaintyMeasure, type UsStrategy, uncertainty, us } from "../strategies/us.ts";
