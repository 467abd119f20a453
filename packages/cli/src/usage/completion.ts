// How `xpal completion` is called: arguments, options, help. What it does is loaded when it runs.
import { Argument, Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

const SHELLS = ["bash", "zsh", "fish"];

/** The command with its options and help. */
export function completionCommand(terminal: Terminal): Command {
  return new Command("completion")
    .description("A script that lets your shell complete xpal's commands and options.")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText("after", '\nExample:\n  xpal completion bash\n\nTo use it at once: eval "$(xpal completion bash)"')
    .action(async (shell: string, _options: unknown, command: Command) => {
      const { completionScript } = await import("../commands/completion.ts");
      terminal.out.write(completionScript(shell, command.parent?.commands ?? []));
    });
}
