// The strategies that the command line offers: all of the library that need to know no more than a file can say.
import { type Kernel, type Measure, type Strategy, type StrategyEntry, strategyCatalogue, strategyNamed } from "xpal";
import { checkOneOf } from "xpal/check";

const OFFERED: readonly StrategyEntry[] = strategyCatalogue.filter(({ needs }) => needs !== "truth");
const NAMES = OFFERED.map(({ name }) => name);

/**
 * The strategy that an option names.
 * @throws XpalError if the command line does not offer it.
 */
export function offeredStrategy(option: string, name: string): StrategyEntry {
  const found = OFFERED.find((entry) => entry.name === name || entry.aliases.includes(name));
  return found ?? strategyNamed(checkOneOf("xpal", option, name, NAMES));
}

/** The strategy of a name with the options that suit a kernel. */
export function strategyFor(name: string, kernel: Kernel, measure?: Measure): Strategy {
  const { make, optionsFor } = strategyNamed(name);
  return make(optionsFor(kernel, measure));
}
