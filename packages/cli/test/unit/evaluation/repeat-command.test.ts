import { expect, test } from "vitest";
import { type Repeated, repeatCommand } from "../../../src/evaluation/repeat-command.ts";

test("the command that repeats an evaluation names roles and quotes what a shell would split", () => {
  const roles = { "bar code": "id", size: "numeric" } as const;
  const columns = { label: "the kind", role: roles, ignore: ["note"], pin: false as const };
  const limits = { strategies: ["xpal", "random"], budget: 20, repetitions: 5, seed: 0 };
  const options: Repeated = { ...columns, ...limits, kernel: "learned", header: true, labelCost: "2 * words(it's)" };
  expect(repeatCommand("my bread.csv", options)).toBe(
    "xpal evaluate 'my bread.csv' --label 'the kind' --kernel learned --role 'bar code=id' --role size=numeric --ignore note --no-pin --label-cost '2 * words(it'\\''s)' --header --strategies xpal,random --budget 20 --repetitions 5 --seed 0",
  );
});
