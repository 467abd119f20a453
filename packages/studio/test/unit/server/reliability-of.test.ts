import { describe, expect, test } from "vitest";
import { firstClasses } from "../../../src/protocol/classes.ts";
import type { Fact } from "../../../src/protocol/fold.ts";
import { reliabilityOf } from "../../../src/server/projects/reliability-of.ts";
import { fact } from "./team-state.ts";

/** What people said of items; the last of each item counts. */
function stateOf(...items: readonly (readonly Fact[])[]) {
  const opinions = new Map(items.map((given, item) => [item, new Map(given.map((one) => [one.by, one]))]));
  return {
    opinions,
    facts: new Map(items.map((given, item) => [item, given[given.length - 1]])),
    classes: firstClasses(["a", "b", "c", "d", "e"]),
  };
}

/** 40 items that Ann and Ben answered, Ann 36 rightly and Ben 27; of their disputes some are decided by Rita. */
function pairWith(decided: number) {
  let disputes = 0;
  const items = Array.from({ length: 40 }, (_, item) => {
    const y = item % 5;
    const given = [fact("Ann", item < 36 ? y : (y + 1) % 5), fact("Ben", item >= 13 ? y : (y + 2) % 5)];
    const isDispute = given[0].to !== given[1].to;
    return isDispute && disputes++ < decided ? [...given, fact("Rita", y, { asked: undefined })] : given;
  });
  return stateOf(...items);
}

describe("how often people are right", () => {
  test("61 % was said of one who was right in 36 of 40 and 97 % of one with 27: nothing before ten decisions", () => {
    expect(reliabilityOf(pairWith(0))).toEqual({ decided: 0, people: [] });
    expect(reliabilityOf(pairWith(9))).toEqual({ decided: 9, people: [] });
    const { decided, people } = reliabilityOf(pairWith(17));
    expect(decided).toBe(17);
    const [ann, ben] = people;
    expect([ann.name, ann.compared, ben.name, ben.compared]).toEqual(["Ann", 40, "Ben", 40]);
    expect(ann.right.low).toBeLessThan(0.9);
    expect(ann.right.high).toBeGreaterThan(0.9);
    expect(ben.right.low).toBeLessThan(27 / 40);
    expect(ben.right.high).toBeGreaterThan(27 / 40);
    expect([ann.ahead, ben.ahead]).toEqual([["Ben"], []]);
  });

  test("is not told by a reviewer's decisions on their own disputes, nor by corrections of one person", () => {
    const own = Array.from({ length: 20 }, (_, item) => [
      fact("Ann", 0, { event: `a${item}` }),
      fact("Rex", 1, { event: `r${item}`, asked: undefined }),
    ]);
    expect(reliabilityOf(stateOf(...own))).toEqual({ decided: 0, people: [] });
    // Beside ten decided disputes they change nothing: a reviewer corrects what is wrong and leaves what is right.
    const disputes = Array.from({ length: 10 }, () => [
      fact("Ann", 0),
      fact("Ben", 1),
      fact("Rex", 0, { asked: undefined }),
    ]);
    const { people } = reliabilityOf(stateOf(...disputes));
    expect(reliabilityOf(stateOf(...disputes, ...own)).people).toEqual(people);
  });

  test("leaves out answers of one person alone, what was set aside, and programs", () => {
    const disputes = Array.from({ length: 10 }, () => [
      fact("Ann", 0),
      fact("Ben", 1),
      fact("program llama", 1),
      fact("Rex", 0, { asked: undefined }),
    ]);
    const alone = Array.from({ length: 30 }, () => [fact("Ben", 0)]);
    const { people } = reliabilityOf(stateOf(...disputes, ...alone, [fact("Ann", "skipped"), fact("Ben", 0)]));
    expect(people.map(({ name, compared }) => [name, compared])).toEqual([
      ["Ann", 10],
      ["Ben", 10],
    ]);
  });
});
