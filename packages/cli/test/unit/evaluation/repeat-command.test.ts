import { expect, test } from "vitest";
import { repeatCommand } from "../../../src/evaluation/repeat-command.ts";

test("the command that repeats an evaluation names roles and quotes what a shell would split", () => {
  const options = {
    ...{
      label: "the kind",
      kernel: "learn",
      role: { "bar code": "id", size: "numeric" },
      ignore: ["note"],
      pin: false,
    },
    ...{
      header: true,
      labelCost: "2 * words(it's)",
      strategies: ["xpal", "random"],
      budget: 20,
      repetitions: 5,
      seed: 0,
    },
  } as const;
  expect(repeatCommand("my bread.csv", options)).toBe(
    "xpal evaluate 'my bread.csv' --label 'the kind' --kernel learn --role 'bar code=id' --role size=numeric --ignore note --no-pin --label-cost '2 * words(it'\\''s)' --header --strategies xpal,random --budget 20 --repetitions 5 --seed 0",
  );
});
