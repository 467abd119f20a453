import { describe, expect, test } from "vitest";
import { bundled } from "../../src/catalogue/bundled/bundled.ts";
import { bundledSets } from "../../src/catalogue/bundled/bundled-set.ts";

describe("the bundled sets", () => {
  test.each(bundledSets.map((set) => [set.name, set] as const))(
    "%s has the rows, features and classes it claims",
    async (name, set) => {
      const table = await bundled(name);
      expect([table.rows, table.columns.length - 1]).toEqual([set.rows, set.features]);
      const labels = table.columns[table.columns.length - 1];
      expect(labels.name).toBe("class");
      expect(new Set<unknown>(labels.type === "vector" ? [] : labels.values).size).toBe(set.classes);
      expect(table.notices).toEqual([]);
    },
  );

  test("an unknown name is rejected with the nearest one", async () => {
    await expect(bundled("digit")).rejects.toThrow('did you mean "digits"?');
  });
});
