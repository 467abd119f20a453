import { describe, expect, test } from "vitest";
import { learnedKernel } from "../../../src/kernels/learning/learned-kernel.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { strategyCatalogue, strategyNamed } from "../../../src/strategies/catalogue.ts";
import { strategyFromJSON } from "../../../src/strategies/strategy-from-json.ts";

const NEEDED: Readonly<Record<string, Record<string, unknown>>> = { greedyAll: { truth: ["a", "b"] } };

describe("the catalogue of strategies", () => {
  test("has no name, alias or symbol twice", () => {
    const names = strategyCatalogue.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(strategyCatalogue.map(({ symbol }) => symbol)).size).toBe(strategyCatalogue.length);
  });

  test.each(strategyCatalogue.map((entry) => [entry.name, entry] as const))(
    "makes %s under its own name, and again from what that writes",
    (name, { make }) => {
      const made = make(NEEDED[name]);
      expect(made.name).toBe(name);
      const json = JSON.parse(JSON.stringify(made));
      expect(strategyFromJSON(json).toJSON()).toEqual(made.toJSON());
    },
  );

  test.each(strategyCatalogue.map((entry) => [entry.name, entry] as const))(
    "rejects an option of %s that it does not know",
    (name, { make }) => {
      expect(() => make({ ...NEEDED[name], nonsense: 1 })).toThrow(/nonsense is unknown/);
    },
  );

  test("finds a strategy by its alias and says which names there are", () => {
    expect(strategyNamed("rand").name).toBe("random");
    expect(() => strategyNamed("xpol")).toThrow(
      'strategyNamed: name must be one of xpal, pal, us, alce, qbc, eer, random, greedyAll, got "xpol"; did you mean "xpal"?',
    );
  });

  test("lets xPAL count the candidate's own risk only where the kernel learns", () => {
    const base = rbf({ bandwidth: 1 });
    const { make, optionsFor } = strategyNamed("xpal");
    expect(make(optionsFor(base)).toJSON()).toMatchObject({ ownRisk: 0 });
    expect(make(optionsFor(learnedKernel({ base }))).toJSON()).toMatchObject({ ownRisk: 1 });
  });
});
