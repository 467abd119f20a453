// The strategies that the command line offers: all of the library that need to know no more than a file can say.
import { type Features, type Strategy, type StrategyEntry, strategyCatalogue, strategyNamed } from "@xpal/core";
import { checkOneOf, reject } from "@xpal/core/check";

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

/**
 * Rejects a strategy that looks at columns of numbers where there are no such alone. The library rejects it too, but knows neither the
 * option nor the columns of the file.
 */
export function checkStrategyFits({ name }: Strategy, features: Features): void {
  if (strategyNamed(name).needs !== "features" || "data" in features) return;
  const others = OFFERED.filter(({ needs }) => needs !== "features").map((entry) => entry.name);
  const isMixed = "groups" in features;
  reject(
    "xpal",
    "--strategy",
    `must be one of ${others.join(", ")} where ${isMixed ? "columns of several kinds" : "texts"} are compared`,
    name,
    isMixed ? `leave columns out with --ignore to use ${name}` : undefined,
  );
}
