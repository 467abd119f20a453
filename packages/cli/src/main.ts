// The process: the only place that reads argv and sets the exit code. There is no handler for Ctrl-C on purpose: the
// signal then ends the process at once, even in the middle of a computation, and no command leaves anything behind,
// because files are written under another name and renamed, and answers are on disk before the next question.

import { run } from "./run.ts";
import { processTerminal } from "./terminal/process-terminal.ts";
import { withStandardInput } from "./terminal/standard-input.ts";

const { words, end } = withStandardInput(process.argv.slice(2));
process.exitCode = await run(words, processTerminal(process));
end();
