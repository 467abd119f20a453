// The strategies by the names that the command line knows.
import { alce, eer, type Kernel, pal, qbc, random, type Strategy, us, XpalError, xpal } from "xpal";

/** A strategy that can be asked for by name. */
export interface NamedStrategy {
  readonly key: string;
  /** As people write it. */
  readonly name: string;
  /** One character for pictures without colour. */
  readonly mark: string;
  /** The strategy; with a kernel that learns, xPAL also counts the risk of the item itself. */
  readonly make: (kernel?: Kernel) => Strategy;
}

/** All of them; those that need to know more than the pool are left out. */
const STRATEGIES: readonly NamedStrategy[] = [
  { key: "xpal", name: "xPAL", mark: "x", make: (kernel) => xpal({ ownRisk: kernel?.stateAt === undefined ? 0 : 1 }) },
  { key: "random", name: "random", mark: "r", make: () => random() },
  { key: "us", name: "uncertainty", mark: "u", make: () => us() },
  { key: "pal", name: "PAL", mark: "p", make: () => pal() },
  { key: "eer", name: "EER", mark: "e", make: () => eer() },
  { key: "qbc", name: "QBC", mark: "q", make: () => qbc() },
  { key: "alce", name: "ALCE", mark: "a", make: () => alce() },
];

/** The names for help texts. */
export const STRATEGY_KEYS: readonly string[] = STRATEGIES.map(({ key }) => key);

/**
 * The strategy of a name.
 * @throws XpalError if the name is unknown.
 */
export function strategyOf(option: string, key: string): NamedStrategy {
  const found = STRATEGIES.find((strategy) => strategy.key === key);
  if (found !== undefined) return found;
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: option,
    rule: `must be one of ${STRATEGY_KEYS.join(", ")}`,
    value: key,
  });
}
