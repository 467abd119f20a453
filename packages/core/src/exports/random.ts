// Seeded randomness.
export {
  type Generator,
  type GeneratorState,
  generator,
  restoreGenerator,
  type SeededGenerator,
} from "../random/generator.ts";
export { shuffled } from "../random/shuffled.ts";
