import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Learner } from "@xpal/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addItemVectors } from "../../src/embed/add-item-vectors.ts";
import { withClassPhrases } from "../../src/embed/class-phrases.ts";
import { imagesIn } from "../../src/images/image-source.ts";
import { learnerOptions, modelFor } from "../../src/model/model-for.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { learningFor } from "../../src/recipe/learning-for.ts";
import { type Recipe, recipeFromJSON } from "../../src/recipe/recipe.ts";
import { makeTable, type Table } from "../../src/table/table.ts";

const cacheBefore = process.env.XDG_CACHE_HOME;
const cache = mkdtempSync(join(tmpdir(), "xpal-phrases-"));
process.env.XDG_CACHE_HOME = cache;
afterAll(() => {
  rmSync(cache, { recursive: true, force: true });
  if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheBefore;
});

const TEXTS = [
  ["the app crashes when I open the settings page", "bug"],
  ["how can I change my password?", "question"],
  ["crash on start after the last update", "bug"],
  ["where can I find my invoices?", "question"],
  ["an error is shown when I save a photo", "bug"],
  ["is there a way to export my photos?", "question"],
];
const PHRASES = { bug: "something crashes or shows an error", question: "how can I do something" };

describe("phrases of classes", () => {
  let table: Table;
  const recipeWith = (classes: readonly string[]): Recipe =>
    fitRecipe(table, { label: "kind", classes, roles: { text: "text" } }).recipe;

  beforeAll(async () => {
    const plain = makeTable([
      { name: "text", type: "text", values: TEXTS.map(([text]) => text) },
      { name: "kind", type: "text", values: TEXTS.map(() => null) },
    ]);
    table = await addItemVectors(plain, { source: imagesIn(cache), roles: { text: "text" }, except: ["kind"] });
  });

  test("predict the classes of texts before anything is labelled", async () => {
    const recipe = await withClassPhrases(recipeWith(["bug", "question"]), { phrases: PHRASES });
    const stored = recipeFromJSON(JSON.parse(JSON.stringify(recipe)));
    const learner = await Learner.create(learnerOptions(modelFor(table, stored)));
    expect(await learner.predict()).toEqual(TEXTS.map(([, kind]) => kind));
    expect(describeRecipe(recipe).join("\n")).toContain(
      "class phrases: bug (something crashes or shows an error), question (how can I do something)",
    );
  });

  test("are the classes' names where these are words", async () => {
    const named = await withClassPhrases(recipeWith(["bug_report", "question"]));
    expect(named.phrases?.texts).toEqual({ bug_report: "bug report", question: "question" });
    for (const classes of [
      ["A", "B"],
      ["class1", "class2"],
      ["Fehlermeldung", "Anwenderfrage"],
    ]) {
      expect((await withClassPhrases(recipeWith(classes))).phrases).toBeUndefined();
    }
  });

  test("say something of the classes of now, in their order", async () => {
    const recipe = await withClassPhrases(recipeWith(["bug", "question"]), { phrases: PHRASES });
    const { first, points } = learningFor(recipe, ["question", "other", "bug"]).classPoints ?? { first: 0, points: [] };
    expect(points.map(({ length }) => length)).toEqual([512, 0, 512]);
    expect(first).toBeGreaterThan(0); // behind the words
    expect(learningFor(recipe, ["question", "other"]).classPoints).toBeUndefined();
  });

  test("of an unknown class, or for texts that no model has read, are rejected", async () => {
    await expect(withClassPhrases(recipeWith(["bug", "question"]), { phrases: { bugs: "crashes" } })).rejects.toThrow(
      /the class of a phrase must be one of bug, question, got "bugs"/,
    );
    const words = fitRecipe(makeTable(table.columns.slice(0, 2)), {
      label: "kind",
      classes: ["bug", "question"],
    }).recipe;
    await expect(withClassPhrases(words, { phrases: PHRASES })).rejects.toThrow(/need texts that a model has encoded/);
    expect((await withClassPhrases(words)).phrases).toBeUndefined();
  });
});
