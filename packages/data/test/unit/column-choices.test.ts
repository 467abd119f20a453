import { describe, expect, test } from "vitest";
import { applyRecipe, fitRecipe, type Table } from "../../src/browser.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { comparedColumns, featureColumns, withoutColumns } from "../../src/recipe/column-choices.ts";

const csv = (text: string): Table => readCsv(new TextEncoder().encode(text), { header: true });
const table = csv(
  "size,colour,shape,mass,class\n1,red,round,5,a\n2,blue,flat,,b\n4,green,round,1,a\n7,red,flat,2,b\n3,blue,flat,2,a\n",
);
const { recipe } = fitRecipe(table, { label: "class" });

describe("withoutColumns", () => {
  test("comes to what a recipe comes to that was fitted without them", () => {
    for (const names of [["size"], ["colour"], ["size", "mass"], ["mass", "shape"]]) {
      const roles = Object.fromEntries(names.map((name) => [name, "ignored" as const]));
      const fitted = fitRecipe(table, { label: "class", roles }).recipe;
      const left = withoutColumns(recipe, table, names);
      expect(left.groups.map(({ encoders }) => encoders)).toEqual(fitted.groups.map(({ encoders }) => encoders));
      left.groups.forEach(({ kernel }, g) => {
        expect(kernel.name).toBe(fitted.groups[g].kernel.name);
        expect(kernel.bandwidth as number).toBeCloseTo(fitted.groups[g].kernel.bandwidth as number, 13);
      });
      expect(left.columns.map(({ role }) => role)).toEqual(fitted.columns.map(({ role }) => role));
      expect(applyRecipe(left, table).features).toEqual(applyRecipe(fitted, table).features);
    }
  });

  test("learns the rest of some texts anew", () => {
    const texts = csv(
      `subject,body,class\n${[
        "blue sea swim",
        "green tree leaf",
        "swim in the sea",
        "leaf of a tree",
        "old blue boat",
        "old green tree",
      ]
        .map((text, i) => `${text} today,${text} ${i % 2 ? "rent" : "sale"} now please,${i % 2 ? "a" : "b"}`)
        .join("\n")}\n`,
    );
    const roles = { subject: "text", body: "text" } as const;
    const both = fitRecipe(texts, { label: "class", roles }).recipe;
    const alone = fitRecipe(texts, { label: "class", roles: { subject: "text", body: "ignored" } }).recipe;
    expect(withoutColumns(both, texts, ["body"]).groups[0].encoders).toEqual(alone.groups[0].encoders);
    expect(comparedColumns(both)).toEqual(["subject", "body"]);
  });

  test("changes nothing without a name, and rejects unknown ones and leaving out all", () => {
    expect(withoutColumns(recipe, table, [])).toBe(recipe);
    expect(() => withoutColumns(recipe, table, ["sise"])).toThrow(
      'column "sise" must be one that items are compared by; did you mean "size"?',
    );
    expect(() => withoutColumns(recipe, table, ["class"])).toThrow("must be one that items are compared by");
    expect(() => withoutColumns(recipe, table, ["size", "colour", "shape", "mass"])).toThrow(
      "must leave a column to compare items by",
    );
  });
});

describe("featureColumns", () => {
  test("gives all features of a column, groups side by side", () => {
    expect(comparedColumns(recipe)).toEqual(["size", "mass", "colour", "shape"]);
    expect(featureColumns(recipe, ["size"])).toEqual([0]);
    expect(featureColumns(recipe, ["mass"])).toEqual([1, 2]); // the number, and where it is missing
    expect(featureColumns(recipe, ["shape", "colour"])).toEqual([3, 4, 5, 6, 7]);
    expect(() => featureColumns(recipe, ["weight"])).toThrow("these are size, mass, colour, shape");
  });
});
