import { describe, expect, test } from "vitest";
import type { ClassInfo } from "../../../src/protocol/classes.ts";
import { ButtonPlaces } from "../../../src/web/label/button-places.ts";

const NAMES = ["alpha", "beta", "gamma", "delta"];

function classesOf(names: readonly string[], gone: readonly number[] = [], order?: readonly number[]) {
  const all = names.map((name, id): ClassInfo => {
    return { id, name, text: "", live: !gone.includes(id), into: null };
  });
  const live = (order ?? all.map(({ id }) => id)).map((id) => all[id]).filter((one) => one.live);
  return { all, live };
}

describe("the places of the answer buttons", () => {
  const shown = (places: ButtonPlaces, since: number | null, ...given: Parameters<typeof classesOf>) =>
    places.at(since, classesOf(...given)).classes.map(({ name, live }) => (live ? name : `(${name})`));

  test("moved up when somebody retired a class, under the pointer that rested on the next one", () => {
    const places = new ButtonPlaces();
    expect(shown(places, 1, NAMES, [], [0, 1, 3, 2])).toEqual(["alpha", "beta", "delta", "gamma"]);
    expect(shown(places, 1, NAMES, [0], [1, 3, 2])).toEqual(["(alpha)", "beta", "delta", "gamma"]);
    expect(shown(places, 1, NAMES, [], [0, 1, 3, 2])).toEqual(["alpha", "beta", "delta", "gamma"]); // undone
    expect(shown(places, 1, NAMES, [0], [1, 3, 2])).toEqual(["(alpha)", "beta", "delta", "gamma"]);
    expect(shown(places, 2, NAMES, [0], [1, 3, 2])).toEqual(["beta", "delta", "gamma"]);
  });

  test("changed when somebody put the classes into another order", () => {
    const places = new ButtonPlaces();
    shown(places, 1, NAMES);
    expect(shown(places, 1, NAMES, [], [3, 2, 1, 0])).toEqual(NAMES);
    expect(shown(places, 2, NAMES, [], [3, 2, 1, 0])).toEqual([...NAMES].reverse());
  });

  test("were filled anew by a class that somebody added: it comes last, and columns stay as many", () => {
    const places = new ButtonPlaces();
    const five = [...NAMES, "epsilon"];
    const columns = () => places.at(1, classesOf([...five, "a name that is rather long"])).columns;
    expect(places.at(1, classesOf(five)).columns).toBe(5);
    expect(columns()).toBe(5);
    expect(shown(places, 1, [...five, "zeta"], [], [5, 0, 1, 2, 3, 4])).toEqual([...five, "zeta"]);
    expect(shown(places, 1, [...five, "zeta"], [5])).toEqual([...five, "(zeta)"]);
    expect(places.at(2, classesOf([...five, "zeta"])).columns).toBe(3);
  });

  test("broke names such as gamma in the middle on a phone, in as many columns as on a wide screen", () => {
    const narrow = (...names: string[]) => new ButtonPlaces().at(1, classesOf(names)).narrowColumns;
    expect(narrow(...NAMES)).toBe(2);
    expect(narrow("spam", "ham", "unsure")).toBe(3);
    expect(narrow("question", "bug", "feature")).toBe(2);
    expect(narrow(..."0123456789")).toBe(5);
    expect(narrow("no", "yes")).toBe(2);
  });

  test("forget a class that the server rejected", () => {
    const places = new ButtonPlaces();
    shown(places, 1, [...NAMES, "mango"]);
    expect(shown(places, 1, NAMES)).toEqual(NAMES);
  });

  test("are those of now where no item is on screen", () => {
    const places = new ButtonPlaces();
    shown(places, null, NAMES);
    expect(shown(places, null, NAMES, [1])).toEqual(["alpha", "gamma", "delta"]);
  });
});
