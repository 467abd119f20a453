import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Opinion, settledAnswer } from "../../src/bridge-item.ts";

const label = (name: string, at: number): Opinion => ({ label: name, at });

describe("what several people have settled on", () => {
  test("is what most say, of equally many the latest, and nothing where nobody spoke", () => {
    expect(settledAnswer([]).answer).toBe(null);
    expect(settledAnswer([label("a", 1), label("b", 2), label("a", 3)])).toEqual({ answer: { label: "a" }, at: 3 });
    expect(settledAnswer([label("a", 5), label("b", 2)]).answer).toEqual({ label: "a" });
    expect(settledAnswer([{ label: null, at: 9 }, label("b", 2)]).answer).toEqual({ label: "b" });
    expect(settledAnswer([{ label: null, at: 9 }])).toEqual({ answer: "skipped", at: 9 });
    expect(settledAnswer([label("a", 1), label("a", 2), { ...label("b", 0), decisive: true }]).answer).toEqual({
      label: "b",
    });
  });

  test("does not depend on the order in which a server lists it", () => {
    const opinions = fc.uniqueArray(
      fc.record({ label: fc.constantFrom("a", "b", "c", null), at: fc.integer({ min: 1, max: 99 }) }),
      { selector: ({ at }) => at, minLength: 1 },
    );
    fc.assert(
      fc.property(opinions, (some) => {
        expect(settledAnswer([...some].reverse())).toEqual(settledAnswer(some));
      }),
    );
  });
});
