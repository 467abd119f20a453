import { describe, expect, test } from "vitest";
import { changeOfClasses } from "../../../src/protocol/class-steps.ts";
import { type ClassChange, classInfos } from "../../../src/protocol/classes.ts";
import { nothing } from "../../../src/protocol/fold.ts";
import { keysById } from "../../../src/web/label/class-keys.ts";

/** The keys of a project that began with some classes, after changes of them. */
function keysOf(classes: readonly string[], own: Record<string, string> = {}, changes: readonly ClassChange[] = []) {
  const state = nothing(classes);
  for (const change of changes) changeOfClasses(state, change);
  return Object.values(keysById({ all: classInfos(state), began: { classes } }, own));
}

describe("keys", () => {
  test("are the classes themselves where these are single characters", () => {
    expect(keysOf(["0", "1", "9"])).toEqual(["0", "1", "9"]);
  });
  test("are digits for up to ten classes, then letters, then none", () => {
    expect(keysOf(["cat", "dog"])).toEqual(["1", "2"]);
    const many = keysOf(Array.from({ length: 40 }, (_, i) => `class ${i}`));
    expect(many.slice(9, 12)).toEqual(["0", "q", "w"]);
    expect(many.at(-1)).toBe("");
    expect(new Set(many.filter(Boolean)).size).toBe(many.filter(Boolean).length);
    expect(many).not.toContain("g"); // opens the guidelines
  });
  test("contradicted the names of classes: 1 was the key of -1", () => {
    expect(keysOf(["-1", "0", "1"])).toEqual(["2", "0", "1"]);
    expect(keysOf(Array.from({ length: 11 }, (_, i) => String(i))).join("")).toBe("0123456789q");
    expect(keysOf(["1", "2", "none"])).toEqual(["1", "2", "3"]);
    expect(keysOf(["a", "bird"])).toEqual(["1", "2"]); // as it was: a hand may know it
  });
  test("can be chosen, and then nobody else has them", () => {
    expect(keysOf(["cat", "dog", "cow"], { "1": "1" })).toEqual(["2", "1", "3"]);
  });
  test("were given twice where names differ only in case, or a chosen key is the name of another class", () => {
    expect(keysOf(["a", "A", "b"])).toEqual(["a", "1", "b"]);
    expect(keysOf(["x", "1", "2"], { "0": "1" })).toEqual(["1", "3", "2"]);
    // The key of a retired class was chosen for another one; then the class came back.
    expect(keysOf(["cat", "dog", "cow"], { "0": "c", "1": "d", "2": "c" })).toEqual(["c", "d", "1"]);
  });
  test("moved to other classes while people were answering, when a class was retired, merged, added or reordered", () => {
    const pets = ["cat", "dog", "cow"];
    expect(keysOf(pets, {}, [{ do: "retire", class: 0 }])).toEqual(["1", "2", "3"]);
    expect(keysOf(pets, {}, [{ do: "merge", class: 1, into: 2 }])).toEqual(["1", "2", "3"]);
    expect(keysOf(pets, {}, [{ do: "order", classes: [2, 1, 0] }])).toEqual(["1", "2", "3"]);
    const digits = [..."0123456789"];
    expect(keysOf(digits, {}, [{ do: "add", class: 10, name: "none" }])).toEqual([...digits, "q"]);
    expect(keysOf(digits, {}, [{ do: "rename", class: 0, name: "zero" }])).toEqual(digits);
    expect(keysOf(["a", "b"], {}, [{ do: "add", class: 2, name: "c" }])).toEqual(["a", "b", "c"]);
  });
});
