// Numbers of version 0.1.0: areas under learning curves, errors and picks of every strategy, and suggestions on data that
// comes with the program.
import { expect, test } from "vitest";
import { commandsSay, inCopy, runSays, stored, withFormerKernel } from "./openings.mjs";

interface Run {
  readonly name: string;
  readonly strategy: string;
  readonly options: object;
  readonly says: object;
}

test.each(stored<Run[]>("golden/runs.json"))("$strategy on $name errs and asks as it did", async (run) => {
  expect(await runSays(run.name, run.strategy, run.options)).toEqual(run.says);
});

test.each(stored<{ name: string; commands: string[][]; says: object }[]>("golden/suggestions.json"))(
  "xpal suggest asks for the same rows of $name, whatever the kernel",
  ({ commands, says }) =>
    inCopy(null, async (folder) => {
      const { said } = commandsSay(folder, withFormerKernel(commands)) as { said: object[] };
      expect(said.slice(1)).toMatchObject(says);
    }),
);
