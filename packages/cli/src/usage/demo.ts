// How `xpal demo` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { DemoOptions } from "../commands/demo.ts";
import { integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withMachineOptions } from "./machine-options.ts";

/** The command with its options and help. */
export function demoCommand(terminal: Terminal): Command {
  return withMachineOptions(new Command("demo"))
    .description("Watch active learning on handwritten digits: xPAL beside random and uncertainty sampling.")
    .option("--labels <count>", "how many labels each strategy may ask for", integer("--labels", 1, 1000), 100)
    .option("--repetitions <count>", "how many random splits to average", integer("--repetitions", 1, 100), 5)
    .option("--seed <number>", "seed of the splits and of all ties", integer("--seed", 0), 1)
    .option("--out <file>", "write the curves to an SVG image; without it you are asked whether to write demo.svg")
    .option("-y, --yes", "write demo.svg without being asked")
    .option("--json", "print the numbers as JSON instead of an image")
    .addHelpText("after", "\nExample:\n  xpal demo --labels 30 --repetitions 1 --out curves.svg")
    .action(async (options: DemoOptions) => (await import("../commands/demo.ts")).demo(options, terminal));
}
