/** How the usefulness maps are computed. */
export interface UsefulnessOptions {
  /** Grid points in each direction; 41 by default. */
  readonly gridSize?: number;
}
