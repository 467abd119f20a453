// The option --strategy, which takes aliases too.

import type { StrategyName } from "@xpal/core";
import { type Command, Option } from "commander";

// Written again because the library is not loaded for a help text; the compiler rejects a list that lacks a strategy.
const NAMES = Object.keys({
  ...{ xpal: true, pal: true, us: true, alce: true, qbc: true, eer: true, random: true },
} satisfies Record<Exclude<StrategyName, "greedyAll">, true>);

/** Adds the option to a command; what is given is checked, and an alias replaced by its name, before the command begins. */
export function withStrategyOption(command: Command, description: string): Command {
  const option = new Option("--strategy <name>", description).choices(NAMES);
  return command.addOption(option.argParser((text) => text).default("xpal")).hook("preAction", async (_, action) => {
    const { offeredStrategy } = await import("../project/strategy-option.ts");
    const { name } = offeredStrategy("--strategy", action.getOptionValue("strategy"));
    action.setOptionValueWithSource("strategy", name, action.getOptionValueSource("strategy"));
  });
}
