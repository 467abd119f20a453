import { describe, expect, test } from "vitest";
import { agreementOf, annotatorsOf, isDisputed } from "../../../src/protocol/agreement-of.ts";
import type { Fact } from "../../../src/protocol/fold.ts";
import { asFurtherOpinion, asksAgain, mayHaveFurther, wantsOpinion } from "../../../src/protocol/second-opinion.ts";
import { SingleOpinions } from "../../../src/server/projects/single-opinions.ts";
import { answeredBeside } from "../../../src/web/label/answered-beside.ts";
import { highlighted } from "../../../src/web/label/highlighted.ts";
import { inside } from "../../../src/web/map/draw/inside.ts";
import { amount, costOf, tickOf } from "../../../src/web/ui/format.ts";
import { markdownBlocks } from "../../../src/web/ui/markdown-blocks.ts";
import { oneLine } from "../../../src/web/ui/one-line.ts";

describe("guidelines", () => {
  test("are headings, lists, code and emphasis", () => {
    expect(markdownBlocks("# Rules\n\n- **yes** if\n- no\n\n```\n<b>\n```\nend")).toEqual([
      { kind: "heading", parts: [{ kind: "text", text: "Rules" }] },
      {
        kind: "list",
        items: [
          [
            { kind: "strong", text: "yes" },
            { kind: "text", text: " if" },
          ],
          [{ kind: "text", text: "no" }],
        ],
      },
      { kind: "code", text: "<b>" },
      { kind: "paragraph", parts: [{ kind: "text", text: "end" }] },
    ]);
  });
  test("keep HTML and script addresses as text", () => {
    const [block] = markdownBlocks("<img src=x onerror=alert(1)> [x](javascript:alert(1))");
    expect(block).toEqual({
      kind: "paragraph",
      parts: [{ kind: "text", text: "<img src=x onerror=alert(1)> [x](javascript:alert(1))" }],
    });
  });
});

describe("highlighting", () => {
  test("cuts the text where words occur, whatever characters they have", () => {
    expect(highlighted("Good, c++ GOOD", "good, c++")).toEqual([
      { text: "Good", hit: true },
      { text: ", ", hit: false },
      { text: "c++", hit: true },
      { text: " ", hit: false },
      { text: "GOOD", hit: true },
    ]);
    expect(highlighted("plain", " , ")).toEqual([{ text: "plain", hit: false }]);
  });
});

describe("agreement between people", () => {
  const fact = (to: Fact["to"], by: string): Fact => ({ to, by, event: "e", at: "", order: 1 });
  const opinions = (...items: Record<string, Fact["to"]>[]) =>
    new Map(
      items.map((given, item) => [item, new Map(Object.entries(given).map(([by, to]) => [by, fact(to, by)]))] as const),
    );
  test("counts items that both put into a class, and corrects for chance", () => {
    const given = opinions(
      { Ann: 0, Ben: 0 },
      { Ben: 1, Ann: 1 },
      { Ann: 1, Ben: 0 },
      { Ann: 1, Ben: 0 },
      { Ann: 0 },
      { Ann: "skipped", Ben: 1 },
    );
    const [{ names, items, agreed, kappa }] = agreementOf(given);
    expect([names, items, agreed]).toEqual([["Ann", "Ben"], 4, 2]);
    // Shares of class 0: Ann 1/4, Ben 3/4; chance 1/4 * 3/4 + 3/4 * 1/4 = 3/8; (1/2 - 3/8) / (5/8) = 1/5.
    expect(kappa).toBeCloseTo(0.2, 12);
    expect(annotatorsOf(given)).toEqual(["Ann", "Ben"]);
    expect([...given.values()].map(isDisputed)).toEqual([false, false, true, true, false, false]);
  });
  test("has no kappa where both always say the same", () => {
    expect(agreementOf(opinions({ Ann: 2, Ben: 2 }))).toEqual([
      { names: ["Ann", "Ben"], items: 1, agreed: 1, kappa: null },
    ]);
  });
  test("is asked for on a share of the items that others have answered", () => {
    const items = Array.from({ length: 20 }, (_, item) => ({ [item < 10 ? "Ann" : "Ben"]: item % 3 }));
    const given = opinions(...items);
    const facts = new Map([...given].map(([item, one]) => [item, [...one.values()][0]]));
    const singles = new SingleOpinions({ facts, opinions: given });
    const asked = (secondShare: number, name = "Ben") =>
      Array.from({ length: 2000 }, (_, sequence) => {
        const draw = asksAgain({ settings: { secondShare }, sequence });
        const wants = (item: number) => wantsOpinion({ facts, opinions: given }, item, name, 1);
        return draw === null ? null : singles.find(draw, 20, wants);
      }).filter((item) => item !== null);
    expect(asked(0)).toEqual([]);
    const some = asked(0.25);
    expect(Math.abs(some.length - 500)).toBeLessThan(100);
    expect(new Set(some)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(new Set(asked(0.5, "Ann")).size).toBe(10);
    const more = asked(0.5);
    expect(Math.abs(more.length - 1000)).toBeLessThan(100);
  });
});

describe("going through the answers", () => {
  const fact = (order: number): Fact => ({ to: 0, by: "me", event: `e${order}`, at: "", order });
  const facts = new Map([
    [7, fact(2)],
    [3, fact(1)],
    [5, fact(3)],
  ]);
  test("follows their order, with an open item at its end", () => {
    expect([7, 5, 9, null].map((item) => answeredBeside(facts, item, -1))).toEqual([3, 7, 5, 5]);
    expect([3, 7, 5, 9].map((item) => answeredBeside(facts, item, 1))).toEqual([7, 5, undefined, undefined]);
    expect(answeredBeside(facts, 3, -1)).toBeUndefined();
  });
  test("an answer that came too late becomes an opinion beside the other", () => {
    const event = (item: number) =>
      ({
        id: "x",
        at: "",
        kind: "answer",
        body: { item, to: 1, was: null, asked: { from: "best", gain: 2 } },
      }) as const;
    expect(asFurtherOpinion(event(7), { facts }).body).toEqual({
      item: 7,
      to: 1,
      was: "e2",
      asked: { from: "second", gain: 2 },
    });
    expect(asFurtherOpinion(event(8), { facts }).body).toEqual(event(8).body);
  });
});

describe("a person's name", () => {
  test("is one line of limited length, cut between characters", () => {
    expect(oneLine("  Ann\nLee\t", 60)).toBe("Ann Lee");
    expect(oneLine("\u0000", 60)).toBe("");
    expect(oneLine(`${"x".repeat(59)}😀`, 60)).toBe("x".repeat(59));
  });
});

describe("a lasso", () => {
  test("holds what is inside, also of a shape with a dent", () => {
    const dent = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ] as const;
    expect(inside([1, 1], dent)).toBe(true);
    expect(inside([2, 3], dent)).toBe(false);
    expect(inside([5, 1], dent)).toBe(false);
  });
});

describe("a further opinion", () => {
  const fact = (by: string, more: Partial<Fact> = {}): Fact => ({
    ...{ to: 1, by, event: by, at: "", order: 0, asked: { from: "best" as const } },
    ...more,
  });
  const stateOf = (...given: Fact[]) => ({
    facts: new Map([[7, given[given.length - 1]]]),
    opinions: new Map([[7, new Map(given.map((one) => [one.by, one]))]]),
  });
  test("was asked of an item that a reviewer had decided, and then rejected; it is not asked", () => {
    expect(mayHaveFurther(stateOf(fact("Ann")), 7)).toBe(true);
    expect(mayHaveFurther(stateOf(fact("Rita", { asked: undefined })), 7)).toBe(false);
    expect(mayHaveFurther(stateOf(fact("Ann"), fact("Rita", { asked: undefined })), 7)).toBe(false);
    expect(mayHaveFurther(stateOf(fact("me", { asked: undefined, fromFile: true })), 7)).toBe(true);
  });
  test("is that of a third to a fifth person, and of nobody twice", () => {
    const four = ["Ann", "Ben", "Cay", "Dan"].map((by) => fact(by));
    expect(mayHaveFurther(stateOf(...four), 7)).toBe(true);
    expect(mayHaveFurther(stateOf(...four, fact("Eve")), 7)).toBe(false);
    expect(wantsOpinion(stateOf(...four), 7, "Eve", 4)).toBe(true);
    expect(wantsOpinion(stateOf(...four), 7, "Eve", 3)).toBe(false); // somebody has answered meanwhile
    expect(wantsOpinion(stateOf(...four), 7, "Ann", 4)).toBe(false);
  });
});

test("a cost below 0.05 was shown as 0 in the stop panel", () => {
  expect([0.0312, 0.5, 1.26, 120.04, 0].map(costOf)).toEqual(["0.031", "0.5", "1.3", "120", "0"]);
});

test("an amount below 0.05 was shown as 0", () => {
  expect([0.0056, 0.00025, 0.049, 1.5, 1234.5, 0].map(amount)).toEqual([
    ...["0.0056", "0.00025", "0.049", "1.50", "1,234.50", "0.00"],
  ]);
});

test("the numbers beside an axis of small steps read 0.1, 0, 0, 0", () => {
  expect([0, 0.02, 0.04, 0.06].map(tickOf)).toEqual(["0", "0.02", "0.04", "0.06"]);
  expect([0.05, 0.1, 3 * 0.05, 1.25, 12.5, 250].map(tickOf)).toEqual(["0.05", "0.1", "0.15", "1.25", "12.5", "250"]);
});
